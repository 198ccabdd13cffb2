# G30: a body for whose judgement there is no memory is refused and not sent
# on, on a thread and on the event loop; the next one is judged again.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(main => 'thread_pool gate threads=1;',
    http => 'gate_guardrail g { filter email redact; }',
    conf => <<"EOT");
    client_max_body_size 8m;
    client_body_buffer_size 16k;
    location / { gate_apply_guardrail g; proxy_pass $up; }
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
SKIP: {
    skip 'a sanitizer has the address space', 1 if $ENV{GATE_PRELOAD};
    for my $where (qw(thread loop)) {
        # nginx has what it needs when the body begins, and puts it in a file
        my $bytes = Gate::Client::build(POST => '/', \%json, $body{$where});
        my $client = $t->connect;
        $client->send(substr $bytes, 0, 1000);
        select undef, undef, undef, 0.1;
        set_limit(address_space() + 64 * 1024);
        $client->send(substr $bytes, 1000);
        my $answer = $client->response(5);
        $client->close;
        is $answer->status, 500, "G30: no memory, $where: refused";
        is $answer->reason_word, 'internal_error', "G30: $where: and says so";
        is scalar($up->requests), 0, "G30: $where: nothing was sent on";
        set_limit('unlimited');
    }
}
for my $where (qw(thread loop)) {
    my $answer = $t->request(POST => '/', \%json, $body{$where});
    is $answer->status, 200, "G30: $where: with memory it is judged";
}
is scalar($up->requests), 2, 'G30: and sent on';
$t->allow_log(qr/precontent failed: std::bad_alloc/);
