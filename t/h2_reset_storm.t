# A storm of resets over HTTP/2 with reloads in between, at streams, guarded
# bodies, subrequests of others and plain proxies: once it is quiet no worker
# has a socket to an upstream left, and none that left had one (the harness
# fails on "open socket ... left in connection").
use Gate;

use POSIX ();
use Time::HiRes qw(sleep time);

my $seed = $ENV{GATE_SEED} || 17;
my $event = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
my @answers = (
    sub ($conn) { $conn->answer(200, 'x' x 60_000) },
    sub ($conn) { $conn->pause(rand 0.5); $conn->answer(404, 'none') },
    sub ($conn) { $conn->close },
    sub ($conn) { $conn->hang },
    map { my $end = $_; sub ($conn) {
        $conn->head(200, [['Content-Type', 'text/event-stream'],
            ['Transfer-Encoding', 'chunked']]);
        for (1 .. 8) {
            $conn->chunk($event x (1 + rand 40));
            $conn->pause(rand 0.05);
        }
        $end->($conn);
    } } (sub ($conn) { $conn->hang }, sub ($conn) { $conn->reset },
        sub ($conn) { $conn->chunk("data: [DONE]\n\n");
                      $conn->write("0\r\n\r\n") }),
);
my $up = Gate::upstream(code => sub ($conn, $request) {
    srand($seed * 1000 + $request->{n});
    $answers[rand @answers]->($conn);
});
my $to = 'proxy_pass http://back;';
my @locations = (
    "$to", "proxy_buffering off; $to", "proxy_request_buffering off; $to",
    "gate_stream auto; $to",
    "gate_stream auto; gate_stream_keepalive 20ms; $to",
    "gate_stream auto; gate_stream_commit 30ms; $to",
    "gate_stream auto; gate_stream_deadline 400ms; $to",
    "gate_apply_guardrail g; $to",
    "gate_stream chat; gate_apply_guardrail g; error_page 404 502 = \@other;"
        . " proxy_intercept_errors on; $to",
    "gate_stream auto; mirror /judged; $to",
    "gate_stream auto; add_after_body /judged; $to",
    "gate_stream auto; auth_request /judged; $to",
);
my $t = Gate->new(listen => [qw(h1 h2c)], timeout => 120, fd_slack => 24,
    status => 1, main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail g { filter email block; } upstream back { server '
        . $up->address . ' max_fails=0; keepalive 4; }',
    conf => join "\n", 'proxy_http_version 1.1; client_max_body_size 4m;',
        'proxy_set_header Connection ""; proxy_read_timeout 2s;',
        "location \@other { $to }",
        "location /judged { internal; gate_apply_guardrail g; $to }",
        map { "location /$_/ { $locations[$_] }" } 0 .. $#locations);

# One client: opens, resets, stops in the middle of a body, goes away.
sub storm {
    my $h2 = $t->h2('h2c', rand() < 0.3 ? (window => 1000) : ());
    my @open;
    for (1 .. 1 + rand 12) {
        my $body = '{"t":"' . 'word ' x rand(rand() < 0.1 ? 50_000 : 100)
            . '"}';
        my $uri = '/' . int(rand @locations) . '/chat/completions';
        my $is_half = rand() < 0.2;
        substr($body, length($body) / 2) = '' if $is_half;
        push @open, rand() < 0.2 ? $h2->open(GET => $uri)
            : $h2->open(POST => $uri, { 'content-type' => 'application/json' },
                $body, end => !$is_half);
        $h2->rst($open[rand @open]) if rand() < 0.3;
        $h2->pump(rand 0.02) if rand() < 0.4;
    }
    $h2->pump(rand 0.1);
    rand() < 0.5 and $h2->rst($_) for @open;
    rand() < 0.5 ? $h2->reset : $h2->close;
}

my $until = time() + 4;
my @clients;
for my $number (1 .. 3) {
    my $pid = fork() // die "fork: $!";
    if (!$pid) {
        srand($seed * 100 + $number);
        alarm 0;
        while (time() < $until) {
            eval { storm() };
        }
        POSIX::_exit(0);
    }
    push @clients, $pid;
}
my $reloads = 0;
while (time() < $until) {
    sleep 1;
    $reloads += $t->reload ? 1 : 0;
}
waitpid $_, 0 for @clients;
cmp_ok($reloads, '>', 1, "$reloads reloads in the storm");

# What /proc says of the workers' connections to the upstream, but for those
# that are kept alive.
sub upstream_sockets {
    my %inode;
    for my $pid ($t->worker_pids, $t->leaving_pids) {
        for my $fd (glob "/proc/$pid/fd/*") {
            my ($number) = (readlink($fd) // '') =~ /socket:\[(\d+)/ or next;
            $inode{$number} = 1;
        }
    }
    my $port = sprintf ':%04X', $up->port;
    open(my $in, '<', '/proc/net/tcp') or die "/proc/net/tcp: $!";
    return scalar grep { $_->[2] =~ /$port\z/ && $inode{$_->[9]} }
        map { [split] } <$in>;
}
ok(Gate::wait_for(sub { !$t->leaving_pids }, 20), 'all old workers leave');
ok(Gate::wait_for(sub { upstream_sockets() <= 4 }, 10),
    'no socket to the upstream is left but the kept ones');
is($t->status->{streams}{active}, 0, 'no stream is left');
cmp_ok(scalar(grep { /exited on signal|open socket/ } $t->error_log), '==', 0,
    'no worker left one behind');
