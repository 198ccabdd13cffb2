# H26, H27: clients that send their heads byte by byte are closed and disturb
# nobody; a slow body meets the deadline of the route, which the 408 quotes.
use Gate;
use Gate::Expect;
use Time::HiRes qw(time);

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, conf => <<'EOT');
    gate_json_errors on;
    client_header_timeout 600ms;
    lingering_timeout 100ms;
    location /api/v1/interns/ {
        gate_chat;
        gate_stream_deadline 400ms;
        proxy_pass http://$gate_intern_upstream;
    }
    location /long/ {
        gate_chat;
        gate_stream_deadline 1500ms;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

# ---- H26, with 200 of the 1,000 clients
my $head = chat_head($t);
my @slow = map { $t->connect } 1 .. 200;
for my $i (0 .. 2) {
    $_->send(substr $head, $i, 1) for @slow;
}
my $start = time();
is($t->chat('alpha', prompt())->status, 200,
    'H26: a healthy client is served meanwhile');
cmp_ok(time() - $start, '<', 0.5, 'H26: and at once');
$up->{expected}++;
$slow[0]->read_all(3);
ok(Gate::wait_for(sub { !grep { $_->alive } @slow }, 1),
    'H26: the slow ones are closed');
is($slow[0]->{in}, '', 'H26: without a byte');
$_->close for @slow;

# ---- H27
sub slowly ($c, @lines) {
    my $head = chat_head($t, @lines);
    $head =~ s{/api/v1/interns}{/long/x} if $c->{long};
    $c->send("$head\r\n");
    my $began = time();
    my $body = chat_body();
    while ($body ne '' && time() - $began < 3) {
        $c->send(substr $body, 0, 1, '');
        last if !$c->alive(0.05) || length $c->{in};
    }
    my $answer = $c->response(3);
    $c->close;
    return ($answer, time() - $began);
}

my $n = length chat_body();
my ($answer, $took) = slowly($t->connect, "Content-Length: $n");
refused($answer, 408, 'timeout', 'H27: a slow body is 408', closed => 1,
    message => qr/\AOperation timed out after 1s\. Please try again later\./);
cmp_ok($took, '>', 0.35, 'H27: not before the deadline');
cmp_ok($took, '<', 2.5, 'H27: and soon after it');
unharmed($t, $up, 'H27: nothing reached the intern');

my $c = $t->connect;
$c->send(chat_head($t, 'Transfer-Encoding: chunked') . "\r\n4\r\n");
refused($c->response(3), 408, 'timeout', 'H27: also in chunks');
$c->close;
unharmed($t, $up, 'H27: and nothing reached the intern');

$c = $t->connect;
$c->{long} = 1;
($answer) = slowly($c, "Content-Length: $n");
refused($answer, 408, 'timeout', 'H27: the message has this route\'s own time',
    message => qr/after 2s/);
