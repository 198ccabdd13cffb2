# Which model and which session a chunk of gate_chat names, and where.
use Gate;
use Gate::Chat;

my $role = chunk(delta => { role => 'assistant', content => '' });
my $bare = { model => undef };
my %up = (
    # the model of each chunk is the one of its event
    mixed => Gate::upstream(sse => [
        chunk(delta => { role => 'assistant' }, %$bare), says('a', %$bare),
        says('b', model => 'm-2'), says('c', %$bare), finish('stop', %$bare),
        usage_chunk(%$bare), done()]),
    silent => Gate::upstream(sse => [says('a', %$bare),
        finish('stop', %$bare), done()]),
    norole => Gate::upstream(sse => [says('a'), finish('stop'), done()]),
    noend => Gate::upstream(sse => [$role, says('a'), usage_chunk(), done()]),
    cut => Gate::upstream(sse => [$role, says('a'), 'fin']),
    failed => Gate::upstream(sse => [$role, says('a'),
        chunk(finish_reason => 'error', error => { code => 502 }),
        usage_chunk(), done()]),
    asks => Gate::upstream(sse => [$role, call(), finish('tool_calls'),
        usage_chunk(), done()]),
    odd => Gate::upstream(sse => [$role, says('a', model => 7),
        says('b', model => "m\"\\\x{1}"), finish('stop'), done()]),
    # the intern's own id, created and session
    named => Gate::upstream(sse => [
        chunk(delta => { role => 'assistant' }, id => 'x-1', created => 5),
        says('a', id => 'x-2', created => 6, session_id => 'ses-up'),
        finish('stop', session_id => "ses-\x{e9}\"2"),
        usage_chunk(), done()]),
    bareid => Gate::upstream(sse => [says('a', id => undef,
        created => undef), finish('stop'), done()]),
    silence => Gate::upstream(code => sub ($conn, $request) { $conn->hang }),
);
my $t = chat_nginx(tests => 21, upstreams => \%up, conf => <<'EOF');
    location /early/ {
        gate_chat;
        gate_stream_commit 50ms;
        gate_stream_deadline 600ms;
        proxy_pass http://$gate_intern_upstream;
    }
EOF

sub models ($answer) {
    return join ' ', map { $_->{model} } grep { ref }
        Gate::chunks($answer->text);
}
sub final ($answer) { return (Gate::chunks($answer->text))[-2] // {} }

my $own = 'service/intern';
my %want = (
    mixed => "$own $own m-2 $own m-2 m-2",
    silent => "$own $own $own $own",
    norole => "$own m-1 m-1 m-1",
    noend => "m-1 m-1 $own $own",
    cut => "m-1 m-1 $own $own",
    failed => "m-1 m-1 $own $own",
    asks => 'm-1 m-1 m-1 m-1',
);
is(models(talk($t, $_)), $want{$_}, "the models: $_") for sort keys %want;
like(models(talk($t, 'odd')), qr{\Am-1 \Q$own\E m"\\\x{1} },
    'a model that is no word stays a string');

# ---- ids
my $answer = talk($t, 'named');
is_deeply([map { "$_->{id} $_->{created}" } (Gate::chunks($answer->text))[0,
    1, -2]], [('x-1 5') x 3], 'id and created are those of the first chunk');
$answer = talk($t, 'bareid');
like(final($answer)->{id}, qr/\Achatcmpl-/, 'or ours');
is(shape($answer), '', 'and the same in all chunks');
cmp_ok(abs(final($answer)->{created} - time()), '<', 30, 'now, if none');

# ---- sessions
is(final(talk($t, 'named'))->{session_id}, "ses-\x{e9}\"2",
    "the intern's session, the last it named");
is(final(talk($t, 'named', body => prompt('hi', session_id => 'mine')))
    ->{session_id}, "ses-\x{e9}\"2", 'also over the one that was given');
is(final(talk($t, 'cut', body => prompt('hi', session_id => 'mine')))
    ->{session_id}, 'mine', 'else the one that was given');
my $new = final(talk($t, 'cut'))->{session_id};
like($new, qr/\Ases-/, 'else the new one');
is($up{cut}->requests && ($up{cut}->requests)[-1]->header('x-session-id'),
    $new, 'that was sent');

# an upstream that never answered knows no session
$answer = $t->request(POST => '/early/silence/chat/completions',
    { 'Content-Type' => 'application/json' },
    '{"stream":true,"messages":[{"role":"user","content":"hi"}]}',
    key => 'default');
is_deeply([final($answer)->{session_id}, models($answer)],
    [undef, "$own $own $own"], 'none before the intern has answered');
$answer = $t->request(POST => '/early/silence/chat/completions',
    { 'Content-Type' => 'application/json' },
    '{"stream":true,"session_id":"mine","messages":[{"role":"user",'
    . '"content":"hi"}]}', key => 'default');
is(final($answer)->{session_id}, 'mine', 'but the one that was given');
my ($last) = ($up{silence}->requests)[-1];
is($last->json->{session_id} . $last->header('x-session-id'), 'minemine',
    'which was sent in both places');
ok(well($t), 'others are served');
