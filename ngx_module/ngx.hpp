// The only place that includes nginx headers, and the few bridges between
// nginx's types and C++'s.
#pragma once

extern "C" {
#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_event.h>
#include <ngx_http.h>
}

#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

extern "C" {
extern ngx_module_t  ngx_http_gate_module;
extern ngx_module_t  ngx_http_gate_stream_module;
}

namespace gate::ngx {

inline std::string_view view(const ngx_str_t& s) noexcept
{
    return {reinterpret_cast<const char*>(s.data), s.len};
}

inline u_char* bytes(std::string_view s) noexcept
{
    return reinterpret_cast<u_char*>(const_cast<char*>(s.data()));
}

// Refers to the bytes of `s`, which must outlive the result.
inline ngx_str_t str(std::string_view s) noexcept
{
    return {s.size(), bytes(s)};
}

// A copy in the pool; false when the pool is out of memory.
inline bool dup(ngx_pool_t* pool, std::string_view s, ngx_str_t* out) noexcept
{
    auto data = static_cast<u_char*>(ngx_pnalloc(pool, s.size() + 1));
    if (data == nullptr) {
        return false;
    }
    *ngx_cpymem(data, s.data(), s.size()) = '\0';
    *out = {s.size(), data};
    return true;
}

template <class T>
void destroy(void* object) noexcept
{
    static_cast<T*>(object)->~T();
}

// Constructs a T that lives as long as the pool and is destroyed with it.
// Returns nullptr when the pool is out of memory; T's constructor must not
// throw.
template <class T, class... Args>
T* make(ngx_pool_t* pool, Args&&... args) noexcept
{
    static_assert(std::is_nothrow_constructible_v<T, Args...>);
    ngx_pool_cleanup_t* cln = ngx_pool_cleanup_add(pool, sizeof(T));
    if (cln == nullptr) {
        return nullptr;
    }

    T* object = new (cln->data) T(std::forward<Args>(args)...);
    cln->handler = destroy<T>;
    return object;
}

// The T that make() put into this pool first, or nullptr. For contexts that
// must survive an internal redirect, which zeroes r->ctx.
template <class T>
T* find(ngx_pool_t* pool) noexcept
{
    for (ngx_pool_cleanup_t* cln = pool->cleanup; cln; cln = cln->next) {
        if (cln->handler == destroy<T>) {
            return static_cast<T*>(cln->data);
        }
    }
    return nullptr;
}

}  // namespace gate::ngx
