# What gate_chat does without further words: the deadline of 300 s and its read
# timeout, the limit of a megabyte, the rate, and what server {} may change.
use Gate;
use Gate::Expect;

# A read timeout below the deadline warns: so `nginx -t` shows the deadline.
sub warns ($seconds, $conf, @more) {
    my ($code, $output) = Gate::config_test($conf
        . " proxy_read_timeout ${seconds}s; }", zone => '', keys => ['one'],
        interns => [{ id => 'alpha', upstream => '127.0.0.1:1' }], @more);
    die $output if $code;
    return $output =~ /\[warn\].*proxy_read_timeout/ ? 1 : 0;
}
my $chat = 'location / { gate_chat; proxy_pass http://$gate_intern_upstream;';
is(warns(299, $chat), 1, 'the deadline is not below 300 s');
is(warns(300, $chat), 0, 'nor above');
is(warns(300, "$chat gate_stream_deadline 301s;"), 1, 'it can be changed');
is(warns(1, "$chat gate_stream_deadline off;"), 0, 'and be off');
my @at_http = (http => 'gate_stream_deadline 200s;');
is(warns(199, $chat, @at_http), 1, 'also from further up');
is(warns(200, $chat, @at_http), 0, 'to just that');
is(warns(1, 'location / { gate_stream auto; proxy_pass http://127.0.0.1:1;'),
    0, 'gate_stream has none by default');

# ---- limits that server {} sets are taken over, but not above the interface's
my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(
    status => 1, keys => [map { { name => $_, user_id => $_ } } 'a' .. 'e'],
    conf => <<'EOT');
    lingering_timeout 100ms;
    location /default/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
    location /larger/ {
        gate_chat;
        gate_body_limit 10m;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
    location /off/ {
        gate_chat;
        gate_body_limit off;
        gate_rate_limit 2r/m;
        proxy_pass http://$gate_intern_upstream;
    }
    location /smaller/ {
        gate_chat;
        gate_body_limit 1k;
        client_max_body_size 10;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

sub post ($where, $key, $size = undef) {
    return $t->request(POST => "/$where/interns/alpha/chat/completions",
        { 'Content-Type' => 'application/json' }, chat_body($size),
        key => $key);
}
for my $where (qw(default larger off)) {
    is(post($where, 'a', 1_048_576)->status, 200, "$where: a megabyte");
    refused(post($where, 'b', 1_048_577), 413, 'payload_too_large',
        "$where: and no byte more", message => qr/\b1048576 bytes/);
}
is(post('smaller', 'a', 1024)->status, 200, 'smaller: a kilobyte');
refused(post('smaller', 'a', 1025), 413, 'payload_too_large',
    'smaller: and no byte more', message => qr/\b1024 bytes/);

is(join(' ', map { post('off', 'c')->status } 1 .. 3), '200 200 429',
    'another rate');
my %count;
$count{post('default', 'd')->status}++ for 1 .. 62;
is_deeply(\%count, { 200 => 60, 429 => 2 }, '60 turns a minute by default');
%count = ();
$count{post('larger', 'e')->status}++ for 1 .. 62;
is_deeply(\%count, { 200 => 62 }, 'off: as many as come');
