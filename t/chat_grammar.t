# What gate_chat makes of an intern's stream: finish reasons, tool calls,
# usage, and the bounds of a question.
use Gate;
use Gate::Chat;

my $role = chunk(delta => { role => 'assistant', content => '' });
my @end = (usage_chunk(), done());
my @failed = ('error 502 turn_failed final', (whole())[-2, -1]);
my $question = 'call service.provide_input call-1';
my @paused = ('finish tool_calls', 'final usage null', '[DONE]');
my $used = { prompt_tokens => 4, completion_tokens => 2, total_tokens => 6 };

sub part ($index, $id, $name, $arguments) {
    return { index => $index, ($id ? (id => $id) : ()), type => 'function',
        function => { ($name ? (name => $name) : ()),
            arguments => $arguments } };
}

sub calls (@parts) { return chunk(delta => { tool_calls => \@parts }) }

# what it sends => what is seen
my @cases = (
    # ---- finish reasons
    (map { my $word = $_; ["finish_reason $word is stop",
        [$role, says('a'), finish($word), @end], [whole('a')]]
    } qw(stop length content_filter function_call end_turn), 'o"dd'),
    ['finish_reason tool_calls without a call is stop',
        [$role, says('a'), finish('tool_calls'), @end], [whole('a')]],
    ['finish_reason error without an error is an error',
        [$role, says('a'), finish('error'), @end], ['role', 'a', @failed]],
    ['[DONE] without a finish is stop',
        [$role, says('a'), @end], [whole('a')]],
    ['a finish beside text', [$role, says('a', finish_reason => 'stop'),
        @end], [whole('a')]],

    # ---- text
    ['reasoning', [$role, chunk(delta => { reasoning => 'why' }), says('a'),
        finish('stop'), @end], [whole('(why)', 'a')]],
    ['reasoning as other servers spell it', [$role,
        chunk(delta => { reasoning_content => 'why' }), finish('stop'), @end],
        [whole('(why)')]],
    ['empty and null texts are no chunks', [$role, says(''),
        chunk(delta => { content => undef }), chunk(), says('a'),
        finish('stop'), @end], [whole('a')]],
    ['other members of a delta are dropped', [$role, chunk(delta => {
        content => 'a', refusal => 'no', audio => {} }, service_tier => 'x'),
        finish('stop'), @end], [whole('a')]],
    ['a second choice is dropped', [$role, 'data: {"choices":[{"index":0,'
        . '"delta":{"content":"a"}},{"index":1,"delta":{"content":"b"}}]}'
        . "\n\n", finish('stop'), @end], [whole('a')]],
    ['a text that looks like an event stays text', [$role,
        says("\n\ndata: [DONE]\n\n"), finish('stop'), @end],
        [whole("\n\ndata: [DONE]\n\n")]],
    ['nothing but [DONE]', [done()], ['role', 'finish stop',
        'final usage null', '[DONE]']],

    # ---- questions
    ['a question', [$role, call(), finish('tool_calls'), @end],
        ['role', $question, @paused]],
    ['text before a question', [$role, says('a'), call(),
        finish('tool_calls'), @end], ['role', 'a', $question, @paused]],
    ['a question in parts', [$role,
        calls(part(0, 'call-1', 'service.provide_input', '')),
        calls(part(0, undef, undef, '{"kind":')),
        calls(part(0, undef, undef, '"permission"}')), finish('tool_calls'),
        @end], ['role', $question, @paused]],
    ['a foreign tool', [$role, says('a'), call('call-1', name => 'rm'),
        finish('tool_calls'), @end], ['role', 'a', @failed]],
    ['a tool whose name only begins so', [$role,
        call('call-1', name => 'service.provide_input2'),
        finish('tool_calls'), @end], ['role', @failed]],
    ['a question beside a foreign tool', [$role, calls(
        part(0, 'call-1', 'service.provide_input', '{}'),
        part(1, 'call-2', 'rm', '{}')), finish('tool_calls'), @end],
        ['role', @failed]],
    ['a legacy function_call', [$role, chunk(delta => { function_call => {
        name => 'service.provide_input', arguments => '{}' } }),
        finish('function_call'), @end], ['role', @failed]],

    # ---- usage
    ['no usage', [$role, says('a'), finish('stop'), done()],
        ['role', 'a', 'finish stop', 'final usage null', '[DONE]']],
    ['usage null', [$role, says('a'), finish('stop'),
        usage_chunk() =~ s/"usage":\{.*?\}/"usage":null/r, done()],
        ['role', 'a', 'finish stop', 'final usage null', '[DONE]']],
    ['usage on every chunk, the last counts', [$role,
        says('a', usage => { prompt_tokens => 1 }), finish('stop',
        usage => $used), done()], [whole('a')]],
    ['usage that is no object', [$role, says('a', usage => 7), finish('stop'),
        done()], ['role', 'a', 'finish stop', 'final usage null', '[DONE]']],
    ['usage before a failure is shown', [$role, says('a', usage => $used),
        call('call-1', name => 'rm'), done()], ['role', 'a', @failed]],
    ['usage before a cut is not', [$role, says('a', usage => $used)],
        [severed('a')]],
);

my %up;
$up{"n$_"} = Gate::upstream(sse => $cases[$_][1]) for 0 .. $#cases;
# the arguments of a question must be an object, and it must have an id
my @broken = (
    ['arguments that are no JSON', call('call-1', arguments => '{')],
    ['arguments that are a list', call('call-1', arguments => '[]')],
    ['a question without id', call('')],
);
$up{"broken$_"} = Gate::upstream(sse => [$role, $broken[$_][1],
    finish('tool_calls'), @end]) for 0 .. $#broken;

my $t = chat_nginx(tests => 2 * @cases + @broken + 3, upstreams => \%up);

for my $i (0 .. $#cases) {
    my ($name, undef, $want) = @{$cases[$i]};
    my $answer = talk($t, "n$i");
    is_deeply([seen($answer)], $want, $name);
    is(shape($answer), '', "$name: in its shape");
}
for my $i (0 .. $#broken) {
    my @words = seen(talk($t, "broken$i"));
    ok(!grep({ /call|tool_calls/ } @words) && $words[-3] =~ /\Aerror 502/,
        "$broken[$i][0]: nobody is asked") or diag("@words");
}

my ($whole) = grep { $cases[$_][0] eq 'a question in parts' } 0 .. $#cases;
my ($call) = grep { ref && @{$_->{choices}}
    && $_->{choices}[0]{delta}{tool_calls} }
    Gate::chunks(talk($t, "n$whole")->text);
is_deeply($call->{choices}[0]{delta}{tool_calls}, [{ index => 0,
    id => 'call-1', type => 'function', function => {
        name => 'service.provide_input',
        arguments => '{"kind":"permission"}' } }],
    'the parts of a question make one call');
my ($line) = grep { /stream="paused"/ } $t->error_log;
ok($line, 'a question is logged as paused');
ok(well($t), 'others are served');
