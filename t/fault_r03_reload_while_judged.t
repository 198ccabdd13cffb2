# R03, R04: a reload or a graceful end while bodies are judged on a thread, or
# wait for it, lets these requests finish, each by the guardrail it began with.
use Gate;

use Time::HiRes qw(sleep);

my $up = Gate::upstream(body => 'served');
# slow enough to be met on the thread
my $slow = join ' ', map { "filter $_ block;" } qw(email phone ssn
    credit-card ip-address person-name address);
my %of = (
    main => 'thread_pool gate threads=1;',
    conf => "client_max_body_size 4m;\n    location / {"
        . " gate_apply_guardrail a; proxy_pass $up; }",
    http => "gate_guardrail a { $slow }");

my $piece = 'Dear Ann Smith, 12 Main Street, 415-555-01 or so. ';
my $body = '{"text":"' . $piece x 15_000 . 'john@example.com"}';
my $bytes = Gate::Client::build(POST => '/',
    { 'Content-Type' => 'application/json' }, $body);

for my $way (qw(reload quit)) {
    my $t = Gate->new(%of);
    my @clients = map { $t->connect } 1 .. 30;
    $_->send($bytes) for @clients;
    # the kernel may hold bodies of connections that are not accepted yet
    my $read = sub { grep { /buffered to a temporary file/ } $t->error_log };
    Gate::wait_for(sub { $read->() == @clients }, 5);
    sleep 0.01;
    if ($way eq 'quit') {
        $t->signal('QUIT');
    } else {
        ok($t->reload(http => 'gate_guardrail a { filter ssn redact; }'),
            'reload: new workers serve');
    }
    my %status;
    $status{$_->response(10)->status // 'none'}++ for @clients;
    is_deeply(\%status, { 403 => 30 },
        "$way: all requests that were read are judged as they began");
    $_->close for @clients;
    $t->done;
}
is(scalar $up->requests, 0, 'nothing was sent on');
