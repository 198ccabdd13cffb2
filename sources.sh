# Every compiled file, once: read by config (nginx's build), build.mk and
# build.sh. A list has one file a line and a backslash at every line end.

# what the product is, without nginx
gate_core=" \
    src/auth/bearer.cpp \
    src/auth/key_file.cpp \
    src/auth/key_table.cpp \
    src/base/digest.cpp \
    src/base/error.cpp \
    src/base/hex.cpp \
    src/base/media_type.cpp \
    src/base/network.cpp \
    src/base/text.cpp \
    src/base/uuid.cpp \
    src/chat/chat_request.cpp \
    src/chat/intern_table.cpp \
    src/chat/message_reader.cpp \
    src/chat/outcome.cpp \
    src/chat/translator.cpp \
    src/chat/upstream_chunk.cpp \
    src/guard/body_judge.cpp \
    src/guard/builtins.cpp \
    src/guard/catalog.cpp \
    src/guard/collector.cpp \
    src/guard/dialect_words.cpp \
    src/guard/finding.cpp \
    src/guard/injection/bent_word.cpp \
    src/guard/injection/decode.cpp \
    src/guard/injection/encodings.cpp \
    src/guard/injection/excerpts.cpp \
    src/guard/injection/fold.cpp \
    src/guard/injection/injection.cpp \
    src/guard/injection/judge.cpp \
    src/guard/injection/key_words.cpp \
    src/guard/injection/literal_choice.cpp \
    src/guard/injection/normalise.cpp \
    src/guard/injection/repair.cpp \
    src/guard/injection/rule_database.cpp \
    src/guard/injection/rule_parts.cpp \
    src/guard/injection/rule_set.cpp \
    src/guard/injection/sieve.cpp \
    src/guard/injection/view.cpp \
    src/guard/injection/word_table.cpp \
    src/guard/models.cpp \
    src/guard/pattern/cache_file.cpp \
    src/guard/pattern/char_class.cpp \
    src/guard/pattern/child_process.cpp \
    src/guard/pattern/class_reader.cpp \
    src/guard/pattern/group_reader.cpp \
    src/guard/pattern/pattern_build.cpp \
    src/guard/pattern/pattern_cache.cpp \
    src/guard/pattern/pattern_check.cpp \
    src/guard/pattern/pattern_compiler.cpp \
    src/guard/pattern/pattern_cursor.cpp \
    src/guard/pattern/pattern_image.cpp \
    src/guard/pattern/pattern_matcher.cpp \
    src/guard/pattern/pattern_set.cpp \
    src/guard/pattern/pattern_syntax.cpp \
    src/guard/pattern/vectorscan.cpp \
    src/guard/people/address.cpp \
    src/guard/people/address_box.cpp \
    src/guard/people/address_street.cpp \
    src/guard/people/address_tail.cpp \
    src/guard/people/address_tokens.cpp \
    src/guard/people/name_cues.cpp \
    src/guard/people/name_scan.cpp \
    src/guard/people/name_table.cpp \
    src/guard/people/name_traits.cpp \
    src/guard/people/name_words.cpp \
    src/guard/people/person_name.cpp \
    src/guard/people/street_words.cpp \
    src/guard/pii/credit_card.cpp \
    src/guard/pii/cues.cpp \
    src/guard/pii/digit_run.cpp \
    src/guard/pii/email.cpp \
    src/guard/pii/glyph.cpp \
    src/guard/pii/ip_address.cpp \
    src/guard/pii/phone.cpp \
    src/guard/pii/phone_plan.cpp \
    src/guard/pii/phone_shape.cpp \
    src/guard/pii/pii.cpp \
    src/guard/pii/pii_scan.cpp \
    src/guard/pii/ssn.cpp \
    src/guard/policy.cpp \
    src/guard/providers.cpp \
    src/guard/redactor.cpp \
    src/guard/verdict.cpp \
    src/json/escape.cpp \
    src/json/lexer.cpp \
    src/json/lines.cpp \
    src/json/member_names.cpp \
    src/json/prescan.cpp \
    src/json/reader.cpp \
    src/json/sax.cpp \
    src/json/utf8_blocks.cpp \
    src/json/writer.cpp \
    src/limit/rate_table.cpp \
    src/sse/dialect.cpp \
    src/sse/event.cpp \
    src/sse/event_splitter.cpp \
    src/sse/relay.cpp \
"

# what speaks nginx
gate_module=" \
    ngx_module/access.cpp \
    ngx_module/body.cpp \
    ngx_module/chat.cpp \
    ngx_module/conf.cpp \
    ngx_module/credentials.cpp \
    ngx_module/directives.cpp \
    ngx_module/error_page.cpp \
    ngx_module/files.cpp \
    ngx_module/guard.cpp \
    ngx_module/guard_compile.cpp \
    ngx_module/guard_conf.cpp \
    ngx_module/guard_settings.cpp \
    ngx_module/guardrail_block.cpp \
    ngx_module/headers.cpp \
    ngx_module/intern_request.cpp \
    ngx_module/log.cpp \
    ngx_module/module.cpp \
    ngx_module/offload.cpp \
    ngx_module/output.cpp \
    ngx_module/read_buffer.cpp \
    ngx_module/reply.cpp \
    ngx_module/request.cpp \
    ngx_module/settings.cpp \
    ngx_module/status.cpp \
    ngx_module/stream.cpp \
    ngx_module/stream_header.cpp \
    ngx_module/timers.cpp \
    ngx_module/vars.cpp \
    ngx_module/worker.cpp \
    ngx_module/zone.cpp \
"

# the operator's command line; with gate_core
gate_internctl=" \
    src/internctl/explain.cpp \
    src/internctl/main.cpp \
    src/internctl/scan.cpp \
"

# the reference daemon; needs nothing of the rest
gate_internd="$(ls src/internd/*.cpp src/internd/*/*.cpp 2>/dev/null)"
