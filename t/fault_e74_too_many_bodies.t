# E74: bodies of one worker under way to a thread are counted: beyond 512 they
# are refused at once, whatever the queue of the pool would take; nothing is
# lost, and afterwards there is room again.
use Gate;
use Gate::Expect;

use Time::HiRes qw(sleep time);

my $streams = 100;
my $connections = 6;
my $up = Gate::upstream(body => 'served');
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)],
    main => 'thread_pool gate threads=1;',  # its queue takes 65,536
    http => 'gate_guardrail slow { filter_regex "x{1,1000}" flag; }',
    conf => <<"EOT");
    client_max_body_size 8m;
    client_body_in_file_only clean;
    gate_inspection_limit off;
    location /slow { gate_apply_guardrail slow; proxy_pass $up; }
EOT

my %headers = ('content-type' => 'application/json');
sub slow ($size) { return '{"text":"' . 'x' x $size . '"}' }
my $start = time();
$t->request(POST => '/slow', \%headers, slow(10_000), timeout => 30);
my $ten = time() - $start;
my $slow = slow(int(30_000 / $ten));
# each of the others takes 8 ms
my $other = slow(int(80 / $ten));

# the thread is busy for about three seconds
my $busy = $t->connect;
$busy->send(Gate::Client::build(POST => '/slow', \%headers, $slow));
sleep 0.1;
my @h2 = map { $t->h2('h2c') } 1 .. $connections;
my @asked;
for my $client (@h2) {
    push @asked, map { [$client,
        $client->open(POST => '/slow', \%headers, $other)] }
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
is($t->request(POST => '/slow', \%headers, '{"a":"text"}')->status, 200,
    'there is room again');
$_->close for @h2, $busy;

# ---- the queue of the pool is full
my $interns = Gate::upstream(sse => [whole_turn()]);
my $full = Gate->new(status => 1, upstream => $interns,
    main => 'thread_pool gate threads=1 max_queue=0;',
    http => 'gate_guardrail slow { filter_regex "x{1,1000}" flag; }',
    conf => <<"EOT");
    client_max_body_size 8m;
    gate_inspection_limit off;
    location /slow {
        client_body_in_file_only clean;
        gate_apply_guardrail slow;
        proxy_pass $up;
    }
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
    }
EOT
my $chat = '/api/v1/interns/alpha/chat/completions';
my $client = $full->connect;
$client->send(Gate::Client::build(POST => '/slow', \%headers, $slow));
sleep 0.2;
my %with_key = (%headers, authorization => 'Bearer ' . $full->key);
my $answer = $full->request(POST => $chat, \%with_key, chat_body(200_000));
refused($answer, 503, 'busy', 'a large chat that no thread can read');
is($answer->header('retry-after'), 1, 'may try again');
is($full->request(POST => $chat, \%with_key, chat_body())->status, 200,
    'a small one needs no thread');
is($client->response(60)->status, 200, 'nobody else is disturbed');
$client->close;
ok(Gate::wait_for(sub {
    $full->request(POST => $chat, \%with_key, chat_body(200_000))->status
        == 200;
}, 5), 'then a large one is read');
$full->allow_log(qr/queue overflow/);
