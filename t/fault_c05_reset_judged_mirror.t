# C05 in a subrequest: a client resets while a thread judges the body for a
# guarded mirror. Nothing is sent on for it any more, and no socket to an
# upstream stays open until its read timeout.
use Gate;

use Time::HiRes qw(sleep);

my $up = Gate::upstream(code => sub ($conn, $request) { $conn->hang });
my $copy = Gate::upstream(code => sub ($conn, $request) { $conn->hang });
my $slow = join ' ', map { "filter $_ redact;" } qw(email phone ssn
    credit-card ip-address person-name address);
my $t = Gate->new(listen => [qw(h1 h2c)], timeout => 90,
    main => 'thread_pool gate threads=1;',
    http => "gate_guardrail g { $slow }", conf => <<"EOT");
    client_max_body_size 8m;
    client_body_buffer_size 8m;
    location /judged { internal; gate_apply_guardrail g; proxy_pass $copy; }
    location /stream/ { gate_stream auto; mirror /judged; proxy_pass $up; }
    location /plain/ { mirror /judged; proxy_pass $up; }
EOT

my $body = '{"t":"' . 'Ann Smith, 12 Main Street, 415-555-01. ' x 80_000
    . '"}';
for my $where (qw(stream plain)) {
    my $h2 = $t->h2('h2c');
    my $s = $h2->open(POST => "/$where/chat/completions",
        { 'content-type' => 'application/json' }, $body);
    $h2->pump(0.02);
    $h2->rst($s);
    $h2->pump(0.05);
    $h2->close;

    my $c = $t->connect;
    $c->send(Gate::Client::build(POST => "/$where/chat/completions",
        { 'Content-Type' => 'application/json' }, $body));
    sleep 0.02;
    $c->reset;
}

# a worker that leaves has ended all of it
ok($t->reload, 'a reload');
ok(Gate::wait_for(sub { !$t->leaving_pids }, 20), 'the old worker leaves');
is(scalar $copy->requests, 0, 'no mirror got a request of a client gone');
cmp_ok(scalar $up->closed, '==', $up->connections,
    'the connections of the requests themselves are closed');
