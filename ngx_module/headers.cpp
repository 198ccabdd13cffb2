#include "headers.hpp"

namespace gate {

namespace {

ngx_table_elt_t* elements(ngx_list_part_t* part) noexcept
{
    return static_cast<ngx_table_elt_t*>(part->elts);
}

bool has_name(const ngx_table_elt_t& header, std::string_view name) noexcept
{
    return header.key.len == name.size()
           && ngx_memcmp(header.lowcase_key, name.data(), name.size()) == 0;
}

constexpr ngx_uint_t fresh_elements = 4;

// Of a header that could not be taken away: it goes on empty.
constexpr std::string_view stripped_name = "x-stripped";

// Room for new elements in a part that has none: what was taken away stays
// readable for those who point to it.
ngx_int_t make_room(ngx_http_request_t* r, ngx_list_part_t* part) noexcept
{
    ngx_list_t* list = &r->headers_in.headers;

    part->elts = ngx_palloc(r->pool, fresh_elements * list->size);
    list->nalloc = fresh_elements;
    return part->elts != nullptr ? NGX_OK : NGX_ERROR;
}

// Takes the only element of a part away. nginx's loops over a list look at
// the first element of every part but the first, so an empty one must go.
ngx_int_t empty_part(ngx_http_request_t* r, ngx_list_part_t* part,
    ngx_list_part_t* before) noexcept
{
    ngx_list_t* list = &r->headers_in.headers;

    if (before == nullptr) {
        part->nelts = 0;
        return part->next == nullptr ? make_room(r, part) : NGX_OK;
    }

    before->next = part->next;
    if (before->next != nullptr) {
        return NGX_OK;
    }
    list->last = before;
    if (before->nelts == 0) {
        return make_room(r, before);
    }
    list->nalloc = before->nelts;
    return NGX_OK;
}

// Takes element `i` out of its part. ngx_list_push() fills the last part up
// to nalloc and gives the next part as much room, so nalloc is never 0.
ngx_int_t cut_out(ngx_http_request_t* r, ngx_list_part_t* part,
    ngx_list_part_t* before, ngx_uint_t i) noexcept
{
    ngx_list_t* list = &r->headers_in.headers;
    ngx_table_elt_t* all = elements(part);
    ngx_uint_t rest = part->nelts - i - 1;
    bool is_last = part->next == nullptr;

    if (i == 0 && rest == 0) {
        return empty_part(r, part, before);
    }

    if (i == 0) {
        part->elts = all + 1;
        part->nelts = rest;
        list->nalloc -= is_last ? 1 : 0;
        return NGX_OK;
    }

    part->nelts = i;
    if (rest == 0) {
        list->nalloc = is_last ? i : list->nalloc;
        return NGX_OK;
    }

    auto* tail = static_cast<ngx_list_part_t*>(
        ngx_palloc(r->pool, sizeof(ngx_list_part_t)));
    if (tail == nullptr) {
        return NGX_ERROR;
    }
    tail->elts = all + i + 1;
    tail->nelts = rest;
    tail->next = part->next;
    part->next = tail;
    if (is_last) {
        list->last = tail;
        list->nalloc -= i + 1;
    }
    return NGX_OK;
}

// Takes one header of this name away; NGX_DECLINED when there is none.
ngx_int_t remove_one(ngx_http_request_t* r, std::string_view name) noexcept
{
    ngx_list_part_t* before = nullptr;

    for (auto* part = &r->headers_in.headers.part; part; part = part->next) {
        for (ngx_uint_t i = 0; i < part->nelts; i++) {
            if (has_name(elements(part)[i], name)) {
                return cut_out(r, part, before, i);
            }
        }
        before = part;
    }
    return NGX_DECLINED;
}

}  // namespace

ngx_table_elt_t* find_header(ngx_http_request_t* r, std::string_view name,
    size_t* count) noexcept
{
    ngx_table_elt_t* found = nullptr;
    *count = 0;

    for (auto* part = &r->headers_in.headers.part; part; part = part->next) {
        for (ngx_uint_t i = 0; i < part->nelts; i++) {
            if (has_name(elements(part)[i], name)) {
                found = &elements(part)[i];
                ++*count;
            }
        }
    }
    return found;
}

ngx_int_t remove_header(ngx_http_request_t* r, std::string_view name) noexcept
{
    ngx_int_t rc;

    do {
        rc = remove_one(r, name);
    } while (rc == NGX_OK);

    return rc == NGX_DECLINED ? NGX_OK : NGX_ERROR;
}

void strip_header(ngx_http_request_t* r, std::string_view name) noexcept
{
    if (remove_header(r, name) == NGX_OK) {
        return;
    }
    size_t count;
    ngx_table_elt_t* header;
    while ((header = find_header(r, name, &count)) != nullptr) {
        header->value.len = 0;
        header->lowcase_key = ngx::bytes(stripped_name);
        header->key = ngx::str(stripped_name);
    }
}

ngx_int_t add_request_header(ngx_http_request_t* r, std::string_view name,
    std::string_view lowercase_name, std::string_view value) noexcept
{
    auto* header = static_cast<ngx_table_elt_t*>(
        ngx_list_push(&r->headers_in.headers));
    if (header == nullptr) {
        return NGX_ERROR;
    }

    *header = {};
    header->key = ngx::str(name);
    header->lowcase_key = ngx::bytes(lowercase_name);
    header->hash = ngx_hash_key(header->lowcase_key, lowercase_name.size());
    header->value = ngx::str(value);
    return NGX_OK;
}

}  // namespace gate
