# R01: kill -9 of a worker ends its own streams without [DONE] and their runs
# with them; the other worker's streams and paused runs do not notice.
use Gate;
use Gate::Chat;
use Gate::Crowd;
use Gate::Internd;

my $daemon = Gate::Internd->new;
my $crowd = Gate::Crowd->new;
my $up = Gate::upstream(code => $crowd->server);
# with reuseport the kernel spreads the connections over both workers
my $t = chat_nginx(tests => 13, workers => 2, listen_args => 'reuseport',
    upstreams => { held => $up, daemon => $daemon });

my ($question) = grep { ref && $_->{choices}[0]
        && $_->{choices}[0]{delta}{tool_calls} }
    my @asked = $t->chat('daemon', prompt('!shell echo later',
        approval_mode => 'manual'));
my $id = $question->{choices}[0]{delta}{tool_calls}[0]{id};
my $session = $asked[-2]{session_id};
is($asked[-1], '[DONE]', 'a run is paused');

$crowd->add($t, 'h1', '/held/chat/completions', 50);
$crowd->add($t, 'h1', '/api/v1/interns/held/chat/completions', 30);
$crowd->add($t, 'h1', '/api/v1/interns/daemon/chat/completions', 20);
is($crowd->started(10), 100, 'a hundred streams have begun');

my $killed = $t->kill_worker;
Gate::wait_for(sub { grep { $_->gone } $crowd->members }, 2);
my @cut = grep { $_->gone } $crowd->members;
my @rest = grep { !$_->gone } $crowd->members;
cmp_ok(@cut, '>', 10, 'some were of the worker that was killed');
cmp_ok(@rest, '>', 10, 'some were not');
is((grep { $_->so_far =~ /DONE|error/ } @cut), 0,
    'the cut ones end without [DONE], and without an error');

my $of = sub ($name, @members) { grep { $_->{path} =~ /$name/ } @members };
my $held = () = $of->(held => @cut);
cmp_ok($up->wait_closed($held, 2), '<', 2, 'their upstreams are closed');
is($up->closed, $held, 'and no others');
my $alive = () = $of->(daemon => @rest);
ok(Gate::wait_for(sub {
    $alive == grep { $_->{state} eq 'streaming' } @{$daemon->runs};
}, 2), 'their runs are ended') or diag(explain([$alive, $daemon->runs]));
is((grep { $_->{state} eq 'paused' } @{$daemon->runs}), 1,
    'the paused run is not');
ok(Gate::wait_for(sub { $t->status->{streams}{active} == @rest }, 2),
    'the figures count what is left');

$crowd->release;
is((grep { join(' ', $_->seen) =~ /one .*two.* finish stop .*\[DONE\]\z/s }
    @rest), scalar @rest, 'the others miss nothing and end with [DONE]');

my @words = seen(scalar $t->chat('daemon', tool_reply($id, $session)));
like("@words", qr/finish stop .*\[DONE\]/, 'the paused run can be answered');
ok(well($t), 'the new worker serves');
