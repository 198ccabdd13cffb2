# U07, U08: an event is cut by RST, by FIN, by a missing last chunk or by a
# short Content-Length: whole events go on, the half one does not, and the
# stream ends with an error chunk, the final chunk and [DONE].
use Gate;
use Gate::Chat;

my @start = (chunk(delta => { role => 'assistant' }), says('Hello'));
my $half = substr says('never seen'), 0, -3;
my @ways = (
    ['an RST in chunks', 'chunked', 'rst'],
    ['an RST, no framing', 'close', 'rst'],
    ['a FIN in chunks', 'chunked', 'fin'],
    ['a FIN, no framing', 'close', 'fin'],
    ['a FIN, short length', 'length', 'fin'],
    ['a proper last chunk', 'chunked', \0],
);
my %up;
for my $i (0 .. $#ways) {
    my (undef, $framing, $end) = @{$ways[$i]};
    $up{"n$i"} = Gate::upstream(framing => $framing,
        sse => [@start, $half, \0.1, $end]);
}
# one line end short of a whole event is no event either
$up{almost} = Gate::upstream(sse => [@start, $half . "}\n", 'fin']);

my $t = chat_nginx(tests => 3 * @ways + 7, upstreams => \%up);

for my $i (0 .. $#ways) {
    my $name = $ways[$i][0];
    my $answer = talk($t, "n$i");
    is_deeply([seen($answer)], [severed('Hello')], "$name: an intern");
    is(shape($answer), '', "$name: its chunks have their shape");
    is_deeply([seen(relay($t, "n$i"))], [relayed(severed('Hello'))],
        "$name: a relay");
}
is_deeply([seen(talk($t, 'almost'))], [severed('Hello')],
    'a line end short: an intern');

# what the tail says
my @chunks = Gate::chunks(relay($t, 'n0')->text);
is($chunks[2]{model}, 'm-1', "a relay's tail carries the last model");
is($chunks[2]{id}, $chunks[0]{id}, 'and the id of the first chunk');
my $error = (Gate::chunks(talk($t, 'n0')->text))[2];
is($error->{model}, 'service/intern', 'the error chunk is our own');

ok($t->wait_log(qr/\[warn\].* gate:.* stream="severed" events=2/),
    'it is in the audit log');
is($t->status->{streams}{outcomes}{severed}, 2 * @ways + 3,
    'and in the figures');
ok(well($t), 'others are served');
