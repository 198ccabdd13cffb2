# The harness itself, on stock nginx: clients, upstream, stalls, checks.
use Gate;

my $big = 'x' x 300_000;
my $up = Gate::upstream(code => sub ($conn, $request) {
    my $what = $request->uri;
    if ($what =~ m{/echo}) {
        $conn->answer(200, { method => $request->method, n => $request->{n},
            body => $request->body, x => $request->header('x-test') });
    } elsif ($what =~ m{/big}) {
        $conn->answer(200, $big);
    } elsif ($what =~ m{/hang}) {
        $conn->head(200, { 'Content-Type' => 'text/event-stream' });
        $conn->write("data: 1\n\n");
        $conn->hang;
    }
});
my $sse = Gate::upstream(sse => ["data: {\"a\":1}\n\n", \0.05,
    ": quiet\n\n", "data: [DONE]\n\n"]);
my $cut = Gate::upstream(turns => [
    { sse => ["data: 1\n\ndata: ", 'fin'] },
    { sse => ["data: 1\n\n", 'rst'], framing => 'close' },
    { sse => ["data: 1\n\n", 'fin'], framing => 'length' },
    { raw => ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"] },
    { json => { error => { code => 409 } }, status => 409 },
]);
my $deaf = Gate::upstream(deaf => 1);

my $t = Gate->new(tests => 63, module => 0, listen => [qw(h1 tls h2c h2)],
    listen_args => 'sndbuf=16k', upstream => $up, gzip => 1,
    keys => ['one', { name => 'boss', kind => 'management' }],
    files => { 'html/hello.txt' => 'hello' },
    http => 'server { listen 127.0.0.1:%%PORT:second%%; return 204; }',
    conf => <<"EOF");
    proxy_buffering off;
    location /up/ { proxy_pass %%UPSTREAM%%; }
    location /keep/ {
        proxy_pass %%UPSTREAM%%;
        proxy_http_version 1.1;
    }
    location /sse { proxy_pass $sse; }
    location /cut { proxy_pass $cut; }
    location /deaf { proxy_pass $deaf; proxy_connect_timeout 100ms; }
EOF

# ---- the four protocols
for my $proto (qw(h1 tls h2c h2)) {
    my $res = $t->request(GET => '/hello.txt', {}, undef, proto => $proto);
    is($res->status, 200, "$proto: static");
    is($res->body, 'hello', "$proto: its body");
    ok($res->complete, "$proto: complete");

    $res = $t->request(POST => '/up/echo', { 'X-Test' => 'a' }, "b\0d\xff",
        proto => $proto);
    is($res->json->{body}, "b\0d\xff", "$proto: a body reaches the upstream");
    is($res->json->{x}, 'a', "$proto: a header too");

    $res = $t->request(GET => '/sse', { 'Accept-Encoding' => 'gzip' }, undef,
        proto => $proto);
    is($res->header('content-encoding'), 'gzip', "$proto: gzip");
    is_deeply([Gate::chunks($res->text)], [{ a => 1 }, '[DONE]'],
        "$proto: events");
}
is(scalar $up->wait_requests(4), 4, 'the upstream saw four requests');
is(($up->requests)[0]->headers->{'x-test'}, 'a', 'and their headers');

# ---- raw bytes, chunked, keep-alive, pieces
like($t->http("nonsense\r\n\r\n"), qr/400 Bad Request/, 'raw bytes');
my $res = $t->request(POST => '/keep/echo', {}, undef, chunked => ['a', 'bc']);
is($res->json->{body}, 'abc', 'a chunked request');

my $c = $t->connect('tls');
$c->send_split("GET /hello.txt HTTP/1.1\r\nHost: a\r\n\r\n");
is($c->response->body, 'hello', 'one byte a segment');
is($c->request(HEAD => '/hello.txt')->header('content-length'), 5, 'HEAD');
$c->send("GET /hello.txt HTTP/1.1\r\nHost: a\r\n\r\n" x 2);
is(join('+', map { $c->response->body } 1, 2), 'hello+hello', 'pipelined');
ok($c->alive, 'the connection stays');
is($t->request(GET => '/', {}, undef, version => '1.0')->closed, 1,
    'a closed connection is seen');
is(Gate::Client->new(port => $t->port('second'))->request(GET => '/')->status,
    204, 'a port by name');

# ---- an upstream that is cut
for my $way ('FIN', 'RST, close-delimited', 'FIN, short length') {
    $c = $t->connect;
    $res = $c->request(GET => '/cut');
    is((Gate::events($res->body))[0], 'data: 1', "$way: an event");
    ok(!$res->complete, "$way: not complete");
}
is($t->request(GET => '/cut')->body, 'ok', 'a raw answer');
is($t->request(GET => '/cut')->json->{error}{code}, 409, 'a JSON answer');
is($t->request(GET => '/deaf')->status, 504, 'a connect that hangs');
is(Gate::unfinished("data: 1\n\ndata: "), 'data: ', 'an unfinished event');

# ---- clients that leave or stop reading
for my $way (qw(reset close shut_wr)) {
    my $n = $up->closed + 1;
    $c = $t->connect;
    $c->send("GET /up/hang HTTP/1.1\r\nHost: a\r\n\r\n");
    ok($c->read_until(qr/data: 1\n\n/, 2), "$way: an event came");
    $c->$way;
    cmp_ok($up->wait_closed($n, 3), '<', 1, "$way: the upstream is closed");
}
$c = $t->connect('h1', rcvbuf => 2048);
$c->send("GET /up/big HTTP/1.1\r\nHost: a\r\n\r\n");
$c->stall(0.2);
is(length $c->response->body, length $big, 'a slow reader gets all');

for my $proto (qw(h2c h2)) {
    my $h2 = $t->h2($proto, window => 1000);
    my $s = $h2->open(GET => '/up/big');
    $h2->stall(0.1);
    is(length $s->body, 1000, "$proto: a window of 1000 bytes");
    my $other = $h2->request(GET => '/hello.txt');
    is($other->body, 'hello', "$proto: other streams go on");
    ok($h2->wait($s)->complete, "$proto: released");
    is($h2->request(POST => '/up/echo', {}, $big)->json->{body}, $big,
        "$proto: a body beyond the server's window");
}
