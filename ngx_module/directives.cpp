// The directive tables and nothing else.

#include "conf.hpp"
#include "settings.hpp"

namespace gate {

namespace {

ngx_conf_enum_t auth_words[] = {
    { ngx_string("off"), auth_off },
    { ngx_string("key"), auth_key },
    { ngx_string("management"), auth_management },
    { ngx_null_string, 0 }
};

ngx_conf_enum_t enforce_words[] = {
    { ngx_string("on"), enforce_on },
    { ngx_string("monitor"), enforce_monitor },
    { ngx_null_string, 0 }
};

ngx_conf_enum_t stream_words[] = {
    { ngx_string("off"), stream_off },
    { ngx_string("auto"), stream_automatic },
    { ngx_string("chat"), stream_chat },
    { ngx_string("responses"), stream_responses },
    { ngx_string("messages"), stream_messages },
    { ngx_null_string, 0 }
};

ngx_conf_enum_t media_words[] = {
    { ngx_string("pass"), media_pass },
    { ngx_string("block"), media_block },
    { ngx_null_string, 0 }
};

ngx_conf_enum_t plain_text_words[] = {
    { ngx_string("refuse"), plain_text_refuse },
    { ngx_string("judge"), plain_text_judge },
    { ngx_null_string, 0 }
};

ngx_conf_enum_t token_ids_words[] = {
    { ngx_string("refuse"), token_ids_refuse },
    { ngx_string("pass"), token_ids_pass },
    { ngx_null_string, 0 }
};

constexpr auto anywhere =
    NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF;

}  // namespace

// clang-format off
ngx_command_t commands[] = {

    // gate_zone size;                      default: 16m
    { ngx_string("gate_zone"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE1,
      set_zone,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_keys file;                      default: none
    { ngx_string("gate_keys"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE1,
      set_keys,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_interns file;                   default: none
    { ngx_string("gate_interns"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE1,
      set_interns,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_brand word;                     default: service
    { ngx_string("gate_brand"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE1,
      set_brand,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_intern_networks cidr …;         default: loopback and private
    { ngx_string("gate_intern_networks"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_1MORE,
      set_networks,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_guardrail name { … }            default: none
    { ngx_string("gate_guardrail"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_BLOCK|NGX_CONF_TAKE1,
      set_guardrail,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_catalog file;                   default: none
    { ngx_string("gate_catalog"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE1,
      set_catalog,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_zdr_vendors a b c [d];          default: vendor_a vendor_b vendor_c
    { ngx_string("gate_zdr_vendors"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE3|NGX_CONF_TAKE4,
      set_zdr_vendors,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_cache_dir path;                 default: none
    { ngx_string("gate_cache_dir"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE1,
      set_cache_dir,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_thread_pool name;               default: gate
    { ngx_string("gate_thread_pool"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE1,
      set_thread_pool,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      nullptr },

    // gate_inspection_limit number | off;  default: 100
    { ngx_string("gate_inspection_limit"),
      anywhere|NGX_CONF_TAKE1,
      set_inspection_limit,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_inspection_wait time;           default: 60s
    { ngx_string("gate_inspection_wait"),
      anywhere|NGX_CONF_TAKE1,
      ngx_conf_set_msec_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, guard) + offsetof(GuardLoc, longest_wait),
      nullptr },

    // gate_apply_guardrail name … | off;   default: off
    { ngx_string("gate_apply_guardrail"),
      anywhere|NGX_CONF_1MORE,
      set_apply_guardrail,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_media pass | block;             default: pass
    { ngx_string("gate_media"),
      anywhere|NGX_CONF_TAKE1,
      set_word,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, guard) + offsetof(GuardLoc, media),
      media_words },

    // gate_plain_text refuse | judge;      default: refuse
    { ngx_string("gate_plain_text"),
      anywhere|NGX_CONF_TAKE1,
      set_word,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, guard) + offsetof(GuardLoc, plain_text),
      plain_text_words },

    // gate_token_ids refuse | pass;        default: refuse
    { ngx_string("gate_token_ids"),
      anywhere|NGX_CONF_TAKE1,
      set_word,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, guard) + offsetof(GuardLoc, token_ids),
      token_ids_words },

    // gate_trace on | off;                 default: off
    { ngx_string("gate_trace"),
      anywhere|NGX_CONF_FLAG,
      ngx_conf_set_flag_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, guard) + offsetof(GuardLoc, trace),
      nullptr },

    // gate_auth off | key | management;    default: off
    { ngx_string("gate_auth"),
      anywhere|NGX_CONF_TAKE1,
      set_auth,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, auth),
      auth_words },

    // gate_auth_header name …;             default: Authorization
    { ngx_string("gate_auth_header"),
      anywhere|NGX_CONF_1MORE,
      set_auth_headers,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_auth_pass on | off;             default: off
    { ngx_string("gate_auth_pass"),
      anywhere|NGX_CONF_FLAG,
      ngx_conf_set_flag_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, auth_pass),
      nullptr },

    // gate_upstream_key file | off;        default: off
    { ngx_string("gate_upstream_key"),
      anywhere|NGX_CONF_TAKE1,
      set_upstream_key,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_enforce on | monitor;           default: on
    { ngx_string("gate_enforce"),
      anywhere|NGX_CONF_TAKE1,
      set_word,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, enforce),
      enforce_words },

    // gate_body_limit size | off;          default: off (1m with gate_chat)
    { ngx_string("gate_body_limit"),
      anywhere|NGX_CONF_TAKE1,
      set_body_limit,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_content_type type … | off;      default: off
    { ngx_string("gate_content_type"),
      anywhere|NGX_CONF_1MORE,
      set_content_types,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_rate_limit Nr/m | Nr/s | off;   default: off (60r/m with gate_chat)
    { ngx_string("gate_rate_limit"),
      anywhere|NGX_CONF_TAKE1,
      set_rate_limit,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_rate_limit_prefix ipv6 [ipv4];  default: 64 32
    { ngx_string("gate_rate_limit_prefix"),
      anywhere|NGX_CONF_TAKE12,
      set_rate_limit_prefix,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_stream off | auto | chat | responses | messages;  default: off
    { ngx_string("gate_stream"),
      anywhere|NGX_CONF_TAKE1,
      set_stream,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, stream),
      stream_words },

    // gate_stream_keepalive time | off;    default: 30s
    { ngx_string("gate_stream_keepalive"),
      anywhere|NGX_CONF_TAKE1,
      set_keepalive,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, keepalive),
      nullptr },

    // gate_stream_commit time | off;       default: off
    { ngx_string("gate_stream_commit"),
      anywhere|NGX_CONF_TAKE1,
      set_time_or_off,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, commit),
      nullptr },

    // gate_stream_deadline time | off;     default: off (300s with gate_chat)
    { ngx_string("gate_stream_deadline"),
      anywhere|NGX_CONF_TAKE1,
      set_time_or_off,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, written.deadline),
      nullptr },

    // gate_stream_max_event size;          default: 1m
    { ngx_string("gate_stream_max_event"),
      anywhere|NGX_CONF_TAKE1,
      ngx_conf_set_size_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, max_event),
      nullptr },

    // gate_chat;                           default: none
    { ngx_string("gate_chat"),
      NGX_HTTP_LOC_CONF|NGX_CONF_NOARGS,
      set_chat,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

    // gate_json_errors on | off;           default: on where gate_* checks
    { ngx_string("gate_json_errors"),
      anywhere|NGX_CONF_FLAG,
      ngx_conf_set_flag_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(LocConf, written.json_errors),
      nullptr },

    // gate_status [json];                  default: none
    { ngx_string("gate_status"),
      NGX_HTTP_LOC_CONF|NGX_CONF_NOARGS|NGX_CONF_TAKE1,
      set_status,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      nullptr },

      ngx_null_command
};

ngx_command_t stream_commands[] = {
      ngx_null_command
};
// clang-format on

}  // namespace gate
