# E74: bodies of one worker under way to a thread are counted: beyond 512 they
# are refused at once, whatever the queue of the pool would take; nothing is
# lost, and afterwards there is room again.
use Gate;

use Time::HiRes qw(sleep time);

my $streams = 100;
my $connections = 6;
my $up = Gate::upstream(body => 'served');
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)],
    main => 'thread_pool gate threads=1;',  # its queue takes 65,536
    http => 'gate_guardrail slow { filter_regex "x{1,1000}" flag; }'
        . ' gate_guardrail mail { filter email block; }', conf => <<"EOT");
    client_max_body_size 8m;
    client_body_in_file_only clean;
    gate_inspection_limit off;
    location /slow { gate_apply_guardrail slow; proxy_pass $up; }
    location /mail { gate_apply_guardrail mail; proxy_pass $up; }
EOT

my %headers = ('content-type' => 'application/json');
sub slow ($size) { return '{"text":"' . 'x' x $size . '"}' }
my $start = time();
$t->request(POST => '/slow', \%headers, slow(10_000), timeout => 30);
my $slow = slow(int(30_000 / (time() - $start)));

# the thread is busy for about three seconds
my $busy = $t->connect;
$busy->send(Gate::Client::build(POST => '/slow', \%headers, $slow));
sleep 0.1;
my @h2 = map { $t->h2('h2c') } 1 .. $connections;
my @asked;
for my $client (@h2) {
    push @asked, map { [$client,
        $client->open(POST => '/mail', \%headers, '{"a":"text"}')] }
        1 .. $streams;
}
my %seen;
for my $pair (@asked) {
    my ($client, $stream) = @$pair;
    $client->wait($stream, 60);
    my $status = $stream->status // 'none';
    $seen{$status}++;
    if ($status eq '503') {
        $seen{busy} += $stream->reason_word eq 'busy';
        $seen{again} += $stream->header('retry-after') eq '1';
    }
}
is($seen{200} + $seen{503}, $streams * $connections, 'all are answered');
cmp_ok($seen{503}, '>', 0, 'some are refused');
cmp_ok($seen{200}, '>=', 511, 'as many as there is room for are not');
is($seen{busy}, $seen{503}, 'the refused ones are told why');
is($seen{again}, $seen{503}, 'and when to try again');
is($busy->response(60)->status, 200, 'the slow one is answered');
is($t->request(POST => '/mail', \%headers, '{"a":"text"}')->status, 200,
    'there is room again');
