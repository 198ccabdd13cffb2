# C05: a client that resets while its body is read, waits for a thread, is
# judged there or is on its way to the upstream leaves nothing behind, and what
# it sent leaves only as it was judged. Most telling with a sanitizer.
use Gate;
use Gate::Chat qw(wait_idle);

use Time::HiRes qw(sleep);

my $sse = { 'Content-Type' => 'text/event-stream' };
my $up = Gate::upstream(code => sub ($conn, $request) {
    my $name = ($request->uri =~ m{/(\w+)\z})[0];
    return $conn->hang if $name eq 'header';
    return $conn->answer(200, 'served') if $name eq 'answer';
    $conn->head(200, $sse);
    $conn->write("data: {\"a\":1}\n\n" x ($name eq 'bulk' ? 20_000 : 1));
    $conn->hang;
});
my @filters = qw(email phone ssn credit-card ip-address person-name address);
my $rails = join '', map { "filter $_ redact;" } @filters;
my $t = Gate->new(
    status => 1, listen => [qw(h1 tls h2c h2)], listen_args => 'sndbuf=16k',
    # one thread: the rest waits for it
    main => 'thread_pool gate threads=1;',
    http => "gate_guardrail redact { $rails }"
        . ' gate_guardrail block { filter email block; }',
    conf => <<"EOT" . join '', map { location($_) } qw(redact block));
    client_max_body_size 4m;
    location = /ok { return 200 ok; }
EOT
sub location ($rail) {
    return <<"EOT";
    location /$rail/ {
        gate_apply_guardrail $rail; gate_stream auto; proxy_pass $up;
    }
    location /$rail/file/ {
        client_body_in_file_only clean;
        gate_apply_guardrail $rail; proxy_pass $up;
    }
EOT
}

my %headers = ('content-type' => 'application/json');
my $mail = 'john@example.com';
sub document ($size) {
    my $piece = 'Dear Ann Smith, 12 Main Street, x@y, 415-555-01 or so. ';
    return '{"text":"' . $piece x ($size / length $piece) . " $mail\"}";
}
my $large = document(600_000);
my $small = document(200);
my ($worker) = $t->worker_pids;

sub start ($proto, $path, $body) {
    if ($proto =~ /h2/) {
        my $client = $t->h2($proto, window => 20_000);
        $client->open(POST => $path, \%headers, $body);
        return $client;
    }
    my $client = $t->connect($proto, rcvbuf => 4096);
    $client->send(Gate::Client::build(POST => $path, \%headers, $body));
    return $client;
}
sub is_well ($title) {
    my $answer = $t->request(GET => '/ok');
    ok(($answer->body // '') eq 'ok' && ($t->worker_pids)[0] == $worker,
        $title);
}

# ---- after the whole body was sent: in the queue, on the thread, beyond
for my $proto (qw(h1 tls h2c h2)) {
    for my $rail (qw(redact block)) {
        my @paths = map { "/$rail/$_" } $proto eq 'h1'
            ? qw(header event bulk answer file/answer) : qw(event answer);
        for my $path (@paths) {
            my @clients = map { start($proto, $path, $large) } 1 .. 3;
            for my $client (@clients) {
                $client->reset;
                sleep 0.007;
            }
            is_well("$path, $proto: judged on the thread");
        }
    }
    my $client = start($proto, '/redact/header', $small);
    $client->reset;
    is_well("$proto: judged on the loop");
}

# ---- one stream of several, each at another moment
for my $rail (qw(redact block)) {
    my $h2 = $t->h2('h2c');
    my @streams = map { $h2->open(POST => "/$rail/answer", \%headers, $large) }
        1 .. 4;
    for my $i (0, 2) {
        $h2->rst($streams[$i]);
        $h2->pump(0.01);
    }
    $h2->wait($streams[$_], 10) for 1, 3;
    is(join(' ', map { $streams[$_]->status // 'none' } 1, 3),
        $rail eq 'block' ? '403 403' : '200 200',
        "$rail: the streams beside a reset one are judged");
    $h2->close;
}

# ---- while the body is read
for my $cut (100, 20_000, 200_000, length($large) - 1) {
    for my $proto (qw(h1 h2c)) {
        my $client;
        if ($proto eq 'h1') {
            $client = $t->connect;
            my $bytes = Gate::Client::build(POST => '/redact/event',
                \%headers, $large);
            $client->send(substr $bytes, 0, $cut);
        } else {
            $client = $t->h2($proto);
            $client->open(POST => '/redact/event', \%headers,
                substr($large, 0, $cut), end => 0);
            $client->pump(0.005);
        }
        $client->reset;
        is_well("$proto: after $cut bytes of the body");
    }
}

# ---- pipelined behind one that is judged
{
    my $client = $t->connect;
    my $bytes = Gate::Client::build(POST => '/redact/answer', \%headers,
        $large);
    $client->send($bytes . Gate::Client::build(GET => '/ok'));
    is($client->response(10)->status, 200, 'a request before another');
    is($client->response(10)->body, 'ok', 'and the one behind it');
    $client->close;
}

# ---- afterwards
ok(wait_idle($t, 5), 'no stream is left open');
# those that answer at once end by themselves
my $ended = grep { $_->uri =~ /answer/ } $up->requests;
my $open = sub { $up->connections - $up->events('closed') };
ok(Gate::wait_for(sub { $open->() <= $ended }, 5),
    'no upstream is left open') or diag($open->() . " of $ended");
my @seen = $up->requests;
is(scalar(grep { $_->body =~ /\Q$mail\E/ || $_->uri =~ /block/ } @seen), 0,
    'nothing left that was not judged');
my $answer = $t->request(POST => '/redact/answer', \%headers, $large);
is($answer->status, 200, 'the thread still works');
like(($up->requests)[-1]->body, qr/\[EMAIL\]"\}\z/, 'as it did');
