// Places in the configuration, for messages about them that come later, and
// the files named there.
#pragma once

#include "ngx.hpp"

#include <optional>
#include <string>

namespace gate {

// Where a directive stands.
struct Where {
    ngx_uint_t  line;  // 0: nowhere
    ngx_str_t   file;

    void note(ngx_conf_t* cf) noexcept
    {
        line = cf->conf_file->line;
        file = cf->conf_file->file.name;
    }
};

// A file named in nginx.conf.
struct FileName {
    ngx_str_t  path;
    Where      where;
};

// Its whole text, or nothing after an [emerg] line. Throws std::bad_alloc.
std::optional<std::string> read_file(ngx_conf_t* cf, const FileName& file,
    const char* directive);

// Reports a wrong value with its file, its line and what to write instead.
char* wrong_value(ngx_conf_t* cf, const ngx_str_t& value, const char* remedy)
    noexcept;

}  // namespace gate
