# What an intern gets: a body of the gate's own, headers of the gate's own, and
# nothing of the client's that was not asked for.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(
    status => 1,
    keys => [{ name => 'one', user_id => 'u-1',
        workspace_id => 'w-1' }, 'bare'],
    interns => [{ id => 'alpha', upstream => $up },
                { id => 'mo', upstream => $up, model => 'm/1' }],
    files => { daemon_key => 'sk-daemon' },
    conf => <<"EOT");
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /with_key/ {
        gate_chat;
        gate_upstream_key daemon_key;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /more/ {
        gate_chat;
        proxy_set_header X-Own own;
        proxy_set_header Host interns.example;
        proxy_http_version 1.1;
        proxy_pass http://\$gate_intern_upstream;
    }
EOT
$t->secret('sk-daemon');

my $json = JSON::PP->new->utf8->canonical;
# The request that an intern sees for this one of a client.
sub sent ($body, %opt) {
    my $intern = delete $opt{intern} // 'alpha';
    my $answer = $t->chat($intern, $body, key => 'one', %opt);
    die $answer->raw if $answer->status != 200;
    return ($up->requests)[-1];
}
sub body_is ($title, $body, $wanted, %opt) {
    # as text, to tell 1 from "1" and true
    is($json->encode(sent($body, %opt)->json), $json->encode($wanted),
        $title);
}

# ---- the body of a prompt
my %own = (model => 'service/intern', stream => JSON::PP::true,
    stream_options => { include_usage => JSON::PP::true },
    session_id => 's-1', approval_mode => 'self-drive');
my @user = ({ role => 'user', content => 'hi' });
my %s = (session_id => 's-1');
body_is('the whole body', prompt('hi', %s), { %own, messages => \@user });
body_is('only the last message, and no other member', {
    %s, model => 'client/model', temperature => 1, tools => [{}], n => 2,
    stream_options => { include_usage => JSON::PP::false }, user => 'x',
    messages => [{ role => 'system', content => 'be good' },
        { role => 'developer', content => 'be bad' },
        { role => 'user', content => 'before' },
        { role => 'assistant', content => 'well' },
        { role => 'user', content => 'hi', name => 'anna', x => [] }],
    }, { %own, messages => \@user });
body_is('the model of the intern', prompt('hi', %s),
    { %own, model => 'm/1', messages => \@user }, intern => 'mo');
body_is('the approval mode', prompt('hi', %s, approval_mode => 'manual'),
    { %own, approval_mode => 'manual', messages => \@user });
my @parts = map { { type => 'text', text => $_ } } 'a', '', 'b';
body_is('content in parts stays in parts', { %s, messages => [
    { role => 'user', content => [map { { %$_, x => 1 } } @parts] }] },
    { %own, messages => [{ role => 'user', content => \@parts }] });
body_is('no content', { %s, messages => [
    { role => 'user', content => undef }] },
    { %own, messages => [{ role => 'user', content => undef }] });
my $odd = join '', map { chr } 1 .. 0x7f, 0xe9, 0x2028, 0x2029, 0xfeff,
    0xfffd, 0xffff, 0x1f600, 0x10ffff;
body_is('every character arrives', prompt("$odd</script>", %s), { %own,
    messages => [{ role => 'user', content => "$odd</script>" }] });
my $fresh = sent(prompt());
like($fresh->json->{session_id}, qr/\Ases-[0-9a-f]{8}-[0-9a-f]{4}-7
    [0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\z/x,
    'without a session a new id, with a UUID of version 7');
isnt(sent(prompt())->json->{session_id}, $fresh->json->{session_id},
    'which is another one each time');

# ---- the body of a tool reply
my %reply = (role => 'tool', tool_call_id => 'c-1', content => 'allow_once');
my $call = { id => 'c-1', type => 'function', function => {
    name => 'service.provide_input', arguments => '{"kind":"permission"}' } };
my $echo = { role => 'assistant', content => undef, tool_calls => [$call] };
my %no_mode = %own;
delete $no_mode{approval_mode};
body_is('a tool reply with its echo, and no approval mode',
    { %s, approval_mode => 'manual', messages => [@user, $echo, \%reply] },
    { %no_mode, messages => [$echo, \%reply] });
body_is('a tool reply alone', { %s, messages => [\%reply] },
    { %no_mode, messages => [\%reply] });
my %bare_call = %$call;
delete $bare_call{type};
body_is('a call without its type gets it back', { %s, messages => [
    { %$echo, content => 'so', tool_calls => [\%bare_call] }, \%reply] },
    { %no_mode, messages => [{ %$echo, content => 'so' }, \%reply] });

# ---- headers
my @theirs = (['Cookie', 'a=b'], ['Idempotency-Key', 'i-1'],
    ['X-Intern-Id', 'beta'], ['X-User-Id', 'root'], ['X-Session-Id', 's-9'],
    ['X-Approval-Mode', 'self-drive'], ['X-Request-Id', 'r-1'],
    ['X-Workspace-Id', 'w-9'],
    ['X-Api-Key', 'k'], ['Api-Key', 'k'], ['Accept-Encoding', 'gzip'],
    ['Cookie', 'c=d'], ['X-User-Id', 'admin']);
my %wanted = ('x-intern-id' => 'alpha', 'x-user-id' => 'u-1',
    'x-workspace-id' => 'w-1',
    'x-session-id' => 's-1', 'x-approval-mode' => 'manual',
    'content-type' => 'application/json');

# in several orders: a header must not hide behind another one
for my $shift (0 .. $#theirs) {
    my @lines = map { "$_->[0]: $_->[1]" }
        @theirs[$shift .. $#theirs, 0 .. $shift - 1];
    my $body = $json->encode(prompt('hi', %s, stream => JSON::PP::true,
        approval_mode => 'manual'));
    raw_request($t, chat_head($t, @lines, 'X-Kept: yes',
        'Content-Length: ' . length $body) . "\r\n$body");
    my $request = ($up->requests)[-1];
    my %got = %{$request->headers};
    my $id = delete $got{'x-request-id'};
    is_deeply({ map { $_ => $got{$_} } grep { !/\A(?:host|connection)\z/ }
        keys %got }, { %wanted, 'x-kept' => 'yes',
        'content-length' => length $request->body },
        "only the gate's own headers go on, order $shift");
    like($id, qr/\A[0-9a-f]{32}\z/, "with a request id, order $shift");
}
is(sent({ %s, messages => [\%reply] })->header('x-approval-mode'), undef,
    'no approval mode on a tool reply');
is(sent(prompt('hi', %s))->header('x-approval-mode'), 'self-drive',
    'self-drive by default');
is(sent(prompt(), key => 'bare')->header('x-user-id'), undef,
    'no user id for a key without a user');
is(sent(prompt('hi', session_id => "caf\x{e9}\x{1f600}"))
    ->header('x-session-id'), "caf\xc3\xa9\xf0\x9f\x98\x80",
    'a session id is any text');

# ---- the operator's own
my $path = '/interns/alpha/chat/completions';
my %type = ('Content-Type' => 'application/json');
$t->request(POST => "/with_key$path", \%type, chat_body(), key => 'one');
is(($up->requests)[-1]->header('authorization'), 'Bearer sk-daemon',
    'gate_upstream_key is sent');
$t->request(POST => "/more$path", \%type, chat_body(), key => 'one');
my $request = ($up->requests)[-1];
is(join(' ', $request->version, map { $request->header($_) } qw(host x-own
    x-intern-id)), 'HTTP/1.1 interns.example own alpha',
    'what proxy_set_header says is kept beside');
is($request->method . $request->uri, "POST/more$path",
    'and the path of the client');
