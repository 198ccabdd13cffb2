# C09, C11 to C13: replies that are wrong, late, repeated or made twice, with
# the reference daemon behind the gate.
use Gate;
use Gate::Chat;
use Gate::Internd;

use Time::HiRes qw(sleep time);

my $deadline = 1.5 * $Gate::Nginx::patience;
my $up = Gate::Internd->new(
    '--interaction-deadline' => int(1000 * $deadline) . 'ms');
my $t = Gate->new(tests => 24, status => 1,
    keys => [{ name => 'ann', user_id => 'u-ann', workspace_id => 'w' },
        { name => 'bob', user_id => 'u-bob', workspace_id => 'w' }],
    interns => [{ id => 'own', upstream => $up, owner_user_id => 'u-ann' },
        { id => 'all', upstream => $up }], conf => <<'EOF');
    gate_rate_limit off;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOF

my $accept = '{"action":"accept","content":{}}';

# Asks, and returns the question's id and session.
sub question ($intern) {
    my $answer = talk($t, $intern, key => 'ann',
        body => prompt("!ask {\"message\":\"which?\",\"fields\":[]}\nthen"));
    my ($id) = $answer->body =~ /"id":"(call_[^"]+)"/;
    return ($id, (Gate::chunks($answer->text))[-2]{session_id});
}

sub reply ($intern, $id, $session, $answer = $accept, $key = 'ann') {
    return talk($t, $intern, key => $key,
        body => tool_reply($id, $session, $answer));
}

# ---- C09
my ($id, $session) = question('all');
like($id, qr/./, 'a question');
refused(reply('all', 'call_none', $session),
    '404 interaction_unknown final', 'an id that nobody asked with');
refused(reply('all', $id, 'ses-other'), '404 interaction_unknown final',
    'another session');
refused(reply('all', $id, $session, $accept, 'bob'),
    '404 interaction_unknown final', "another caller's question");
is($up->runs->[-1]{state}, 'paused', 'it is still waiting');
is((seen(reply('all', $id, $session)))[-3], 'finish stop', 'answered');
refused(reply('all', $id, $session), '409 interaction_not_pending final',
    'answered twice');

($id, $session) = question('own');
refused(reply('own', $id, $session, $accept, 'bob'), '404 not_found final',
    "another caller's intern");
is((seen(reply('own', $id, $session)))[-3], 'finish stop',
    'is answered by its owner');

# ---- C11
($id, $session) = question('all');
my $start = time();
my %answers;
while (time() - $start < $deadline + 0.4) {
    $answers{refusal(reply('all', $id, $session, 'no such option'))}++;
    sleep 0.1;
}
my $refused = delete $answers{'400 bad_request final'};
cmp_ok($refused, '>=', 3, 'each rejected answer is 400');
is_deeply([keys %answers], ['409 interaction_not_pending final'],
    'until the deadline, which none of them has moved');
is($up->runs->[-1]{state}, 'ended', 'the run is cancelled');

# ---- C12
for my $round (1 .. 5) {
    ($id, $session) = question('all');
    my $body = JSON::PP->new->utf8->encode({ stream => JSON::PP::true,
        %{tool_reply($id, $session, $accept)} });
    my $bytes = Gate::Client::build(
        POST => '/api/v1/interns/all/chat/completions',
        { 'Content-Type' => 'application/json',
          Authorization => 'Bearer ' . $t->key('ann') }, $body);
    my @clients = map { $t->connect } 1, 2;
    $_->send($bytes) for @clients;
    my @statuses = sort map { $_->response->status } @clients;
    is("@statuses", '200 409', "two replies at once: one wins, round $round");
    $_->close for @clients;
}

# ---- C13
my $before = @{$up->runs};
my $answer = talk($t, 'all', key => 'ann',
    body => prompt('hello', session_id => 'ses-mistyped'));
is((seen($answer))[-3], 'finish stop', 'a mistyped session is no error');
is((Gate::chunks($answer->text))[-2]{session_id}, 'ses-mistyped',
    'it goes on under that id');
my $runs = $up->runs;
is(@$runs - $before, 1, 'in a new run');
is($runs->[-1]{session_id}, 'ses-mistyped', 'of a new session');

# ---- and the run itself
$answer = talk($t, 'all', key => 'ann', body => prompt('!shell true',
    approval_mode => 'manual'));
like((seen($answer))[1], qr/\Acall service.provide_input call_/,
    'the manual mode asks');
is($up->runs->[-1]{approval_mode}, 'manual', 'for this run');
is((seen(talk($t, 'own', key => 'ann')))[-3], 'finish stop',
    'others are served');
