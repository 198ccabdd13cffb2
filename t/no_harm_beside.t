# With the module's directives in use, the locations that have none of them
# answer what they answer without the module, byte for byte.
use Gate;
use Gate::NoHarm;

my ($stock, $loaded) = side_by_side(keys => ['default'],
    interns => ['alpha'], conf => <<'EOF');
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
    location /gated/ {
        gate_auth key;
        gate_body_limit 1k;
        gate_content_type application/json;
        gate_rate_limit 600r/m;
        gate_json_errors on;
        gate_stream auto;
        proxy_pass %%UPSTREAM%%/;
    }
    location = /gate_status { gate_status; }
EOF

is($loaded->request(GET => '/gated/echo')->status, 401,
    'the module is at work in its own locations');
like($loaded->request(GET => '/gated/sse-cut', {}, undef,
    key => 'default')->body, qr/stream_severed/,
    'and mends a stream there');

same_answers($stock, $loaded, ['h1'], requests());
same_bytes($stock, $loaded, ['h1'], raw_requests());
same_answers($stock, $loaded, ['h2c'], requests());
