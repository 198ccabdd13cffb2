# G30 to G32: what cannot be judged is not sent on, block wins over redact,
# and nothing that is told repeats what was found. G29 is here too: one
# version of a guardrail from a request's start to its end.
use Gate;
use Gate::Expect qw(whole_turn);

my $up = Gate::upstream(sse => [whole_turn()]);
my $rails = <<'EOT';
    gate_guardrail redacts { filter email redact; }
    gate_guardrail blocks { filter email block; }
    gate_guardrail flags {
        filter_regex 'john@example' flag '[F]'; filter ssn redact; }
    gate_guardrail both {
        filter_regex 'secret \w+' block '[S]'; filter email redact; }
EOT
my @names = qw(location redacts blocks flags both);
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)],
    main => 'thread_pool gate threads=1 max_queue=0;',
    keys => ['plain', map { { name => $_, guardrails => [$_] } }
        qw(redacts blocks flags both)],
    http => $rails, conf => join '',
        "gate_rate_limit off; gate_trace on; client_max_body_size 2m;\n",
        'add_header X-Verdict "$gate_verdict|$gate_reason|$gate_guardrail_id'
            . "|\$gate_redactions\" always;\n",
        map { my $apply = $_ eq 'location' ? '' : "gate_apply_guardrail $_;";
            <<"EOT" } @names);
    location /$_ { gate_auth key; $apply proxy_pass $up; }
    location /chat/$_/interns/ {
        gate_chat; $apply proxy_pass http://\$gate_intern_upstream;
    }
EOT
$t->secret('john@example', 'secret mission');

my $sent = 0;
sub post ($uri, $text, %opt) {
    my $answer = $t->request(POST => $uri, {
        'Content-Type' => 'application/json', 'X-Gate-Trace' => 1 },
        '{"stream":true,"messages":[{"role":"user","content":"' . $text
        . '"}]}', key => 'plain', %opt);
    my @seen = $up->requests;
    my $request = @seen > $sent ? $seen[-1] : undef;
    $sent = @seen;
    return ($answer, $request);
}

