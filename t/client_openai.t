# The official openai client, unmodified: through gate_chat to a real intern
# daemon, and through gate_stream to scripted servers that break off.
use Gate;
use Gate::Node 'openai';

my $t = client_nginx();
my $seen = run_clients('openai.mjs',
    intern($t, 'plain', "Hello\nthere"),
    intern($t, 'collected', 'Hello', kind => 'collect'),
    intern($t, 'approved', "!shell echo forty-two\nDone.",
        kind => 'approval', more => { approval_mode => 'manual' },
        answer => 'allow_once'),
    intern($t, 'mid-event cut', "!say half\n!cut mid"),
    intern($t, 'reset', "!say half\n!delay 50ms\n!cut rst"),
    intern($t, 'ended run', "!say half\n!end"),
    intern($t, 'collected cut', "!say half\n!cut mid", kind => 'collect'),
    intern($t, 'wrong key', 'Hello', key => 'igk_nobody'),
    intern($t, 'late answer', '!fail 409 interaction_not_pending'),
    intern($t, 'no intern', 'Hello', id => 'nobody'),
    backends($t, map { ("$_/whole", "$_/fin", "$_/rst") } qw(chat auto)),
    backends($t, map { ("$_/responses_whole", "$_/responses_fin") }
        qw(responses auto)));

# ---- gate_chat: streams that end well
my $plain = $seen->{plain};
like($plain->{text}, qr/Hello\s+there/, 'the whole text arrives');
is($plain->{finish}, 'stop', 'with its finish_reason');
like($plain->{session}, qr/\Ases-/, 'and the session to go on with');
is($plain->{usage}{total_tokens}, 6, 'and the usage');
ok($plain->{ended} && !$plain->{thrown}, 'and nothing is thrown');
like($seen->{collected}{text}, qr/Hello/, 'the collecting helper has it too');

my $approved = $seen->{approved};
is_deeply($approved->{asked}, { finish => 'tool_calls',
    name => 'service.provide_input', kind => 'permission' },
    'a question arrives as a tool call');
like($approved->{text}, qr/Done\./, 'after the answer the run goes on');
ok($approved->{same_session}, 'in the same session');
is($approved->{finish}, 'stop', 'to its end');

# ---- streams that break: the iterator throws after what had arrived
sub throws ($name, $wanted) {
    my $one = $seen->{$name};
    is($one->{text}, 'half', "$name: what came before has arrived");
    is($one->{thrown}{type}, 'APIError', "$name: then the iterator throws");
    ok(!$one->{ended}, "$name: the loop does not end as if all were well");
    my ($code, $reason) = @{$one->{thrown} // {}}{qw(code reason)};
    is(join(' ', $code // 'none', $reason // ()), $wanted,
        "$name: the error says $wanted");
}
throws($_, '502 stream_severed') for 'mid-event cut', 'reset', 'chat/fin',
    'chat/rst', 'auto/fin', 'auto/rst';
throws('ended run', '410 run_ended');
throws($_, 'stream_severed')
    for 'responses/responses_fin', 'auto/responses_fin';
is($seen->{'collected cut'}{thrown}{type}, 'APIError',
    'the collecting helper rejects, too');

# ---- refusals before a stream
my %refusals = (
    'wrong key'   => ['AuthenticationError', 401, undef],
    'late answer' => ['ConflictError', 409, 'interaction_not_pending'],
    'no intern'   => ['InternalServerError', 502, 'intern_unreachable'],
);
for my $name (sort keys %refusals) {
    is_deeply([@{$seen->{$name}{thrown}}{qw(type status reason)}],
        $refusals{$name}, "$name: the client's own class, status and reason");
}

# ---- gate_stream: streams that end well
for my $name ('chat/whole', 'auto/whole') {
    is_deeply([@{$seen->{$name}}{qw(text finish ended)}],
        ['all of it', 'stop', JSON::PP::true], "$name arrives whole");
}
for my $name ('responses/responses_whole', 'auto/responses_whole') {
    is_deeply([@{$seen->{$name}}{qw(text finish ended)}],
        ['half', 'response.completed', JSON::PP::true],
        "$name arrives whole");
}
