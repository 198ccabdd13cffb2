# U23: whatever the intern repeats or leaves out, the client gets one role,
# one finish, one final chunk and one [DONE], in this order.
use Gate;
use Gate::Chat;

my $role = chunk(delta => { role => 'assistant', content => '' });
my %streams = (
    'two finish chunks' => [$role, says('a'), finish('stop'), finish('stop'),
        usage_chunk(), done()],
    'two finish chunks that differ' => [$role, says('a'), finish('stop'),
        finish('length'), usage_chunk(), done()],
    'text after the finish' => [$role, says('a'), finish('stop'), says('b'),
        usage_chunk(), done()],
    'a question after the finish' => [$role, says('a'), finish('stop'),
        call(), finish('tool_calls'), usage_chunk(), done()],
    'two [DONE]' => [$role, says('a'), finish('stop'), usage_chunk(), done(),
        done()],
    'two turns' => [(turn('a')) x 2],
    'two usage chunks' => [$role, says('a'), finish('stop'), usage_chunk(),
        usage_chunk(), done()],
    'two roles' => [$role, $role, says('a', ), finish('stop'), usage_chunk(),
        done()],
    'no role' => [says('a'), finish('stop'), usage_chunk(), done()],
    'a role beside text' => [chunk(delta => { role => 'assistant',
        content => 'a' }), finish('stop'), usage_chunk(), done()],
    'usage beside the finish' => [$role, says('a'), finish('stop',
        usage => { prompt_tokens => 4, completion_tokens => 2,
                   total_tokens => 6 }), done()],
    'a final chunk of its own' => [$role, says('a'), finish('stop'),
        usage_chunk(session_id => 'ses-up'), done()],
);
my @question = ('role', 'call service.provide_input call-1',
    'finish tool_calls', 'final usage null', '[DONE]');
my %questions = (
    'tool_calls without final chunk' => [$role, call(), finish('tool_calls'),
        done()],
    'tool_calls with usage' => [$role, call(), finish('tool_calls'),
        usage_chunk(), done()],
    'a call without finish' => [$role, call(), done()],
    'a call that ends with stop' => [$role, call(), finish('stop'),
        usage_chunk(), done()],
    'two finish chunks after a call' => [$role, call(), finish('tool_calls'),
        finish('stop'), usage_chunk(), done(), done()],
);
my @names = (sort(keys %streams), sort keys %questions);
my %up;
$up{"n$_"} = Gate::upstream(sse => $streams{$names[$_]}
    // $questions{$names[$_]}) for 0 .. $#names;
$up{named} = Gate::upstream(sse => [turn('a')]);

my $t = chat_nginx(tests => 2 * @names + 4, upstreams => \%up);

for my $i (0 .. $#names) {
    my $answer = talk($t, "n$i");
    is_deeply([seen($answer)],
        [$streams{$names[$i]} ? whole('a') : @question], $names[$i]);
    is(shape($answer), '', "$names[$i]: in its shape");
}

# the session of the final chunk, when the intern names none
my $final = (Gate::chunks(talk($t, 'named')->text))[-2];
my ($request) = $up{named}->requests;
like($final->{session_id}, qr/\Ases-[0-9a-f-]{36}\z/, 'a new session');
is($final->{session_id}, $request->header('x-session-id'),
    'is the one that was sent to the intern');
my $answer = talk($t, 'named', body => prompt('hi', session_id => 'mine'));
is((Gate::chunks($answer->text))[-2]{session_id}, 'mine',
    'a given session stays');
ok(well($t), 'others are served');