# ---- G31
sub verdict ($place, $key, $text, $proto = 'h1') {
    my ($answer, $request) = post($place, $text, key => $key,
        proto => $proto);
    my $meta = eval { $answer->json->{error}{metadata} } // {};
    my $got = $request && $request->json->{messages}[-1]{content};
    # G32, in all of it
    unlike(join("\n", map { "@$_" } @{$answer->lines}) . $answer->body,
        qr/john|mission/, "$place, $key, $proto: nothing is repeated");
    return $got if $request;
    return join ' ', $answer->status, map { $_ // '-' }
        @$meta{qw(reason guardrail_id filter label)};
}
my $text = 'to john@example.com';
my $blocked = '403 content_blocked blocks email [EMAIL]';
for my $proto (qw(h1 h2c)) {
    for my $place ('', '/chat') {
        my $at = sub ($name) { $place eq '' ? "/$name"
            : "/chat/$name/interns/alpha/chat/completions" };
        my $is = sub ($name, $key, $wanted, $said = $text) {
            is(verdict($at->($name), $key, $said, $proto), $wanted,
                'G31: location ' . $at->($name) . ", key $key, $proto");
        };
        $is->('location', 'plain', $text);
        $is->('location', 'redacts', 'to [EMAIL]');
        $is->('location', 'blocks', $blocked);
        $is->('redacts', 'plain', 'to [EMAIL]');
        $is->('redacts', 'blocks', $blocked);
        $is->('blocks', 'redacts', $blocked);
        $is->('redacts', 'redacts', 'to [EMAIL]');
        $is->('blocks', 'both', $blocked);
        $is->('both', 'blocks', '403 content_blocked both custom [S]',
            "secret mission $text");
        $is->('blocks', 'both', $blocked, "secret mission $text");
        $is->('flags', 'redacts', 'to [EMAIL]');
        $is->('flags', 'plain', $text);
    }
}

# ---- G32: what is said of each
sub says ($uri, $text, $verdict, $trace, $title) {
    my ($answer) = post($uri, $text);
    is($answer->header('x-verdict'), $verdict, "G32: $title: variables");
    is($answer->header('x-gate-trace'), $trace, "G32: $title: trace");
}
says('/blocks', $text, 'refused|content_blocked|blocks|0', 'blocks;email;1',
    'blocked');
says('/redacts', "$text, $text", 'redacted||redacts|2', 'redacts;email;2',
    'redacted');
says('/flags', $text, 'flagged||flags|0', 'flags;custom;1', 'flagged');
says('/redacts', 'nothing', 'passed|||0', undef, 'passed');
my $line = sub ($rest) { $t->wait_log(qr/\[(?:info|warn)\].*gate: .*$rest/) };
ok($line->(qr/guardrail="blocks" filter="email" action="block"/),
    'G32: an audit line of a block');
ok($line->(qr/guardrail="redacts" filter="email" action="redact" redactions=2/),
    'G32: an audit line of redactions');
ok($line->(qr/guardrail="flags" filter="custom" action="flag"/),
    'G32: an audit line of a flag');
{
    my $answer = $t->request(POST =>
        '/chat/blocks/interns/alpha/chat/completions',
        { 'Content-Type' => 'application/json' }, '{"stream":true,'
        . '"session_id":"ann@example.org","messages":[{"role":"user",'
        . '"content":"hi"}]}', key => 'plain');
    is($answer->reason_word, 'content_blocked', 'G32: a session is judged');
    unlike($answer->raw . $answer->body, qr/ann@/, 'G32: and not repeated');
    $t->access_log($sent + 1);
    is(scalar(grep { /ann@/ } $t->error_log), 0, 'G32: in no log either');
}

# ---- G30: one thread, and no place to wait for it
my $large = '{"a":"' . 'x@y ' x 250_000 . "$text\"}";
my @clients = map { $t->connect } 1 .. 8;
my $bytes = Gate::Client::build(POST => '/redacts', {
    Authorization => 'Bearer ' . $t->key('plain'),
    'Content-Type' => 'application/json' }, $large);
$_->send(substr $bytes, 0, -1) for @clients;
$_->send('}') for @clients;
my %status;
for my $client (@clients) {
    my $answer = $client->response(20);
    $client->close;
    $status{$answer->status eq '503' ? join ' ', 503, $answer->reason_word,
        $answer->header('retry-after') : $answer->status}++;
}
ok($status{'503 busy 1'}, 'G30: what no thread can take is refused');
is(join(' ', sort keys %status), '200 503 busy 1', 'G30: the rest is served');
my @seen = $up->requests;
is(@seen - $sent, $status{200}, 'G30: only that was sent on');
is(scalar(grep { $_->body =~ /john/ } @seen[$sent .. $#seen]), 0,
    'G30: and judged before');
$sent = @seen;
$t->allow_log(qr/thread pool "gate" queue overflow/);

# ---- G29
my $c = $t->connect;
my $body = '{"stream":true,"messages":[{"role":"user","content":"'
    . "$text\"}]}";
$bytes = Gate::Client::build(POST => '/redacts', {
    Authorization => 'Bearer ' . $t->key('plain'),
    'Content-Type' => 'application/json' }, $body);
$c->send(substr $bytes, 0, -20);
my $other = $rails =~ s/redacts \{.*?\}/redacts { filter ssn block; }/r;
ok($t->reload(http => $other),
    'G29: a reload while the body is read');
$c->send(substr $bytes, -20);
my $answer = $c->response(5);
$c->close;
my $request = ($up->requests)[-1];
is($request->json->{messages}[0]{content}, 'to [EMAIL]',
    'G29: the request is judged by the guardrail it began with');
$sent++;
(undef, $request) = post('/redacts', $text);
is($request->json->{messages}[0]{content}, $text,
    'G29: the next one by the new one');
