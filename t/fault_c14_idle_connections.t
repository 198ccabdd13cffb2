# C14, reduced: more idle connections than a worker has slots. Streams that
# run are untouched, and the worker recovers by itself. (In full: t/load.)
use Gate;
use Gate::Chat;

use IO::Socket::INET;

my $up = Gate::upstream(sse => [(map { (says($_), \0.1) } 1 .. 15),
    finish('stop'), usage_chunk(), done()]);
my $t = chat_nginx(tests => 5, connections => 64, upstreams => {
    alpha => $up }, kind => 'chat', conf => 'keepalive_timeout 30s;');
$t->allow_log(qr/worker_connections are not enough/);

my @running = map {
    my $client = $t->connect;
    $client->send(Gate::Client::build(POST => $_, {
        'Content-Type' => 'application/json',
        Authorization => 'Bearer ' . $t->key },
        '{"stream":true,"messages":[{"role":"user","content":"hi"}]}'));
    $client;
} ('/api/v1/interns/alpha/chat/completions', '/alpha/chat/completions') x 3;
$up->wait_requests(6);

# twice the slots; half of them have asked once, the others never
my @idle = map {
    my $sock = IO::Socket::INET->new(PeerAddr => '127.0.0.1',
        PeerPort => $t->port, Timeout => 2);
    syswrite $sock, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n" if $sock && $_ % 2;
    $sock;
} 1 .. 128;
cmp_ok(scalar(grep { $_ } @idle), '>', 100, 'idle connections');

my @texts = map { "$_" } 1 .. 15;
my @want = (join(' ', whole(@texts)),
    join ' ', @texts, (relayed(whole()))[1 .. 3]);
my $wrong = 0;
for my $n (0 .. $#running) {
    my $got = join ' ', seen($running[$n]->response);
    $got eq $want[$n % 2] or $wrong++, diag($got);
}
is($wrong, 0, 'the streams that run are untouched');
is($t->status->{streams}{outcomes}{complete}, 6, 'all of them');
close $_ for grep { $_ } @idle;
ok(Gate::wait_for(sub { $t->request(GET => '/ok')->body eq 'ok' }, 5),
    'recovery alone');
ok(well($t), 'others are served');
