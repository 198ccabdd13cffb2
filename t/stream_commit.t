# gate_stream_commit: the answer is 200 and keepalives begin although the
# upstream is silent; what goes wrong after that is told inside the stream.
use Gate;
use Gate::Chat;

use Time::HiRes qw(time);

my $later = \0.5;
my $head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    . "Connection: close\r\n\r\n";
sub refusal_of ($status, $reason) {
    my $json = qq({"error":{"code":$status,"message":"upstream says",)
        . qq("metadata":{"reason":"$reason","retryable":true}}});
    return [$later, "HTTP/1.1 $status No\r\nContent-Type: application/json"
        . "\r\nContent-Length: " . length($json) . "\r\n\r\n$json", 'fin'];
}
my %up = (
    late => Gate::upstream(raw => [$later, $head, turn('a'), 'fin']),
    # the header in time, the first event not
    event => Gate::upstream(raw => [$head, \0.5, turn('a'), 'fin']),
    quick => Gate::upstream(sse => [turn('a')]),
    json => Gate::upstream(raw => [$later,
        "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nupstream says", 'fin']),
    busy => Gate::upstream(raw => refusal_of(409, 'busy')),
    slow => Gate::upstream(raw => refusal_of(503, 'busy')),
    cut => Gate::upstream(raw => [$later, 'rst']),
    silent => Gate::upstream(code => sub ($conn, $request) { $conn->hang }),
);
my $timers = 'gate_stream_commit 150ms; gate_stream_keepalive 100ms;';
my $t = chat_nginx(tests => 26, upstreams => \%up, kind => 'chat',
    chat => $timers, stream => $timers,
    conf => <<"EOF");
    proxy_read_timeout 1200ms;
    location /dead/ {
        gate_chat;
        $timers
        gate_stream_deadline 800ms;
        proxy_pass http://\$gate_intern_upstream;
    }
EOF

# Seconds to the status line, and the answer.
sub early ($path) {
    my $start = time();
    my $client = $t->connect;
    $client->send(Gate::Client::build(POST => $path, {
        'Content-Type' => 'application/json',
        Authorization => 'Bearer ' . $t->key },
        '{"stream":true,"messages":[{"role":"user","content":"hi"}]}'));
    $client->read_until(qr/\r\n\r\n/, 3);
    my $took = time() - $start;
    my $answer = $client->response(5);
    is($client->request(GET => '/ok')->body, 'ok', "$path: reusable");
    return ($took, $answer);
}

for my $case (['late', 'a stream', 'role', 'a', (whole())[1 .. 3]],
    ['json', 'no stream', 'role', tail('502 intern_unreachable retryable')],
    ['busy', 'a refusal', 'role', tail('409 busy retryable')],
    ['slow', 'a refusal with a 5xx', 'role', tail('503 busy retryable')],
    ['cut', 'no answer', 'role', tail('502 intern_unreachable retryable')],
    ['silent', 'silence', 'role', tail('504 timeout retryable')])
{
    my ($name, $title, @want) = @$case;
    my ($took, $answer) = early("/api/v1/interns/$name/chat/completions");
    is_deeply([seen($answer)], \@want, "an early 200, then $title");
    next if $name ne 'late';
    cmp_ok($took, '<', 0.45 * $Gate::Nginx::patience, 'it is early indeed');
    like($answer->body, qr/\A: keepalive\n\n(?:: keepalive\n\n)+data/,
        'keepalives come before the first event');
}
my ($took, $answer) = early('/api/v1/interns/event/chat/completions');
is_deeply([seen($answer)], [whole('a')], 'an early header, a late event');

($took, $answer) = early('/dead/silent/chat/completions');
is_deeply([seen($answer)], ['role', tail('504 timeout retryable')],
    'the deadline after an early 200 is an error chunk');

($took, $answer) = early('/late/chat/completions');
is_deeply([seen($answer)], [relayed(whole('a'))], 'a relay: a stream');
is($answer->header('content-type'), 'text/event-stream', 'with its type');
($took, $answer) = early('/json/chat/completions');
is((seen($answer))[-1], '[DONE]', 'a relay: no stream, but an end');
unlike($answer->body, qr/upstream says/, 'without what came instead');
is_deeply([seen(talk($t, 'quick'))], [whole('a')], 'a quick one as ever');
ok(well($t), 'others are served');
