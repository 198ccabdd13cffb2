# C03: a client that closes after the [DONE] that follows tool_calls leaves
# the run paused; it is answered through another worker.
use Gate;
use Gate::Chat;
use Gate::Internd;

use Time::HiRes qw(sleep);

my $up = Gate::Internd->new;
my $t = chat_nginx(tests => 9, workers => 2, upstreams => { alpha => $up },
    conf => 'add_header X-Worker $pid always;');

# A connection to another worker than that one.
sub connection ($not = 0) {
    for (1 .. 200) {
        my $client = $t->connect;
        my $worker = $client->request(GET => '/ok')->header('x-worker');
        return ($client, $worker) if $worker != $not;
        $client->close;
    }
    die "all connections go to worker $not\n";
}

sub chat ($client, $body) {
    return $client->request(POST => '/api/v1/interns/alpha/chat/completions',
        { 'Content-Type' => 'application/json',
          Authorization => 'Bearer ' . $t->key },
        JSON::PP->new->utf8->encode({ stream => JSON::PP::true, %$body }));
}

my ($client, $worker) = connection();
my $question = prompt('!ask {"message":"which?","fields":[]}');
$client->send(Gate::Client::build(
    POST => '/api/v1/interns/alpha/chat/completions',
    { 'Content-Type' => 'application/json',
      Authorization => 'Bearer ' . $t->key },
    JSON::PP->new->utf8->encode({ stream => JSON::PP::true, %$question })));
# not even the end of the transfer is waited for
my $head = $client->read_until(qr/\[DONE\]\n\n/);
ok($head, 'the question came, with its [DONE]');
$client->reset;

my ($id) = $head =~ /"id":"(call_[^"]+)"/;
my ($session) = $head =~ /"session_id":"([^"]+)"/;
like($id, qr/./, 'the question has an id');
like($session, qr/./, 'and a session');
ok(wait_idle($t), 'the stream is over');
sleep 0.3;
my $run = $up->wait_run('paused');
is($run && $run->{session_id}, $session, 'the run is still paused');

my ($other, $second) = connection($worker);
my $answer = chat($other, tool_reply($id, $session,
    '{"action":"accept","content":{}}'));
is($answer->header('x-worker'), $second, 'another worker takes the answer');
is((seen($answer))[-3], 'finish stop', 'and the run goes on');
is($up->wait_run('ended')->{session_id}, $session, 'to its end');
ok(well($t), 'others are served');
