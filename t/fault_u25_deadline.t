# U25: silence to the route's deadline: 408 that quotes it while no header is
# out, an error chunk 504 timeout after.
use Gate;
use Gate::Chat;

use Time::HiRes qw(time);

my %up = (
    silent => Gate::upstream(code => sub ($conn, $request) { $conn->hang }),
    headers => Gate::upstream(sse => ["\n", 'hang']),
    started => Gate::upstream(sse => [says('Hello'), 'hang']),
    # never silent, but never done
    endless => Gate::upstream(sse => [(says('x'), \0.1) x 100]),
    half => Gate::upstream(sse => [says('Hello'), substr(says('x'), 0, 50),
        'hang']),
    # a question that was asked is not lost with the time
    answered => Gate::upstream(sse => [turn('a'), 'hang']),
    deaf => Gate::upstream(deaf => 1),
);
my $deadline = 'gate_stream_deadline 1s;';
my $t = chat_nginx(tests => 20, upstreams => \%up, chat => $deadline,
    stream => $deadline, kind => 'chat',
    conf => 'proxy_connect_timeout 5s;');

sub timed ($ask, @args) {
    my $start = time();
    my $answer = $ask->($t, @args);
    my $took = time() - $start;
    return ($answer, $took >= 0.95 && $took < 2 * $Gate::Nginx::patience
        ? 'in time' : "after $took s");
}

for my $name (qw(silent deaf headers)) {
    my ($answer, $when) = timed(\&talk, $name);
    refused($answer, '408 timeout retryable', "$name: an intern");
    is($answer->json->{error}{message},
        'Operation timed out after 1s. Please try again later.',
        "$name: the message quotes the deadline");
    is($when, 'in time', "$name: at the deadline");
}
my ($answer, $when) = timed(\&relay, 'silent');
refused($answer, '408 timeout retryable', 'silent: a relay');
is($when, 'in time', 'silent: at the deadline, too');

my @tail = tail('504 timeout retryable');
is_deeply([seen(talk($t, 'started'))], ['role', 'Hello', @tail],
    'a started stream: an intern');
is_deeply([seen(relay($t, 'started'))], ['Hello', relayed(@tail)],
    'a started stream: a relay');
($answer, $when) = timed(\&talk, 'endless');
is_deeply([(seen($answer))[-3 .. -1]], \@tail, 'a stream without end');
is($when, 'in time', 'ends at the deadline');
is_deeply([seen(talk($t, 'half'))], ['role', 'Hello', @tail],
    'half an event at the deadline is not shown');
is_deeply([seen(talk($t, 'answered'))], [whole('a')],
    'a turn that is complete does not time out');
cmp_ok($up{$_}->wait_closed(2), '<', 3, "$_: the upstream is closed")
    for qw(silent started);
ok(well($t), 'others are served');
