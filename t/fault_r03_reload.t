# R03: a reload cuts no stream and loses no paused run; new requests meet the
# new configuration, and the old worker leaves with its last stream.
use Gate;
use Gate::Chat;
use Gate::Crowd;
use Gate::Internd;

my $daemon = Gate::Internd->new;
my $crowd = Gate::Crowd->new;
my $up = Gate::upstream(code => $crowd->server);
my $t = chat_nginx(tests => 14, listen => [qw(h1 tls h2c)],
    keys => ['old', 'stays'],
    upstreams => { held => $up, daemon => $daemon });
my ($old) = $t->worker_pids;

my @asked = $t->chat('daemon', prompt('!shell echo later',
    approval_mode => 'manual'), key => 'stays');
my ($id) = map { $_->{id} } map { @{$_->{delta}{tool_calls} // []} }
    map { @{$_->{choices}} } grep { ref } @asked;
my $session = $asked[-2]{session_id};

for my $proto (qw(h1 tls h2c)) {
    $crowd->add($t, $proto, '/held/chat/completions', 15);
    $crowd->add($t, $proto, "/api/v1/interns/$_/chat/completions", 8)
        for qw(held daemon);
}
is($crowd->started(10), 93, 'streams have begun');

# the first key goes, and every location is another one
$t->{conf}->write_file(keys => Gate::key(name => 'stays')->{line});
ok($t->reload(http => 'server { listen 127.0.0.1:%%PORT:new%%; return 204; }'),
    'the reload is taken');
isnt(($t->worker_pids)[0], $old, 'a new worker serves');
is_deeply([$t->leaving_pids], [$old], 'the old one stays with its streams');
is(Gate::Client->new(port => $t->port('new'))->request(GET => '/')->status,
    204, 'new requests meet the new configuration');
is($t->chat('held', prompt(), key => 'old')->status, 401,
    'the key that went is not taken');
is($t->status->{streams}{active}, 93, 'the figures still count the streams');

my $answer = $t->chat('daemon', tool_reply($id, $session), key => 'stays');
like(join(' ', seen($answer)), qr/finish stop .*\[DONE\]\z/,
    'the paused run is answered through the new worker');

is((grep { $_->gone } $crowd->members), 0, 'no stream is cut');
$crowd->release;
my @seen = map { join ' ', $_->seen } $crowd->members;
is((grep { /one .*two.* finish stop .*\[DONE\]\z/s } @seen), 93,
    'all go on and end with [DONE]');

# after a POST nginx half-closes and waits for the client to close, too
$_->{client}->close for $crowd->members;
ok(Gate::wait_for(sub { !-e "/proc/$old" }, 2),
    'the old worker leaves with its last stream');
ok(Gate::wait_for(sub { $t->status->{streams}{active} == 0 }, 2),
    'no stream is counted any more');
is($t->status->{streams}{total}, 95, 'and none was forgotten');
is($t->chat('held', prompt(), key => 'stays')->complete, 1,
    'the new worker serves chats');
