# E70: the deadline of the route or a client that leaves, while a request waits
# for its body, for a thread, on a thread, or for its upstream: 408 or nothing,
# one audit line, and nothing stays behind (the harness looks for descriptors
# and gauges).
use Gate;
use Gate::Chat ();
use Gate::Expect;

use JSON::PP ();
use List::Util qw(min);
use POSIX qw(ceil);
use Time::HiRes qw(sleep time);

my $deadline = 0.5;
my $up = Gate::upstream(code => sub ($conn, $request) {
    return $conn->answer(200, 'done') if $request->uri eq '/slow';
    $conn->hang;
});
# a pattern that is slow on its text, to have the only thread for a while
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)], upstream => $up,
    timeout => 180,
    error_level => 'info', main => 'thread_pool gate threads=1;',
    http => 'gate_guardrail slow { filter_regex "x{1,1000}" flag; }'
        . ' gate_guardrail mail { filter email block; }', conf => <<"EOT");
    client_max_body_size 8m;
    gate_inspection_limit off;
    gate_stream_deadline 500ms;
    lingering_close always;
    location = /ok { return 200 ok; }
    location = /slow {
        client_body_in_file_only clean;
        gate_apply_guardrail slow;
        proxy_pass $up;
    }
    location /api/v1/interns/ {
        gate_chat;
        gate_apply_guardrail mail;
        proxy_pass http://\$gate_intern_upstream;
    }
    location = /relay {
        gate_apply_guardrail mail;
        gate_stream auto;
        proxy_pass $up;
    }
    location = /relay/slow {
        client_body_in_file_only clean;
        gate_apply_guardrail slow;
        gate_stream auto;
        proxy_pass $up;
    }
    location = /plain {
        gate_apply_guardrail mail;
        gate_inspection_wait 100ms;
        proxy_pass $up;
    }
EOT

my $chat = '/api/v1/interns/alpha/chat/completions';
my %headers = ('content-type' => 'application/json',
    authorization => 'Bearer ' . $t->key);
# an answer to a question may be as long as the body
my $reply = JSON::PP->new->encode(Gate::Chat::tool_reply('call-1', 'ses-1',
    'yes ' x 50_000, stream => JSON::PP::true));
my %body = (
    $chat => $reply, '/plain' => chat_body(500_000),
    '/relay' => chat_body(500_000), small => chat_body());
sub slow ($size) { return '{"text":"' . 'x' x $size . '"}' }

# A slow body keeps the thread for about twice the deadline.
my $start = time();
$t->request(POST => '/slow', \%headers, slow(10_000), timeout => 30);
my $ten = time() - $start;
$start = time();
my $slow = slow(min(200_000, int(20_000 * $deadline / $ten)));
$t->request(POST => '/slow', \%headers, $slow, timeout => 30);
my $one = time() - $start;
my $blockers = ceil(2 * $deadline / $one);
note(sprintf '%d bodies of %.0f ms', $blockers, 1000 * $one);

sub start ($proto, $path, $body, $sent = length $body) {
    if ($proto eq 'h2c') {
        my $client = $t->h2($proto);
        $client->{of_test} = $client->open(POST => $path, \%headers,
            substr($body, 0, $sent), end => $sent == length $body);
        return $client;
    }
    my $client = $t->connect($proto);
    my $bytes = Gate::Client::build(POST => $path, \%headers, $body);
    $client->send(substr $bytes, 0, length($bytes) - length($body) + $sent);
    return $client;
}
sub answer ($client) {
    return $client->{of_test} ? $client->wait($client->{of_test}, 20)
        : $client->response(20);
}
sub occupied ($code) {
    my @busy = map { start('h1', '/slow', $slow) } 1 .. $blockers;
    sleep 0.05;
    $code->();
    answer($_), $_->close for @busy;
}
# The audit lines of a path since the last call.
my $seen = 0;
sub audits ($path) {
    my @lines = $t->error_log;
    my @new = @lines[$seen .. $#lines];
    $seen = @lines;
    return grep { /gate: .* uri="\Q$path\E"/ } @new;
}
sub is_408 ($client, $path, $title) {
    audits($path);
    my $answer = answer($client);
    refused($answer, 408, 'timeout', $title);
    $client->close;
    my @lines;
    ok(Gate::wait_for(sub { push @lines, audits($path); @lines > 0 }, 3)
        && @lines == 1 && $lines[0] =~ /status=408 reason="timeout"/,
        "$title: one audit line") or diag(@lines);
}
sub is_gone ($client, $path, $title) {
    audits($path);
    $client->reset;
    my @lines;
    ok(Gate::wait_for(sub { push @lines, audits($path); @lines > 0 }, 20)
        && @lines == 1 && $lines[0] =~ /status=4(?:99|00)/,
        "$title: gone, one audit line") or diag(@lines);
}

for my $proto (qw(h1 h2c)) {
    for my $path ($chat, '/relay') {
        my $body = $body{$path};
        my @waits = ([body => $body, 1000], [upstream => $body{small}]);
        for my $wait (@waits) {
            my ($name, @sent) = @$wait;
            my $title = "$proto $path, waits for $name";
            is_408(start($proto, $path, @sent), $path, $title);
            my $client = start($proto, $path, @sent);
            sleep 0.1;
            is_gone($client, $path, $title);
        }
        my $title = "$proto $path, waits for a thread";
        occupied(sub {
            is_408(start($proto, $path, $body), $path, $title);
        });
        occupied(sub {
            my $client = start($proto, $path, $body);
            sleep 0.1;
            is_gone($client, $path, $title);
        });
    }

    # on the thread, for longer than the deadline
    my $long = slow($blockers * length $slow);
    my $title = "$proto, on a thread";
    is_408(start($proto, '/relay/slow', $long), '/relay/slow', $title);
    my $client = start($proto, '/relay/slow', $long);
    sleep 0.2;
    is_gone($client, '/relay/slow', $title);

    # without a deadline: as long as gate_inspection_wait says
    occupied(sub {
        my $client = start($proto, '/plain', $body{'/plain'});
        my $answer = answer($client);
        refused($answer, 503, 'busy', "$proto: no thread for too long");
        is($answer->header('retry-after'), 1, "$proto: try again");
        $client->close;
    });
}
# ---- a request that has its answer and waits for the client to close
for my $path ($chat, '/relay') {
    audits($path);
    my $client = $t->connect;
    my $bytes = Gate::Client::build(POST => $path, \%headers, $body{small});
    $bytes =~ s/Content-Length: \d+/Transfer-Encoding: chunked/i or die;
    $client->send($bytes =~ s/\r\n\r\n.*/\r\n\r\nzz/sr);
    is($client->response(10)->status, 400, "$path: 400, no chunks");
    sleep 2 * $deadline;
    $client->send('more');
    $client->close;
    my @lines;
    ok(Gate::wait_for(sub { push @lines, audits($path); @lines > 0 }, 20)
        && @lines == 1 && $lines[0] =~ /status=400/,
        "$path: the deadline adds nothing") or diag(@lines);
}

# ---- the worker leaves meanwhile
for my $way (qw(reload quit)) {
    my @busy = map { start('h1', '/slow', $slow) } 1 .. $blockers;
    my @late = map { start('h1', $_, $body{$_}) } $chat, '/relay';
    sleep 0.2;
    $way eq 'reload' ? ok($t->reload, 'a reload while all wait')
        : $t->signal('QUIT');
    refused(answer($_), 408, 'timeout', "$way: 408") for @late;
    answer($_), $_->close for @busy, @late;
    is($t->request(GET => '/ok')->body, 'ok', 'served') if $way eq 'reload';
}
