# J01-J04, J06-J08: what is no single whole JSON object with each member once
# is 400, and no run starts. Members that are not known are ignored.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, conf => <<'EOT');
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

# one connection for all: a refusal must not end it
my $c = $t->connect;
my %headers = (Authorization => 'Bearer ' . $t->key,
               'Content-Type' => 'application/json');
sub post ($body) {
    return $c->request(POST => '/api/v1/interns/alpha/chat/completions',
        \%headers, $body);
}
sub refuses ($title, $body) {
    refused(post($body), 400, 'bad_request', $title);
}
sub serves ($title, $body) {
    $up->{expected}++;
    is(post($body)->status, 200, $title);
}

my $good = '{"messages":[{"role":"user","content":"hi"}],"stream":true,'
    . '"approval_mode":"manual","model":"m"}';
serves('the document that the cases are made of', $good);

# ---- J01, J02
refuses('J01: no body', '');
refused($c->request(POST => '/api/v1/interns/alpha/chat/completions',
    \%headers), 400, 'bad_request', 'J01: not even a length');
refuses('J01: white space', " \n\t ");
for my $value ('[]', "[$good]", '"text"', '1', 'null', 'true', '{}') {
    refuses("J02: $value", $value);
}

# ---- J03
my $bad = grep {
    my $answer = post(substr $good, 0, $_);
    $answer->status != 400 || $answer->reason_word ne 'bad_request';
} 1 .. length($good) - 1;
is($bad, 0, 'J03: cut at every byte it is 400 each time');

# ---- J04
for my $tail ('x', '}', ',', '{}', $good, '1', '"', "\0", "\0\0\0", '//') {
    refuses('J04: followed by ' . ($tail =~ s/\0/NUL/gr), "$good$tail");
}
refuses('J04: a NUL in front', "\0$good");
serves('J04: white space around it is none of these', " \r\n\t$good \r\n\t");

# ---- J06, J07
my $user = '{"role":"user","content":"hi"}';
my %twice = (
    'stream twice' => qq({"messages":[$user],"stream":true,"stream":false}),
    'stream twice, the same' =>
        qq({"messages":[$user],"stream":true,"stream":true}),
    'messages twice' => qq({"messages":[$user],"messages":[$user],)
        . '"stream":true}',
    'content twice' => '{"messages":[{"role":"user","content":"a",'
        . '"content":"b"}],"stream":true}',
    'role twice' => '{"messages":[{"role":"user","role":"user",'
        . '"content":"b"}],"stream":true}',
    'content twice in an earlier message' => '{"messages":[{"role":"user",'
        . qq("content":"a","content":"b"},$user],"stream":true}),
    'text twice' => '{"messages":[{"role":"user","content":[{"type":"text",'
        . '"text":"a","text":"b"}]}],"stream":true}',
    'an unknown member twice' => qq({"messages":[$user],"stream":true,)
        . '"x":1,"x":1}',
    'a member of an unknown object twice' => qq({"messages":[$user],)
        . '"stream":true,"x":{"a":[{"b":1,"b":2}]}}',
    'one of many members twice' => qq({"messages":[$user],"stream":true,)
        . join(',', map { qq("k$_":0) } 1 .. 100, 50) . '}',
);
refuses("J06: $_", $twice{$_}) for sort keys %twice;

my %escaped = (
    'messages' => qq({"\\u006dessages":[$user],"messages":[$user],)
        . '"stream":true}',
    'stream' => qq({"messages":[$user],"stream":true,"str\\u0065am":false}),
    'content' => '{"messages":[{"role":"user","content":"a",'
        . '"conten\\u0074":"b"}],"stream":true}',
    'an astral name' => qq({"messages":[$user],"stream":true,)
        . qq("\xf0\x9f\x98\x80":1,"\\ud83d\\ude00":2}),
);
refuses("J07: twice through an escape: $_", $escaped{$_})
    for sort keys %escaped;
serves('J07: an escaped name that stands once',
    qq({"\\u006dessages":[$user],"str\\u0065am":true}));

# ---- J08
serves('J08: unknown members of every kind are ignored',
    qq({"messages":[{"role":"user","content":"hi","name":"n","x":{"y":[1]}}],)
    . '"stream":true,"temperature":0.5,"tools":[{"type":"function"}],'
    . '"metadata":null,"user":"u","x":[[],{}],"stream_options":{"a":1}}');
my $seen = ($up->requests)[-1]->json;
is_deeply([sort keys %$seen], [qw(approval_mode messages model session_id
    stream stream_options)], 'J08: and not forwarded');
is_deeply($seen->{messages}, prompt()->{messages}, 'J08: nor in the message');

ok($c->alive, 'the one connection is still open');
unharmed($t, $up, 'nothing of what was refused reached the intern');
