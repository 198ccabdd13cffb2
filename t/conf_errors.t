# Every wrong directive and combination makes `nginx -t` fail and name the
# file, the line and what to write instead; doubtful ones warn and pass.
use Gate;

my $up = 'proxy_pass http://127.0.0.1:1;';
my $chat = 'proxy_pass http://$gate_intern_upstream;';
my %with = (keys => ['one'], interns => [{ id => 'alpha',
    upstream => '127.0.0.1:1' }], zone => '');

# The number of the line of nginx.conf on which this text stands.
sub line_of ($marker, $prefix) {
    open(my $in, '<', "$prefix/nginx.conf") or die;
    my @lines = <$in>;
    my ($at) = grep { index($lines[$_ - 1], $marker) >= 0 } 1 .. @lines;
    return $at // -1;
}

# nginx -t on it: exit code, output, and whether the line with this text is
# the one that is named.
sub try_conf ($marker, @args) {
    my $conf = Gate::Conf->new(%with, @args);
    $conf->write;
    my ($code, $output) = Gate::Nginx->new($conf->{prefix}, 1)->config_test;
    my $line = line_of($marker, $conf->{prefix});
    return ($code, $output, $output =~ /nginx\.conf:$line\b/ ? 1 : 0);
}

# One test: it fails at the line of $marker, with these words.
sub fails ($text, $remedy, $place = 'conf', @more) {
    my ($marker) = $text =~ /(gate_\w+[^;{]*)/;
    my ($code, $output, $named) = try_conf($marker, $place => $text, @more);
    my $title = $text =~ s/\s+/ /gr;
    my ($emerg) = $output =~ /(\[emerg\].*)/;
    my $ok = ok($code == 1 && $named && ($emerg // '') =~ $remedy,
        "fails: $title");
    diag("exit code $code, line named: $named\n$output") if !$ok;
}
sub warns ($text, $words, @more) {
    my ($marker) = $text =~ /(gate_(?:chat|stream)\b)/;
    my ($code, $output, $named) = try_conf($marker, conf => $text, @more);
    my $title = $text =~ s/\s+/ /gr;
    my ($warning) = $output =~ /(\[warn\].*)/;
    my $ok = ok($code == 0 && $named && ($warning // '') =~ $words,
        "warns: $title");
    diag("exit code $code, line named: $named\n$output") if !$ok;
}
sub passes ($text, $place = 'conf', @more) {
    my ($code, $output) = try_conf('', $place => $text, @more);
    my $ok = ok($code == 0 && $output !~ /\[(?:warn|emerg)\]/,
        'passes: ' . $text =~ s/\s+/ /gr);
    diag("exit code $code\n$output") if !$ok;
}

# ---- http level
for my $size (qw(0 12k 100 1000000 x -1m 1t 99999999999999999999m), "''") {
    fails("gate_zone $size;", qr/such as 16m/, 'http');
}
fails('gate_zone 1m; gate_zone 2m;', qr/is duplicate/, 'http');
fails('gate_brand Service;', qr/a-z/, 'http');
fails("gate_brand '';", qr/a-z/, 'http');
fails('gate_brand a.b;', qr/a-z/, 'http');
fails('gate_brand a; gate_brand b;', qr/is duplicate/, 'http');
for my $network (qw(10.0.0.1/8 10.0.0.0/33 fc00::1/7 ::/129 localhost
                    10.0.0.0/ 10.0.0/8 10.0.0.0/-1 /8 1.2.3.4/8/8))
{
    fails("gate_intern_networks 127.0.0.0/8 $network;", qr{10\.0\.0\.0/8},
        'http');
}
fails('gate_keys a; gate_keys b;', qr/is duplicate/, 'http');
fails('gate_keys nothing;', qr/cannot read ".*nothing"/, 'http');
fails('gate_interns nothing;', qr/cannot read ".*nothing"/, 'http');
fails('gate_keys html;', qr/cannot read ".*html"/, 'http');

# ---- values at a location
for my $case (
    ['gate_auth', 'on', 'yes', 'regular', "''"],
    ['gate_auth_header', 'Cookie', 'X-Key', "''", 'Authorization X'],
    ['gate_auth_pass', 'yes', '1'],
    ['gate_enforce', 'off', 'yes'],
    ['gate_body_limit', '0', '-1', 'x', '1.5m', "''", '1mb'],
    ['gate_content_type', 'json', 'application/', '/json', "''",
     "'application/json;charset=utf-8'", 'application/json off'],
    ['gate_rate_limit', '10', '10r', '0r/m', '-1r/m', '1.5r/s', 'r/m', "''",
     '10r/h', 'xr/m', '134217728r/m', '99999999999999999999r/s'],
    ['gate_rate_limit_prefix', '0', '129', '-1', 'x', "''", '64 0', '64 33',
     '64 x', '64 32 1', '/64', 'off'],
    ['gate_stream', 'on', 'openai', 'sse'],
    ['gate_stream_keepalive', '0', '5ms', 'x', '-1s', "''"],
    ['gate_stream_commit', '0', 'x', 'on'],
    ['gate_stream_deadline', '0', 'x', '1x', "''"],
    ['gate_stream_max_event', 'x', '-1', "''"],
    ['gate_json_errors', 'yes'],
    ['gate_status', 'xml', 'text'],
) {
    my ($name, @values) = @$case;
    for my $value (@values) {
        fails("location / { $name $value; }", qr/\S/);
    }
}
# those with a message of their own say what to write
for my $case (
    ['gate_body_limit x', qr/such as 1m, or off/],
    ['gate_rate_limit 10', qr/60r\/m or 10r\/s/],
    ['gate_rate_limit 0r/m', qr/write 1 to \d+/],
    ['gate_rate_limit_prefix 129', qr/write 1 to 128 bits of an IPv6/],
    ['gate_rate_limit_prefix 64 33', qr/write 1 to 32 bits of an IPv4/],
    ['gate_auth_header Cookie', qr/Authorization, x-api-key or api-key/],
    ['gate_content_type json', qr/such as application\/json, or off/],
    ['gate_stream_deadline x', qr/such as 300s, or off/],
    ['gate_stream_keepalive 5ms', qr/at least 10ms, or off/],
    ['gate_status xml', qr/json, or nothing/],
    ['gate_auth on', qr/off, key or management|key/],
    ['gate_stream on', qr/auto/],
    ['gate_enforce off', qr/monitor/],
) {
    fails("location / { $case->[0]; }", $case->[1]);
}

# ---- how often and where
for my $pair ('gate_auth key', 'gate_auth_header Authorization',
    'gate_auth_pass on', 'gate_enforce on', 'gate_body_limit 1m',
    'gate_content_type a/b', 'gate_rate_limit 1r/m',
    'gate_rate_limit_prefix 64', 'gate_stream auto',
    'gate_stream_keepalive 1s', 'gate_stream_commit 1s',
    'gate_stream_deadline 1s', 'gate_stream_max_event 1m', 'gate_chat',
    'gate_json_errors on', 'gate_status', 'gate_upstream_key off')
{
    fails("location / { $pair; $pair; $chat }", qr/is duplicate/);
}
fails("gate_zone 1m;", qr/is not allowed here/);
fails("gate_keys keys;", qr/is not allowed here/);
fails("gate_chat;", qr/is not allowed here/, 'http');
fails("gate_chat;", qr/is not allowed here/);
fails("location / { gate_chat on; $chat }", qr/number of arguments/);
fails('location / { gate_auth; }', qr/number of arguments/);
fails('location / { gate_status json text; }', qr/number of arguments/);

# ---- combinations
fails('location / { gate_chat; }', qr/"proxy_pass http:\/\/\$gate_intern/);
fails("location / { gate_chat; gate_stream auto; $chat }",
    qr/remove "gate_stream"/);
passes("location / { gate_chat; gate_stream off; $chat }");
fails("location / { gate_chat; $chat }", qr/add "gate_interns file;"/,
    'conf', interns => undef);
fails("location / { gate_chat; $chat }", qr/add "gate_keys file;"/, 'conf',
    keys => 0, http => 'gate_interns interns;');
fails("location / { gate_auth key; $up }", qr/add "gate_keys file;"/, 'conf',
    keys => 0);
fails('gate_auth management;', qr/add "gate_keys file;"/, 'http',
    keys => 0);

# ---- gate_upstream_key reads its file
for my $case (['empty', ''], ['two', "a\nb\n"], ['space', 'a b'],
              ['long', 'k' x 513], ['control', "a\x01"], ['wide', "\xc3\xa9"])
{
    fails("location / { gate_upstream_key key_$case->[0]; $up }",
        qr/must hold one key/, 'conf', files => { "key_$case->[0]" =>
            $case->[1] });
}
fails("location / { gate_upstream_key key_none; $up }",
    qr/cannot read ".*key_none"/);
my %key = (files => { key => 'k' x 512 . "\r\n" });
passes("location / { gate_auth key; gate_upstream_key key; $up }", 'conf',
    %key);

# ---- and no caller without a key of ours gets it
for my $text ("location / { gate_upstream_key key; $up }",
    "gate_upstream_key key; location / { $up }",
    "gate_upstream_key key; gate_auth key; location / { gate_auth off; $up }",
    "location / { gate_upstream_key key; gate_enforce monitor; $up }",
    "location / { gate_upstream_key key; if (\$uri) { $up } }")
{
    fails($text, qr/add "gate_auth key" to each location/, 'conf', %key);
}
passes($_, 'conf', %key) for
    "gate_upstream_key key; location / { gate_auth key; $up }"
        . ' location /file { } location /status { gate_status; }',
    "location / { gate_chat; gate_upstream_key key; $chat }",
    "gate_upstream_key key; location /a { gate_upstream_key off; $up }"
        . " location / { gate_auth management; $up }",
    "gate_auth key; location / { gate_upstream_key key;"
        . " if (\$uri) { $up } }";

# ---- doubtful, beside a stream that is supervised
for my $stream ("gate_chat; $chat", "gate_stream auto; $up") {
    warns("location / { $stream proxy_ignore_client_abort on; }",
        qr/proxy_ignore_client_abort/);
    warns("location / { $stream proxy_cache c; }", qr/"proxy_cache off"/,
        http => 'proxy_cache_path %%PREFIX%%/cache keys_zone=c:1m;');
    warns("location / { $stream proxy_next_upstream error non_idempotent; }",
        qr/non_idempotent/);
    warns("location / { $stream gate_stream_deadline 100s;"
        . ' proxy_read_timeout 99s; }', qr/proxy_read_timeout/);
    warns("location / { $stream proxy_request_buffering off; }",
        qr/proxy_request_buffering/);
    passes("location / { $stream }");
    passes("location / { $stream gate_stream_deadline 100s;"
        . ' proxy_read_timeout 100s; }');
}
warns("location / { gate_chat; $chat proxy_read_timeout 299s; }",
    qr/proxy_read_timeout/);
warns("location / { gate_chat; $chat }", qr/proxy_read_timeout/,
    http => 'proxy_read_timeout 60s;');
passes("location / { proxy_ignore_client_abort on; proxy_cache off; $up }");

# ---- all of them, as they should be written
passes(<<'EOT');
    gate_auth management; gate_auth_header Authorization x-api-key api-key;
    gate_auth_pass on; gate_enforce monitor; gate_body_limit 10m;
    gate_content_type application/json text/plain; gate_rate_limit 10r/s;
    gate_stream_keepalive off; gate_stream_commit 5s;
    gate_stream_deadline off; gate_stream_max_event 64k; gate_json_errors on;
    location = /a { gate_status; }
    location = /b { gate_status json; }
    location /c { gate_auth off; gate_body_limit off; gate_content_type off;
        gate_rate_limit off; gate_stream messages;
        proxy_pass http://127.0.0.1:1; }
EOT
passes('gate_zone 1m; gate_brand own-brand_1;'
    . ' gate_intern_networks 10.0.0.0/8 192.168.1.1 fc00::/7 ::1;'
    . ' gate_keys keys;', 'http', interns => undef);

done_testing();
