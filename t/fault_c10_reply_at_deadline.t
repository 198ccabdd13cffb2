# C10: a reply in the millisecond of the interaction deadline is delivered or
# refused, never both and never neither.
use Gate;
use Gate::Chat;
use Gate::Internd;

use Time::HiRes qw(sleep time);

my $deadline = 0.6 * $Gate::Nginx::patience;
my $rounds = 120;
my $up = Gate::Internd->new('--open-questions' => 1000,
    '--interaction-deadline' => int(1000 * $deadline) . 'ms');
my $t = chat_nginx(tests => 5, upstreams => { alpha => $up });

my %count;
my %told;           # by session: what its client was told
while ($rounds > 0) {
    # a batch of questions, each answered when its own time is over
    my @batch;
    for (1 .. 20) {
        my $answer = talk($t, 'alpha',
            body => prompt('!ask {"message":"which?","fields":[]}'));
        my ($id) = $answer->body =~ /"id":"(call_[^"]+)"/;
        my $session = (Gate::chunks($answer->text))[-2]{session_id};
        push @batch, { at => time() + $deadline, id => $id,
            session => $session, client => $t->connect };
        $rounds--;
    }
    for my $n (0 .. $#batch) {
        my $one = $batch[$n];
        my $body = JSON::PP->new->utf8->encode({ stream => JSON::PP::true,
            %{tool_reply($one->{id}, $one->{session},
                '{"action":"accept","content":{}}')} });
        my $bytes = Gate::Client::build(
            POST => '/api/v1/interns/alpha/chat/completions',
            { 'Content-Type' => 'application/json',
              Authorization => 'Bearer ' . $t->key }, $body);
        # from 4 ms before to 2 ms after: the question is older than we know
        my $wait = $one->{at} - 0.004 + 0.0003 * $n - time();
        sleep $wait if $wait > 0;
        $one->{client}->send($bytes);
    }
    for my $one (@batch) {
        my $answer = $one->{client}->response;
        my @words = seen($answer);
        my $what = $words[-1] eq '[DONE]' ? $words[-3] : refusal($answer);
        $count{$what}++;
        $told{$one->{session}} = $what eq 'finish stop' ? 1 : 0;
        $one->{client}->close;
    }
}
my $refusal = '409 interaction_not_pending final';
note(join ', ', map { "$_: $count{$_}" } sort keys %count);
is(($count{'finish stop'} // 0) + ($count{$refusal} // 0), 120,
    'each reply is delivered or refused');
is_deeply([grep { $_ ne 'finish stop' && $_ ne $refusal } keys %count], [],
    'and nothing else');

# the daemon tells the same story
my @lies = grep {
    my $cancelled = ($_->{ended_reason} // '') eq 'interaction_deadline';
    $_->{state} ne 'ended' || $told{$_->{session_id}} == $cancelled;
} @{$up->runs};
is(scalar @lies, 0, 'a reply that was delivered was not too late as well');
is(scalar @{$up->runs}, 120, 'no run is missing');
ok(well($t), 'others are served');
