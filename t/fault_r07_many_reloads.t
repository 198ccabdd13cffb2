# R07: reloads under load leave nothing behind: no process, no descriptor, no
# memory, and every stream ends as it should. Thirty of them here.
use Gate;
use Gate::Chat;
use Gate::Crowd;

my $reloads = 30;
my $up = Gate::upstream(code => sub ($conn, $request) {
    my ($first, @rest) = turn('one', 'two');
    $conn->head(200, { 'Content-Type' => 'text/event-stream',
        'Transfer-Encoding' => 'chunked' });
    $conn->chunk($first . shift @rest);
    # longer than a reload takes
    $conn->pause(0.15);
    $conn->chunk(join '', @rest);
    $conn->write("0\r\n\r\n");
});
my $t = chat_nginx(tests => 9, workers => 2, listen => [qw(h1 tls h2c)],
    upstreams => { brief => $up });
my $crowd = Gate::Crowd->new;

sub load {
    for my $proto (qw(h1 tls h2c)) {
        $crowd->add($t, $proto, $_) for '/brief/chat/completions',
            '/api/v1/interns/brief/chat/completions';
    }
    return $crowd->members;
}

# Reads a round of streams; how many were whole.
sub whole_ones (@members) {
    my $n = grep {
        join(' ', $_->seen) =~ /one two finish stop .*\[DONE\]\z/
    } @members;
    $_->{client}->close for @members;
    return $n;
}

sub rss ($pid) {
    open(my $in, '<', "/proc/$pid/statm") or return 0;
    return (split ' ', <$in>)[1] * 4;
}

my ($taken, $whole) = (0, 0);
my $open = () = Gate::Nginx::descriptors($t->master_pid);
my @before = load();
my %early;
for my $n (1 .. $reloads) {
    $crowd->leave;
    my @now = load();
    $taken += $t->reload ? 1 : 0;
    $whole += whole_ones(@before);
    @before = @now;
    # by then the caches of the master are filled
    %early = figures() if $n == 10;
}
$whole += whole_ones(@before);
is($taken, $reloads, 'every reload was taken');
is($whole, 6 * ($reloads + 1), 'every stream came whole');
ok(Gate::wait_for(sub { 2 == $t->{nginx}->children }, 3),
    'only the two new workers are left');

sub figures {
    my $master = $t->master_pid;
    my ($worker) = $t->worker_pids;
    return (master => rss($master), worker => rss($worker));
}

# the master closes the channel to a worker some time after it has left
ok(Gate::wait_for(sub {
    $open == (() = Gate::Nginx::descriptors($t->master_pid)) }, 3),
    'the master has as many descriptors as before');
my %late = figures();
SKIP: {
    skip 'a sanitizer keeps freed memory', 2 if $ENV{GATE_PRELOAD};
    cmp_ok($late{master} - $early{master}, '<', 1000,
        'the master has not grown by a megabyte in twenty reloads');
    cmp_ok($late{worker} - $early{worker}, '<', 1000,
        'nor are its new workers larger');
}
ok(wait_idle($t), 'no stream is counted');
is($t->status->{streams}{total}, 6 * ($reloads + 1), 'all of them were');
ok(well($t), 'nginx serves');
