# C05: a client that resets while nginx waits for anything leaves nothing
# behind: no crash, no open upstream, no stream in the figures. Most telling
# with a sanitizer.
use Gate;
use Gate::Chat;

use Time::HiRes qw(sleep);

my $sse = { 'Content-Type' => 'text/event-stream' };
my %script = (
    header => sub ($conn) { $conn->hang },
    interim => sub ($conn) { $conn->write("HTTP/1.1 200 OK\r\nX-"),
        $conn->hang },
    event => sub ($conn) { $conn->head(200, $sse), $conn->hang },
    half => sub ($conn) { $conn->head(200, $sse);
        $conn->write(says('a') . 'data: '); $conn->hang },
    silent => sub ($conn) { $conn->head(200, $sse);
        $conn->write(says('a')); $conn->hang },
    bulk => sub ($conn) { $conn->head(200, $sse);
        $conn->write(says('x' x 4000)) for 1 .. 300; $conn->hang },
    done => sub ($conn) { $conn->head(200, $sse);
        $conn->write(join '', turn('a')); $conn->hang },
    refusal => sub ($conn) { $conn->head(409,
        { 'Content-Type' => 'application/json', 'Content-Length' => 500 });
        $conn->write('{"error":'); $conn->hang },
    # these end while the client leaves
    cut => sub ($conn) { $conn->head(200, $sse);
        $conn->write(says('x' x 4000)) for 1 .. 30; $conn->pause(0.05);
        $conn->reset },
    whole => sub ($conn) { $conn->head(200, $sse);
        $conn->write(join '', turn('a' x 9000)); $conn->close },
);
my @names = sort keys %script;
my $up = Gate::upstream(code => sub ($conn, $request) {
    my ($name) = $request->uri =~ m{/(\w+)/chat};
    $script{$name}->($conn);
});
my $timers = 'gate_stream_keepalive 10ms; gate_stream_commit 40ms;';
my @paths = map { ("/api/v1/interns/$_/chat/completions",
    "/$_/chat/completions") } @names, 'deaf';
my $t = chat_nginx(tests => 4 * @paths + 6, kind => 'chat',
    listen => [qw(h1 tls h2c h2)], listen_args => 'sndbuf=16k',
    upstreams => { deaf => Gate::upstream(deaf => 1),
        map { ($_ => $up) } @names },
    chat => $timers, stream => $timers, conf => 'proxy_connect_timeout 2s;');

my %headers = ('content-type' => 'application/json',
    authorization => 'Bearer ' . $t->key);
my $body = '{"stream":true,"messages":[{"role":"user","content":"hi"}]}';

for my $path (@paths) {
    for my $proto (qw(h1 tls h2c h2)) {
        # early, and after the timers have fired; all at once
        my @clients = map { start($proto, $path) } 1 .. 4;
        for my $client (@clients) {
            $client->reset;
            sleep 0.02;
        }
        ok($t->request(GET => '/ok')->body eq 'ok', "$path, $proto");
    }
}

# while the request is being read
for my $path (@paths[0, 1]) {
    my $request = Gate::Client::build(POST => $path, \%headers, $body);
    my $chunks = Gate::Client::build(POST => $path, \%headers, undef,
        chunked => [$body]);
    for my $cut (10, 60, length($request) - 20) {
        for my $bytes (substr($request, 0, $cut), substr($chunks, 0, $cut)) {
            my $client = $t->connect;
            $client->send($bytes);
            sleep 0.02;
            $client->reset;
        }
    }
    my $h2 = $t->h2('h2c');
    $h2->open(POST => $path, \%headers, substr($body, 0, 20), end => 0);
    $h2->pump(0.02);
    $h2->reset;
    ok($t->request(GET => '/ok')->body eq 'ok', "$path: in the request");
}

ok(wait_idle($t, 5), 'no stream is left open');
my $requests = () = $up->requests;
my $open = sub { $up->connections - $up->events('closed') };
# those that end by themselves are not closed by nginx
my $ended = grep { $_->uri =~ m{/(?:cut|whole)/} } $up->requests;
ok(Gate::wait_for(sub { $open->() <= $ended }, 5),
    'no upstream is left open') or diag($open->() . " of $ended");
cmp_ok($requests, '>', 4 * @names, 'the upstream was asked');
ok(well($t), 'others are served');

sub start ($proto, $path) {
    my @request = (POST => $path, \%headers, $body);
    if ($proto =~ /h2/) {
        my $client = $t->h2($proto, window => 20_000);
        $client->open(@request);
        return $client;
    }
    my $client = $t->connect($proto, rcvbuf => 4096);
    $client->send(Gate::Client::build(@request));
    return $client;
}
