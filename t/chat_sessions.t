# Whose a session is: an intern's and a user's, or a workspace's where the key
# names no user. With the reference daemon behind the gate, which both see.
use Gate;
use Gate::Chat;
use Gate::Internd;

my $up = Gate::Internd->new;
my $t = Gate->new(status => 1, keys => [
        { name => 'ann', user_id => 'u-ann', workspace_id => 'w-1' },
        { name => 'ann2', user_id => 'u-ann', workspace_id => 'w-2' },
        { name => 'org1', workspace_id => 'w-1' },
        { name => 'same1', workspace_id => 'w-1' },
        { name => 'org2', workspace_id => 'w-2' },
        { name => 'none' },
        { name => 'odd', user_id => 'w-1' },
    ], interns => [{ id => 'all', upstream => $up }], conf => <<'EOT');
    gate_rate_limit off;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $accept = '{"action":"accept","content":{}}';
sub question ($key) {
    my $answer = talk($t, 'all', key => $key,
        body => prompt("!ask {\"message\":\"which?\",\"fields\":[]}\nthen"));
    my ($id) = $answer->body =~ /"id":"(call_[^"]+)"/;
    return ($id, (Gate::chunks($answer->text))[-2]{session_id});
}
sub reply ($key, $id, $session) {
    return talk($t, 'all', key => $key,
        body => tool_reply($id, $session, $accept));
}

# who asks => who may answer
my %may = (org1 => ['same1'], org2 => ['org2'], none => ['none'],
    ann => ['ann2'], odd => ['odd']);
for my $asker (sort keys %may) {
    my ($id, $session) = question($asker);
    like($id, qr/./, "$asker has a question");
    my %friend = map { $_ => 1 } @{$may{$asker}}, $asker,
        $asker eq 'org1' ? 'same1' : ();
    for my $other (grep { !$friend{$_} } qw(org1 org2 none ann odd)) {
        refused(reply($other, $id, $session),
            '404 interaction_unknown final', "$other cannot answer $asker");
    }
    is((seen(reply($may{$asker}[0], $id, $session)))[-3], 'finish stop',
        "$may{$asker}[0] can");
}

# a session's text is not continued by another workspace
my $id = 'shared-session';
talk($t, 'all', key => 'org1', body => prompt('one', session_id => $id));
talk($t, 'all', key => 'org2', body => prompt('two', session_id => $id));
is(scalar(grep { $_->{session_id} eq $id } @{$up->runs}), 2,
    'the same id of two workspaces is two sessions');

# a session_id has 256 characters, whatever their bytes, for both
for my $length (129, 256) {
    my $answer = talk($t, 'all', key => 'ann',
        body => prompt('hi', session_id => chr(0xe9) x $length));
    is($answer->status, 200, "a session_id of $length times e acute");
}
is(talk($t, 'all', key => 'ann',
    body => prompt('hi', session_id => chr(0xe9) x 257))->status, 400,
    'and of 257');
