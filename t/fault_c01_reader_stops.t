# C01: a client that stops reading throttles its upstream, costs no more
# memory than the buffers, and is closed at send_timeout.
use Gate;
use Gate::Chat;

my $block = says('x' x 4000) x 16;
my $up = Gate::upstream(code => sub ($conn, $request) {
    $conn->head(200, [['Content-Type', 'text/event-stream'],
        ['Connection', 'close']]);
    for my $n (1 .. 1600) {
        $conn->write($block);
        $conn->record(wrote => mb => $n / 16) if $n % 16 == 0;
    }
});
my $t = chat_nginx(tests => 25, upstreams => { flood => $up },
    listen => [qw(h1 tls h2c h2)], listen_args => 'sndbuf=16k',
    kind => 'chat', conf => 'send_timeout 700ms;');

my @paths = ('/api/v1/interns/flood/chat/completions',
    '/flood/chat/completions');
my $n = 0;
for my $proto (qw(h1 tls h2c h2)) {
    for my $path (@paths) {
        my $wrote = () = $up->events('wrote');
        my $before = rss_kb($t);
        my $client = $proto =~ /h2/ ? $t->h2($proto, window => 4000)
                                    : $t->connect($proto, rcvbuf => 4096);
        my @request = (POST => $path, { 'content-type' => 'application/json',
            authorization => 'Bearer ' . $t->key },
            '{"stream":true,"messages":[{"role":"user","content":"hi"}]}');
        if ($proto =~ /h2/) {
            $client->hold;
            $client->open(@request);
        } else {
            $client->send(Gate::Client::build(@request));
        }
        $up->wait_requests(++$n);
        cmp_ok($up->wait_closed($n, 5), '<', 3 * $Gate::Nginx::patience,
            "$proto, $path: cancelled at send_timeout");
        $wrote = $up->events('wrote') - $wrote;
        # what the buffers of two kernels hold
        cmp_ok($wrote, '<', 20, "$proto, $path: throttled");
        cmp_ok(rss_kb($t) - $before, '<', 4096 * $Gate::Nginx::patience,
            "$proto, $path: in little memory");
        $client->close;
    }
}
ok(wait_idle($t) && $t->status->{streams}{client_gone} == 8 && well($t),
    'all are counted, others are served');
