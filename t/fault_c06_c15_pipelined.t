# C06, C15: requests behind a refused one are answered in order or not at all,
# and a body is never read as a request; bytes that come during a stream are
# the next request, after it.
use Gate;
use Gate::Chat;

my $up = Gate::upstream(sse => [says('a'), \0.3, finish('stop'),
    usage_chunk(), done()]);
my $t = chat_nginx(tests => 14, upstreams => { slow => $up }, kind => 'chat',
    conf => 'location = /inner { return 200 smuggled; }');

my $key = 'Authorization: Bearer ' . $t->key;
my $json = 'Content-Type: application/json';
my $ok = "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n";
my $inner = "GET /inner HTTP/1.1\r\nHost: a\r\n\r\n";

sub post ($path, $body, @headers) {
    return join "\r\n", "POST $path HTTP/1.1", 'Host: a', $json,
        'Content-Length: ' . length $body, @headers, '', $body;
}

sub statuses ($bytes) { return join q( ), $bytes =~ m{HTTP/1.1 (\d+) }g }

my $chat = '/api/v1/interns/slow/chat/completions';
my %refused = (
    'no key' => [401, post($chat, $inner)],
    'no such intern' => [404,
        post('/api/v1/interns/none/chat/completions', $inner, $key)],
    'a bad body' => [400, post($chat, $inner, $key)],
    'a body too long' => [413, post($chat, $inner x 40_000, $key)],
);
for my $name (sort keys %refused) {
    my ($status, $request) = @{$refused{$name}};
    my $answer = $t->http($request . $ok . $ok, read => 0.5);
    like(statuses($answer), qr/\A$status(?: 200 200)?\z/,
        "$name: in order, or closed");
    unlike($answer, qr/smuggled/, "$name: the body is no request");
}

my $prompt = '{"stream":true,"messages":[{"role":"user","content":"hi"}]}';
for my $case (['an intern', $chat, whole('a')],
    ['a relay', '/slow/chat/completions', 'a', (relayed(whole()))[1 .. 3]])
{
    my ($name, $path, @want) = @$case;
    my $client = $t->connect;
    $client->send(post($path, $prompt, $key));
    $client->read_until(qr/"content":"a"/, 3);
    $client->send($ok);
    is_deeply([seen($client->response)], \@want,
        "$name: a request during a stream does not disturb it");
    is($client->response(2)->body, 'ok', "$name: and is answered after it");
}

my $client = $t->connect;
$client->send(post($chat, $prompt, $key));
$client->read_until(qr/"content":"a"/, 3);
$client->send('x' x 100_000);
my $answer = $client->response;
is_deeply([seen($answer)], [whole('a')], 'junk during a stream is not read');
$client->close;
ok(well($t), 'others are served');
