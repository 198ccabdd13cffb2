# G30, E10: a body for whose judgement there is no memory, or no place on the
# disk, is refused and not sent on, on a thread and on the event loop, whatever
# an error_page or a post_action says; in monitor mode it goes on as it came.
# The next one is judged again.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my $other = Gate::upstream(json => { other => 1 });
my $statuses = join ' ', 400 .. 417, 500 .. 508;
my $page = "error_page $statuses = \@o; post_action /o; proxy_pass $up;";
my $t = Gate->new(main => 'thread_pool gate threads=1;', status => 1,
    timeout => 120,
    http => 'gate_guardrail g { filter email redact; }',
    conf => <<"EOT");
    client_max_body_size 8m;
    client_body_buffer_size 16k;
    location / { gate_apply_guardrail g; $page }
    location /stream/ { gate_apply_guardrail g; gate_stream auto; $page }
    location /monitor/ {
        gate_apply_guardrail g; gate_enforce monitor; $page
    }
    location \@o { proxy_pass $other; }
    location /o { proxy_pass $other; }
EOT

my ($worker) = $t->worker_pids;

sub address_space () {
    open my $in, '<', "/proc/$worker/status" or die "status: $!";
    my ($kib) = map { /^VmSize:\s+(\d+)/ } <$in>;
    return $kib * 1024;
}

# The soft limit of the worker's address space.
sub set_limit ($to) {
    system('prlimit', '--pid', $worker, "--as=$to:") == 0 or die 'prlimit';
}

my %json = ('Content-Type' => 'application/json');
my %body = (thread => '{"a":"' . 'text ' x 1_000_000 . '"}',
            loop => '{"a":"' . 'text ' x 25_000 . '"}');
my $sent = 0;

# The answer to a body that comes while the worker has no memory left.
sub starved ($uri, $where) {
    # nginx has what it needs when the body begins, and puts it in a file
    my $bytes = Gate::Client::build(POST => $uri, \%json, $body{$where});
    my $client = $t->connect;
    $client->send(substr $bytes, 0, 1000);
    select undef, undef, undef, 0.1;
    set_limit(address_space() + 64 * 1024);
    $client->send(substr $bytes, 1000);
    my $answer = $client->response(5);
    $client->close;
    set_limit('unlimited');
    return $answer;
}

SKIP: {
    skip 'a sanitizer has the address space', 1 if $ENV{GATE_PRELOAD};
    for my $where (qw(thread loop)) {
        for my $uri ('/', '/stream/') {
            my $answer = starved($uri, $where);
            my $title = "G30: no memory, $where, $uri";
            is $answer->status, 500, "$title: refused";
            is $answer->reason_word, 'internal_error', "$title: says so";
            is scalar($up->requests), 0, "$title: nothing was sent on";
        }
    }
    is $other->connections, 0, 'G30: nor to where error_page points';
    for my $where (qw(thread loop)) {
        my $answer = starved('/monitor/', $where);
        $sent++;
        is $answer->status, 200, "E15: no memory, $where: monitor serves";
        ok(($up->requests)[-1]->body eq $body{$where},
            "E15: $where: byte for byte");
        ok $t->wait_log(qr/would_refuse.*\n?/), "E15: $where: logged";
    }
    is $t->status->{monitored_refusals}, 2, 'E15: and counted';
    # without the gate a post_action would come too
    Gate::wait_for(sub { $other->requests >= 2 }, 2);
}

# ---- no place for the temporary file
my $elsewhere = $other->connections;
rename $t->prefix . '/tmp/body', $t->prefix . '/tmp/away' or die "rename: $!";
for my $uri ('/', '/stream/') {
    my $answer = $t->request(POST => $uri, \%json, $body{loop});
    is $answer->status, 500, "E11: no disk, $uri: refused";
    is $answer->reason_word, 'internal_error', "E11: $uri: and says so";
    is scalar($up->requests), $sent, "E11: $uri: nothing was sent on";
}
is $other->connections, $elsewhere, 'E11: nor to where error_page points';
rename $t->prefix . '/tmp/away', $t->prefix . '/tmp/body' or die "rename: $!";

for my $where (qw(thread loop)) {
    my $answer = $t->request(POST => '/', \%json, $body{$where});
    is $answer->status, 200, "G30: $where: with memory it is judged";
}
is scalar($up->requests), $sent + 2, 'G30: and sent on';
$t->allow_log(qr/precontent failed: std::bad_alloc/,
    qr/open\(\) ".*body.*failed/);
