# U09: a clean end at the border of an event, but without [DONE], is a cut:
# a turn that was not confirmed may be any part of an answer.
use Gate;
use Gate::Chat;

my @start = (chunk(delta => { role => 'assistant' }), says('Hello'));
my %up;
for my $framing (qw(chunked close)) {
    $up{"text$framing"} = Gate::upstream(sse => \@start, framing => $framing);
    # the finish chunk came: nothing is missing but the end
    $up{"finish$framing"} = Gate::upstream(framing => $framing,
        sse => [@start, finish('stop'), usage_chunk()]);
    $up{"line$framing"} = Gate::upstream(framing => $framing,
        sse => [@start, finish('stop'), usage_chunk(), "data: [DONE]\n"]);
    $up{"none$framing"} = Gate::upstream(framing => $framing, sse => ["\n"]);
}
my $t = chat_nginx(tests => 18, upstreams => \%up, kind => 'chat');

for my $framing (qw(chunked close)) {
    is_deeply([seen(talk($t, "text$framing"))], [severed('Hello')],
        "$framing: an intern without finish");
    is_deeply([seen(relay($t, "text$framing"))],
        [relayed(severed('Hello'))], "$framing: a relay without finish");

    my $answer = talk($t, "finish$framing");
    is_deeply([seen($answer)], [severed('Hello')],
        "$framing: an intern has one finish chunk, the error");
    is(shape($answer), '', "$framing: in its shape");
    is((seen(relay($t, "finish$framing")))[-1], '[DONE]',
        "$framing: a relay ends a stream after its finish chunk");

    # only the blank line behind the end is missing
    is_deeply([seen(talk($t, "line$framing"))], [whole('Hello')],
        "$framing: an intern whose end is a line");
    $answer = relay($t, "line$framing");
    is_deeply([seen($answer)], [relayed(whole('Hello'))],
        "$framing: a relay whose end is a line");

    refused(talk($t, "none$framing"), '502 stream_severed retryable',
        "$framing: an intern that ends before the turn starts");
}
like(relay($t, 'linechunked')->body, qr/data: \[DONE\]\n\n\z/,
    'the blank line is added');
ok(well($t), 'others are served');
