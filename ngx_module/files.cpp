// Reads the files that nginx.conf names, while nginx reads its configuration.

#include "conf.hpp"
#include "boundary.hpp"

#include "auth/bearer.hpp"
#include "auth/key_file.hpp"

#include <optional>

namespace gate {

namespace {

ngx_int_t report(ngx_conf_t* cf, const FileName& file,
    const std::optional<json::LineError>& error)
{
    if (!error) {
        return NGX_OK;
    }
    ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "%s in %V:%ui",
                  error->message.c_str(), &file.path,
                  static_cast<ngx_uint_t>(error->line));
    return NGX_ERROR;
}

bool is_upstream_block(ngx_conf_t* cf, const std::string& name)
{
    auto* umcf = static_cast<ngx_http_upstream_main_conf_t*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_upstream_module));
    auto** blocks = static_cast<ngx_http_upstream_srv_conf_t**>(
        umcf->upstreams.elts);

    for (ngx_uint_t i = 0; i < umcf->upstreams.nelts; i++) {
        bool is_block = blocks[i]->flags & NGX_HTTP_UPSTREAM_CREATE;
        if (is_block && ngx::view(blocks[i]->host) == name) {
            return true;
        }
    }
    return false;
}

// Where an upstream points must be allowed; empty when it is.
std::string judge_upstream(ngx_conf_t* cf, const MainConf& main,
    const chat::Intern& intern)
{
    std::string wrong;
    auto parts = chat::parse_upstream(intern.upstream, &wrong);
    if (!parts) {
        return wrong;
    }
    if (is_upstream_block(cf, parts->host)) {
        return "";
    }

    if (parts->port == 0) {
        return "\"upstream\" " + intern.upstream + " is no host:port, and"
               " there is no block \"upstream " + parts->host + "\"";
    }

    auto address = net::parse_address(parts->host);
    if (!address) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0, "\"upstream\" of intern %s"
                      " is a host name: it needs a \"resolver\" and is not"
                      " checked against \"gate_intern_networks\"; name it in"
                      " an upstream {} block instead in %V:%ui",
                      intern.id.c_str(), &main.interns_file.path,
                      static_cast<ngx_uint_t>(intern.line));
        return "";
    }
    for (const net::Network& network : main.networks) {
        if (network.contains(*address)) {
            return "";
        }
    }
    return "\"upstream\" " + intern.upstream + " is outside the networks of"
           " \"gate_intern_networks\"; add its network there";
}

ngx_int_t load_keys(ngx_conf_t* cf, MainConf* main)
{
    if (main->keys_file.path.data == nullptr) {
        if (main->needs_keys.line == 0) {
            return NGX_OK;
        }
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "authentication needs keys:"
                      " add \"gate_keys file;\" to http {} in %V:%ui",
                      &main->needs_keys.file, main->needs_keys.line);
        return NGX_ERROR;
    }

    auto text = read_file(cf, main->keys_file, "gate_keys");
    return text ? report(cf, main->keys_file,
                         auth::read_keys(*text, main->keys))
                : NGX_ERROR;
}

ngx_int_t load_interns(ngx_conf_t* cf, MainConf* main)
{
    if (main->interns_file.path.data == nullptr) {
        if (main->needs_interns.line == 0) {
            return NGX_OK;
        }
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "\"gate_chat\" needs"
                      " interns: add \"gate_interns file;\" to http {} in"
                      " %V:%ui", &main->needs_interns.file,
                      main->needs_interns.line);
        return NGX_ERROR;
    }

    auto text = read_file(cf, main->interns_file, "gate_interns");
    if (!text) {
        return NGX_ERROR;
    }
    auto error = chat::read_interns(*text, main->interns);

    for (const chat::Intern& intern : main->interns.all()) {
        std::string wrong = error ? "" : judge_upstream(cf, *main, intern);
        if (!wrong.empty()) {
            error = json::LineError{intern.line, std::move(wrong)};
        }
    }
    return report(cf, main->interns_file, error);
}

}  // namespace

std::optional<std::string> read_file(ngx_conf_t* cf, const FileName& file,
    const char* directive)
{
    std::string text;
    ngx_fd_t fd = ngx_open_file(file.path.data, NGX_FILE_RDONLY,
                                NGX_FILE_OPEN, 0);
    bool is_read = fd != NGX_INVALID_FILE;
    ngx_err_t error = ngx_errno;

    while (is_read) {
        char buffer[16384];
        ssize_t n = ngx_read_fd(fd, buffer, sizeof buffer);
        if (n <= 0) {
            error = ngx_errno;
            is_read = n == 0;
            break;
        }
        text.append(buffer, static_cast<size_t>(n));
    }

    if (fd != NGX_INVALID_FILE) {
        ngx_close_file(fd);
    }
    if (!is_read) {
        ngx_log_error(NGX_LOG_EMERG, cf->log, error, "cannot read \"%V\" of"
                      " \"%s\" in %V:%ui", &file.path, directive,
                      &file.where.file, file.where.line);
        return std::nullopt;
    }
    return text;
}

ngx_int_t load_files(ngx_conf_t* cf, MainConf* main) noexcept
{
    return guarded<ngx_int_t>(cf->log, "reading the keys", NGX_ERROR,
                              [cf, main] {
        return load_keys(cf, main) == NGX_OK
               && load_interns(cf, main) == NGX_OK
               ? load_guardrails(cf, main) : NGX_ERROR;
    });
}

ngx_int_t load_upstream_key(ngx_conf_t* cf, const ngx_str_t& path,
    ngx_str_t* value) noexcept
{
    FileName file{path, {}};
    file.where.note(cf);

    return guarded<ngx_int_t>(cf->log, "reading a key", NGX_ERROR,
                              [cf, &file, value]() -> ngx_int_t {
        auto text = read_file(cf, file, "gate_upstream_key");
        if (!text) {
            return NGX_ERROR;
        }
        while (!text->empty()
               && (text->back() == '\n' || text->back() == '\r'))
        {
            text->pop_back();
        }
        if (auth::plain_token(*text).empty()) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                               "\"%V\" must hold one key: a line of 1 to 512"
                               " visible ASCII characters", &file.path);
            return NGX_ERROR;
        }
        return ngx::dup(cf->pool, "Bearer " + *text, value) ? NGX_OK
                                                            : NGX_ERROR;
    });
}

}  // namespace gate
