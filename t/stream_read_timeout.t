# A supervised location waits longer for its upstream than nginx's 60 s,
# unless proxy_read_timeout is set at any level. nginx's own debug log shows
# for how long.
use Gate;
use Gate::Chat;

my $up = Gate::upstream(sse => [says('a'), \0.05, done()]);
my ($code, $said) = Gate::config_test('return 200;');
plan(skip_all => 'nginx without --with-debug')
    if `/usr/sbin/nginx -V 2>&1` !~ /--with-debug/;

my $address = $up->address;
my $t = Gate->new(tests => 10, error_level => 'debug', interns => ['alpha'],
    conf => <<"EOF");
    location /bare/ { proxy_pass http://$address; }
    location /relay/ { gate_stream auto; proxy_pass http://$address; }
    location /deadline/ {
        gate_stream auto;
        gate_stream_deadline 20s;
        proxy_pass http://$address;
    }
    location /interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
        location /interns/alpha/quick/ {
            gate_chat;
            gate_stream_deadline 12s;
            proxy_pass http://\$gate_intern_upstream;
        }
    }
    location /own/ {
        gate_stream auto;
        proxy_read_timeout 7s;
        proxy_pass http://$address;
    }
    location /outer/ {
        proxy_read_timeout 8s;
        location /outer/inner/ {
            gate_stream auto;
            proxy_pass http://$address;
        }
    }
EOF

# Which of these times, in milliseconds, a request waits for.
sub waits ($path, @times) {
    my $before = () = $t->error_log;
    my $answer = $t->request(POST => $path,
        { 'Content-Type' => 'application/json' },
        '{"stream":true,"messages":[{"role":"user","content":"hi"}]}',
        key => 'default');
    my @lines = $t->error_log;
    my %timer = map { /event timer add: \d+: (\d+):/ ? ($1 => 1) : () }
        @lines[$before .. $#lines];
    return join ' ', $answer->status, grep { $timer{$_} } @times;
}

my @known = (7000, 8000, 17_000, 25_000, 305_000, 3_600_000);
is(waits('/relay/x', @known), '200 3600000', 'a relay: an hour');
is(waits('/deadline/x', @known), '200 25000',
    'with a deadline: a little more than that');
is(waits('/interns/alpha/chat/completions', @known), '200 305000',
    "an intern: a little more than the route's 300 s");
is(waits('/interns/alpha/quick/alpha/chat/completions', @known), '200 17000',
    'or than its own');
is(waits('/bare/x', @known), '200', 'no supervision: what nginx does');
is(waits('/own/x', @known), '200 7000', 'an explicit time stays');
is(waits('/outer/inner/x', @known), '200 8000', 'from an outer level as well');

($code, $said) = Gate::config_test(<<'EOF');
    location / {
        gate_stream auto;
        gate_stream_deadline 20s;
        proxy_read_timeout 7s;
        proxy_pass http://127.0.0.1:1;
    }
EOF
is($code, 0, 'a shorter time is allowed');
like($said, qr/\[warn\].*proxy_read_timeout.*deadline/, 'with a warning');
($code, $said) = Gate::config_test(<<'EOF');
    location / { gate_stream auto; proxy_pass http://127.0.0.1:1; }
EOF
unlike($said, qr/\[warn\]/, 'which is not for the defaults');
