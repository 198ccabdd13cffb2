# U24: after so much silence a comment `: keepalive`, only between events; no
# comments and no fields of the intern's own.
use Gate;
use Gate::Chat;

use Time::HiRes qw(time);

my $split = says('Hello');
my $half = int(length($split) / 2);
my @end = (finish('stop'), usage_chunk(), done());
my %up = (
    # silence before the first event, between two, and inside one
    gaps => Gate::upstream(sse => ["\n", \0.25, says('a'), \0.25,
        substr($split, 0, $half), \0.25, substr($split, $half), @end]),
    # its own comments are no life sign that reaches a client
    chatty => Gate::upstream(sse => [says('a'),
        (": upstream says\n\n", \0.05) x 8, "id: 5\nretry: 1\n" . says('b'),
        @end]),
    busy => Gate::upstream(sse => [(map { (says($_), \0.04) } 1 .. 12), @end]),
    bulk => Gate::upstream(sse => [(map { says($_ x 1000) } 1 .. 300), \1,
        @end]),
);
my $often = 'gate_stream_keepalive 100ms;';
my $t = chat_nginx(tests => 22, upstreams => \%up, kind => 'chat',
    listen => [qw(h1 tls h2c h2)], listen_args => 'sndbuf=16k', gzip => 1,
    chat => $often, stream => $often);

sub comments ($answer) {
    return scalar grep { $_ eq ': keepalive' } Gate::events($answer->text);
}

# The answer, and whether the keepalives are as many as the time allows.
sub timed ($ask, @args) {
    my $start = time();
    my $answer = $ask->($t, @args);
    my $most = (time() - $start) / 0.1;
    my $n = comments($answer);
    return ($answer, $n >= 3 && $n <= $most ? 'enough' : "$n of $most");
}

my @words = whole('a', 'Hello');
for my $proto (qw(h1 tls h2c h2)) {
    my ($answer, $keepalives) = timed(\&talk, 'gaps', proto => $proto);
    is_deeply([seen($answer)], \@words, "$proto: every event is whole");
    is($keepalives, 'enough', "$proto: keepalives in every silence");
}
my ($answer, $keepalives) = timed(\&relay, 'gaps');
is_deeply([seen($answer)], [relayed(@words[1 .. $#words])],
    'a relay: every event is whole');
is($keepalives, 'enough', 'a relay: keepalives, too');
($answer, $keepalives) = timed(\&talk, 'gaps',
    headers => { 'Accept-Encoding' => 'gzip' });
is_deeply([seen($answer)], \@words, 'gzip: every event is whole');
is($keepalives, 'enough', 'gzip: keepalives reach the client');

$answer = talk($t, 'chatty');
is_deeply([seen($answer)], [whole('a', 'b')], 'an intern with comments');
unlike($answer->text, qr/upstream says|^(?:id|retry):/m,
    'which stay behind, with its fields');
cmp_ok(comments($answer), '>=', 1, 'they do not count as a life sign');
like(relay($t, 'chatty')->text, qr/upstream says.*id: 5/s,
    'a relay hands them on');
is(comments(talk($t, 'busy')), 0, 'no keepalives in a busy stream');

# A slow client is not silence: what it has not read would only grow.
for my $path ('/api/v1/interns/bulk/chat/completions',
    '/bulk/chat/completions')
{
    my $client = $t->connect('h1', rcvbuf => 4096);
    $client->send(Gate::Client::build(POST => $path, {
        'Content-Type' => 'application/json',
        Authorization => 'Bearer ' . $t->key },
        '{"stream":true,"messages":[{"role":"user","content":"hi"}]}'));
    $client->stall(0.3);
    my $before = $t->status->{streams}{keepalives};
    $client->stall(0.6);
    is($t->status->{streams}{keepalives}, $before,
        'no keepalives for a stalled client');
    is((seen($client->response))[-1], '[DONE]', 'who gets it all in the end');
}
ok(well($t), 'others are served');
