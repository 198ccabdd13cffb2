# J24: each rule of a chat request has its 400, says what is wrong, and starts
# no run. The five roles, the forms of content, tool replies, sessions.
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

my $json = JSON::PP->new->utf8->canonical;
my ($true, $false) = (JSON::PP::true, JSON::PP::false);
my $user = { role => 'user', content => 'hi' };
my $c = $t->connect;
my %headers = (Authorization => 'Bearer ' . $t->key,
               'Content-Type' => 'application/json');

# %change replaces members of a good request, or takes one away.
my $absent = \'absent';
sub post (%change) {
    my %body = (messages => [$user], stream => $true, %change);
    delete @body{grep { ($body{$_} // '') eq $absent } keys %body};
    return $c->request(POST => '/api/v1/interns/alpha/chat/completions',
        \%headers, $json->encode(\%body));
}
sub refuses ($title, $about, %change) {
    refused(post(%change), 400, 'bad_request', $title, message => $about);
}
sub serves ($title, %change) {
    $up->{expected}++;
    is(post(%change)->status, 200, $title);
}
sub message (%of) { return (messages => [{ %$user, %of }]) }

# ---- stream
refuses('stream false', qr/stream/, stream => $false);
refuses('stream absent', qr/stream/, stream => $absent);
for my $value ('true', 1, 0, [], {}, undef) {
    refuses('stream ' . $json->encode([$value]), qr/stream/,
        stream => $value);
}

# ---- messages
refuses('messages empty', qr/messages/, messages => []);
refuses('messages absent', qr/messages/, messages => $absent);
for my $value ('hi', 1, {}, $true, $user, undef) {
    refuses('messages ' . $json->encode([$value]), qr/messages/,
        messages => $value);
}
for my $value ('hi', 1, [], $true, undef) {
    refuses('a message that is ' . $json->encode([$value]), qr/messages/,
        messages => [$value, $user]);
}

# ---- roles: five are known, two may be the last
for my $role (qw(system developer assistant)) {
    refuses("the last message of role $role", qr/last message/,
        messages => [$user, { role => $role, content => 'x' }]);
    serves("an earlier message of role $role",
        messages => [{ role => $role, content => 'x' }, $user]);
}
serves('an earlier tool message', messages => [
    { role => 'tool', content => 'x', tool_call_id => 'c' }, $user]);
for my $role ('function', 'User', 'USER', '', 'user ', 'root') {
    refuses("the role '$role'", qr/role/, message(role => $role));
}
refuses('no role', qr/role/, messages => [{ content => 'hi' }]);
refuses('a role that is a number', qr/role/, message(role => 1));
refuses('a role that is a list', qr/role/, message(role => ['user']));
refuses('a wrong role in an earlier message', qr/messages\[0\]/,
    messages => [{ role => 'x', content => 'y' }, $user]);

# ---- content
my @parts = ({ type => 'text', text => 'a' }, { type => 'text', text => 'b' });
serves('content as text', message(content => 'hi'));
serves('empty content', message(content => ''));
serves('content in parts', message(content => \@parts));
serves('content of one part', message(content => [$parts[0]]));
serves('an assistant message with content null and calls', messages => [
    { role => 'assistant', content => undef, tool_calls => [{
        id => 'c', type => 'function', function => {
            name => 'n', arguments => '{}' } }] }, $user]);
serves('an assistant message without content',
    messages => [{ role => 'assistant' }, $user]);
refuses('content absent', qr/content/, messages => [{ role => 'user' }]);
for my $value (1, {}, $true, { text => 'a' }) {
    refuses('content ' . $json->encode([$value]), qr/content/,
        message(content => $value));
}
my %part = (
    'an image' => { type => 'image_url', image_url => { url => 'x' } },
    'no type' => { text => 'a' }, 'no text' => { type => 'text' },
    'a number as text' => { type => 'text', text => 1 },
    'a number as type' => { type => 1, text => 'a' },
    'a string' => 'a', 'a list' => [], 'null' => undef,
);
for my $what (sort keys %part) {
    refuses("a part that is or has $what", qr/content|text|type|parts/,
        message(content => [$parts[0], $part{$what}]));
}

# ---- tool replies
my %reply = (role => 'tool', content => 'allow_once', tool_call_id => 'c-1');
my $echo = { role => 'assistant', content => undef, tool_calls => [{
    id => 'c-1', type => 'function', function => {
        name => 'service.provide_input', arguments => '{}' } }] };
serves('a tool reply', messages => [$user, $echo, \%reply],
    session_id => 's');
serves('a tool reply without the echo', messages => [\%reply],
    session_id => 's');
refuses('a tool reply without a session', qr/session_id/,
    messages => [$echo, \%reply]);
for my $id (undef, '', 'x' x 129, "a\nb", 1, ['c']) {
    my %wrong = (%reply, tool_call_id => $id);
    delete $wrong{tool_call_id} if !defined $id;
    refuses('a tool_call_id that is '
        . (defined $id ? length $id > 99 ? '129 long' : $json->encode([$id])
                       : 'absent'), qr/tool_call_id/,
        messages => [$echo, \%wrong], session_id => 's');
}
serves('a tool_call_id of 128', messages => [{ %reply,
    tool_call_id => 'x' x 128 }], session_id => 's');
refuses('a tool reply without content', qr/content/, session_id => 's',
    messages => [{ role => 'tool', tool_call_id => 'c-1' }]);
my %call = %{$echo->{tool_calls}[0]};
serves('an echoed call without a type', session_id => 's', messages => [
    { %$echo, tool_calls => [{ id => 'c-1', function => $call{function} }] },
    \%reply]);
for my $call ('x', [], {}, { %call, id => '' }, { %call, id => 'x' x 129 },
              { %call, id => 1 }, { %call, function => 'x' },
              { id => 'c-1' }, { id => 'c-1', function => { name => 'n' } },
              { id => 'c-1', function => { arguments => '{}' } },
              { id => 'c-1', function => { name => 1, arguments => '{}' } },
              { id => 'c-1', function => { name => 'n', arguments => {} } })
{
    refuses('an echoed call ' . substr($json->encode([$call]), 0, 60),
        qr/messages\[0\]/, session_id => 's',
        messages => [{ %$echo, tool_calls => [$call] }, \%reply]);
}
refuses('tool_calls that are no list', qr/tool_calls/, session_id => 's',
    messages => [{ %$echo, tool_calls => {} }, \%reply]);

# ---- approval mode, model, session
serves("approval_mode $_", approval_mode => $_) for qw(manual self-drive);
for my $mode ('auto', '', 'Manual', 'self_drive', 1, $true, [],
              undef)
{
    refuses('approval_mode ' . $json->encode([$mode]), qr/approval_mode/,
        approval_mode => $mode);
}
utf8::decode(my $smile = "\xf0\x9f\x98\x80");
for my $name (qw(model session_id)) {
    serves("$name of 1 and 256 characters", $name => $_)
        for 'x', 'x' x 256, $smile x 256;
    refuses("$name of 0 characters", qr/$name/, $name => '');
    refuses("$name of 257 characters", qr/$name.*256/, $name => 'x' x 257);
    refuses("$name of 257 wide characters", qr/$name/, $name => $smile x 257);
    refuses("$name " . $json->encode([$_]), qr/$name/, $name => $_)
        for 1, $true, [], {}, undef;
}

# ---- 32,000 characters, which are code points (P)
serves('a prompt of 32,000 characters', message(content => 'a' x 32_000));
serves('32,000 wide ones', message(content => $smile x 32_000));
serves('32,000 in parts', message(content => [
    ({ type => 'text', text => 'a' x 16_000 }) x 2]));
refuses('a prompt of 32,001 characters', qr/32000/,
    message(content => 'a' x 32_001));
refuses('32,001 wide ones', qr/32000/, message(content => $smile x 32_001));
refuses('32,001 in parts', qr/32000/, message(content => [
    { type => 'text', text => 'a' x 32_000 },
    { type => 'text', text => 'b' }]));
serves('an earlier message of 100,000', messages => [
    { role => 'user', content => 'a' x 100_000 }, $user]);

ok($c->alive, 'the one connection is still open');
unharmed($t, $up, 'nothing of what was refused reached the intern');
