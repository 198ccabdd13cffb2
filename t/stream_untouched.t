# An answer that is no event stream passes a gate_stream location as it is: a
# cut one stays cut, and nothing is added to it.
use Gate;
use Gate::Chat;

my $json = '{"choices":[],"usage":{"prompt_tokens":1}}';
my $sse = "data: 1\n\n" x 3;
my %raw = (
    json => ["HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"e\""
        . "\r\nContent-Length: " . length($json) . "\r\n\r\n$json"],
    chunks => ["HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        . "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"],
    short => ["HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        . "Content-Length: 100\r\n\r\n$json", 'fin'],
    cut => ["HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        . "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", 'fin'],
    big => ["HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"
        . "Content-Length: 3000000\r\n\r\n", 'x' x 3_000_000],
    none => ["HTTP/1.1 204 No Content\r\n\r\n"],
    # event streams by name, but not as an answer to show
    moved => ["HTTP/1.1 302 Found\r\nContent-Type: text/event-stream\r\n"
        . 'Content-Length: ' . length($sse) . "\r\n\r\n$sse"],
    error => ["HTTP/1.1 500 Error\r\nContent-Type: text/event-stream\r\n"
        . 'Content-Length: ' . length($sse) . "\r\n\r\n$sse"],
    early => ["HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        . "Connection: close\r\n\r\nuntil the end", 'fin'],
);
my %up = map { $_ => Gate::upstream(raw => $raw{$_}) } keys %raw;
my @listen = qw(h1 tls h2c h2);
my $t = chat_nginx(tests => 4 * 8 + 8, upstreams => \%up, listen => \@listen,
    timeout => 90);

for my $proto (@listen) {
    my $ask = sub ($name, %opt) {
        return relay($t, $name, proto => $proto, %opt);
    };
    is($ask->('json')->body, $json, "$proto: JSON");
    is($ask->('chunks')->body, 'hello', "$proto: chunks");
    is(length $ask->('big')->body, 3_000_000, "$proto: 3 MB");
    ok(!$ask->('short', timeout => 3)->complete,
        "$proto: a short length stays short");
    my $answer = $ask->('cut', timeout => 3);
    is($answer->body, 'hello', "$proto: a cut body");
    ok(!$answer->complete, "$proto: stays cut");
    is($ask->('moved')->status . $ask->('moved')->body, "302$sse",
        "$proto: another status");
    is($ask->('error')->status . $ask->('error')->body, "500$sse",
        "$proto: an error");
}
my $answer = relay($t, 'json');
is($answer->header('etag'), '"e"', 'headers pass');
is($answer->header('content-length'), length $json, 'the length, too');
is(relay($t, 'none')->status, 204, 'an empty answer');
is(relay($t, 'early')->body, 'until the end', 'a body that ends by close');

my $client = $t->connect;
my $one = $client->request(POST => '/json/x', {}, '{}');
my $two = $client->request(POST => '/none/x', {}, '{}');
my $three = $client->request(POST => '/json/x', {}, '{}');
is($one->body . $two->status . $three->body, "${json}204$json",
    'on one connection');
$client->close;

$answer = $t->request(HEAD => '/json/x');
is($answer->header('content-length') . $answer->body, length $json, 'HEAD');
is($t->status->{streams}{total}, 0, 'none of these is a stream');
ok(well($t), 'streams are served beside them');
