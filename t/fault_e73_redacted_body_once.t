# E73: a redacted body is in memory once, and only until it is sent: not the
# one that came, not its temporary file, and not twice.
use Gate;
use Gate::Chat qw(rss_kb);

my $streams = 40;
my $up = Gate::upstream(code => sub ($conn, $request) {
    return $conn->answer(200, 'done') if $request->uri =~ m{/answer};
    $conn->head(200, { 'Content-Type' => 'text/event-stream' });
    $conn->write("data: {\"a\":1}\n\n");
    $conn->hang;
});
my $t = Gate->new(status => 1, main => 'thread_pool gate threads=1;',
    http => 'gate_guardrail g { filter email redact; }', conf => <<"EOT");
    client_max_body_size 4m;
    client_body_buffer_size 2m;
    gate_apply_guardrail g;
    location /memory { gate_stream auto; proxy_pass $up; }
    location /file {
        client_body_buffer_size 16k;
        gate_stream auto;
        proxy_pass $up;
    }
EOT

my ($worker) = $t->worker_pids;
my %headers = ('Content-Type' => 'application/json');
my $size = 1 << 20;
my $body = '{"a":"' . 'text ' x ($size / 5) . ' jane.roe@example.org"}';

sub temporary_files () {
    return grep { (readlink // '') =~ /client_body_temp/ }
        glob "/proc/$worker/fd/*";
}

for my $path (qw(/memory /file)) {
    # what a worker keeps for the next one is there
    $t->request(POST => "$path/answer", \%headers, $body) for 1 .. 3;
    my $before = rss_kb($t);
    my @clients;
    for my $i (1 .. $streams) {
        my $client = $t->connect;
        $client->send(Gate::Client::build(POST => $path, \%headers, $body));
        $client->read_until(qr/data: \{"a":1\}/, 20)
            or fail "$path: stream $i";
        push @clients, $client;
    }
    my $grown = (rss_kb($t) - $before) * 1024 / $streams;
    SKIP: {
        skip 'a sanitizer keeps freed memory', 1 if $ENV{GATE_PRELOAD};
        cmp_ok($grown, '<', $size / 4,
            "$path: an idle stream does not hold its body");
    }
    is(scalar(temporary_files()), 0, "$path: nor its temporary file");
    $_->close for @clients;
}
my @bodies = map { $_->body } $up->requests;
is(scalar(grep { /text  \[EMAIL\]"}\z/ && length($_) > $size } @bodies),
    scalar(@bodies), 'all of them were sent, redacted');
