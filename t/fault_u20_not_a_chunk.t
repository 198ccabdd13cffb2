# U20: an event of an intern that is no chunk severs its stream, logged once;
# an event that is only an error is an error chunk. A relay hands all of them
# on byte for byte: what they mean is between its two sides.
use Gate;
use Gate::Chat;

my %data = (
    'no JSON' => 'upstream says',
    'half of it' => '{"choices":[',
    'two values' => '{"choices":[]} {}',
    'a list' => '[]',
    'a string' => '"upstream says"',
    'another shape' => '{"id":"1","object":"chat.completion.chunk"}',
    'choices of another type' => '{"choices":{}}',
    'a choice of another type' => '{"choices":["a"]}',
    'a content of another type' => '{"choices":[{"delta":{"content":5}}]}',
    'bad UTF-8' => "{\"choices\":[{\"delta\":{\"content\":\"\xff\"}}]}",
    'a lone surrogate' =>
        '{"choices":[{"delta":{"content":"\ud800"}}]}',
    'depth' => '{"choices":' . '[' x 500 . ']' x 500 . '}',
    'nothing' => '',
);
my @names = sort keys %data;
my %up;
my @bytes = map { "data: $data{$_}\n\n" } @names;
$up{"n$_"} = Gate::upstream(sse => [says('Hello'), $bytes[$_],
    says('upstream says'), turn('a')]) for 0 .. $#names;
my $error = '{"error":{"code":500,"message":"upstream says","type":"x"}}';
$up{error} = Gate::upstream(sse => [says('Hello'), "data: $error\n\n",
    says('late'), done()]);
$up{first} = Gate::upstream(sse => ["data: $error\n\n", done()]);
$up{reason} = Gate::upstream(sse => [says('Hello'), 'data: ' . $error
    =~ s/"type":"x"/"metadata":{"reason":"turn_failed","retryable":true}/r
    . "\n\n", usage_chunk(), done()]);
$up{null} = Gate::upstream(sse => [says('Hello', error => undef),
    says('x') =~ s/\{/{"error":null,/r, finish('stop'), usage_chunk(),
    done()]);

my $t = chat_nginx(tests => 3 * @names + 7, upstreams => \%up,
    kind => 'chat');

for my $i (0 .. $#names) {
    my $log = () = $t->error_log;
    my $answer = talk($t, "n$i");
    is_deeply([seen($answer)], [severed('Hello')], "$names[$i]: an intern");
    my @new = $t->error_log;
    is(scalar(grep { /\[error\]/ } @new[$log .. $#new]), 1,
        "$names[$i]: logged once");
    is(relay($t, "n$i")->body, join('', says('Hello'), $bytes[$i],
        says('upstream says'), turn('a')), "$names[$i]: a relay");
}

my @failed = ('error 502 turn_failed final', 'final usage null', '[DONE]');
is_deeply([seen(talk($t, 'error'))], ['role', 'Hello', @failed],
    'an error alone is an error chunk');
is_deeply([seen(talk($t, 'first'))], ['role', @failed],
    'also as the first event');
my @retry = @failed;
$retry[0] =~ s/final/retryable/;
is((seen(talk($t, 'reason')))[2], $retry[0],
    'whether again is worth it, the intern knows');
unlike(talk($t, 'error')->text, qr/upstream says/, 'in our words');
is_deeply([seen(talk($t, 'null'))], [whole('Hello', 'x')],
    'an error of null is none');
is($t->status->{streams}{outcomes}{failed}, 4, 'they count as failed');
ok(well($t), 'others are served');
