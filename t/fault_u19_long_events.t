# U19: an event above gate_stream_max_event severs the stream; memory stays
# bounded, whatever the upstream sends.
use Gate;
use Gate::Chat;

my $limit = 1 << 20;
# exactly as long as allowed, and one byte more
my $fits = says('x' x ($limit - length says('')));
my $long = says('x' x ($limit + 1 - length says('')));
length $fits == $limit or die 'the sizes are wrong';

my $endless = Gate::upstream(code => sub ($conn, $request) {
    $conn->head(200, [['Content-Type', 'text/event-stream'],
        ['Connection', 'close']]);
    $conn->write(says('Hello') . 'data: ');
    # 100 MB without a line end
    $conn->write('x' x 1_000_000) for 1 .. 100;
    $conn->close;
});
my %up = (
    fits => Gate::upstream(sse => [$fits, turn('a')]),
    long => Gate::upstream(sse => [says('Hello'), $long, turn('a')]),
    bytes => Gate::upstream(sse => [says('Hello'), ': ' . 'x' x $limit]),
    small => Gate::upstream(sse => [says('Hello'), says('x' x 5000),
        turn('a')]),
    endless => $endless,
);
my $t = chat_nginx(tests => 13, upstreams => \%up, conf => <<"EOF");
    location /little/ {
        gate_stream chat;
        gate_stream_max_event 4k;
        proxy_pass $up{small}/;
    }
EOF

my @words = seen(talk($t, 'fits'));
is(length $words[1], $limit - length says(''), 'an intern: the limit fits');
is($words[-1], '[DONE]', 'and the stream goes on');
is(length relay($t, 'fits')->body, length join('', $fits, turn('a')),
    'a relay: the limit fits');

is_deeply([seen(talk($t, 'long'))], [severed('Hello')],
    'an intern: one byte more does not');
is_deeply([seen(relay($t, 'long'))], ['Hello', relayed(tail())],
    'a relay: one byte more does not');
ok($t->wait_log(qr/\[error\].* gate: /), 'it is logged');
is_deeply([seen(talk($t, 'bytes'))], [severed('Hello')],
    'a comment counts as well');
is_deeply([seen(relay($t, 'small', uri => '/little/x'))],
    ['Hello', relayed(tail())], 'the limit can be set');

my $before = rss_kb($t);
is_deeply([seen(talk($t, 'endless'))], [severed('Hello')],
    'an intern: 100 MB in one line');
is_deeply([seen(relay($t, 'endless'))], ['Hello', relayed(tail())],
    'a relay: 100 MB in one line');
cmp_ok($endless->wait_closed(2), '<', 5, 'the upstream is left at once');
my $grown = rss_kb($t) - $before;
# a sanitizer keeps freed memory
cmp_ok($grown, '<', 16_384 * $Gate::Nginx::patience, 'memory stays bounded');
ok(well($t), 'others are served');
