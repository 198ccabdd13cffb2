# What gate_chat asks the intern: a body of its own with the last message, its
# own headers, and nothing of the client's that is not meant for it.
use Gate;
use Gate::Chat;

my $up = Gate::upstream(sse => [turn('a')]);
my $address = $up->address;
my $t = Gate->new(tests => 20, status => 1, keys => [
        { name => 'ann', user_id => 'u-ann' }],
    interns => [{ id => 'plain', upstream => $address },
        { id => 'base', upstream => "$address/v1/", model => 'm-own' }],
    conf => <<'EOF');
    proxy_http_version 1.1;
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
EOF

my $n = 0;
sub sent ($intern, $body, %opt) {
    my $answer = $t->chat($intern, $body, %opt);
    is($answer->status, 200, 'it is served');
    my @requests = $up->wait_requests(++$n);
    return $requests[$n - 1];
}

my $request = sent('plain', prompt('hi', model => 'x', temperature => 2,
    tools => [{ type => 'function' }], n => 5, stream_options => {},
    approval_mode => 'manual', user => 'eve'),
    headers => { Cookie => 'a=b', 'X-Session-Id' => 'evil',
        'X-Intern-Id' => 'evil', 'X-User-Id' => 'evil',
        'X-Approval-Mode' => 'evil', 'X-Request-Id' => 'evil',
        'Idempotency-Key' => 'evil', 'Accept-Encoding' => 'gzip',
        'X-Other' => 'fine' });
my $session = $request->header('x-session-id');
is_deeply($request->json, { model => 'service/intern',
    stream => JSON::PP::true,
    stream_options => { include_usage => JSON::PP::true },
    messages => [{ role => 'user', content => 'hi' }],
    session_id => $session, approval_mode => 'manual' }, 'its body');
is($request->header('content-length'), length $request->body, 'its length');
is($request->header('x-intern-id'), 'plain', 'the intern');
is($request->header('x-user-id'), 'u-ann', 'the user');
is($request->header('x-approval-mode'), 'manual', 'the mode');
like($request->header('x-request-id'), qr/\A[0-9a-f]{32}\z/,
    'a request id of ours');
is_deeply([map { $request->header($_) } qw(authorization cookie
    idempotency-key accept-encoding)], [(undef) x 4],
    'nothing that is ours alone');
unlike($request->raw, qr/evil|igk_/, 'and no trace of it');
is($request->header('x-other'), 'fine', 'other headers pass');
is($request->uri, '/api/v1/interns/plain/chat/completions',
    'without a base: the path of the client');

$request = sent('base', { session_id => 's-1', messages => [
    { role => 'system', content => 'never sent' },
    { role => 'user', content => 'nor this' },
    { role => 'developer', content => 'nor this' },
    { role => 'user', content => [{ type => 'text', text => 'a' },
        { type => 'text', text => "b\x{1f600}\n" }] }] });
is($request->uri, '/v1/chat/completions', 'with a base: below it');
is($request->json->{model}, 'm-own', "the intern's model");
is_deeply($request->json->{messages}, [{ role => 'user', content => [
    { type => 'text', text => 'a' },
    { type => 'text', text => "b\x{1f600}\n" }] }], 'only the last message');
is($request->json->{approval_mode}, 'self-drive', 'the default mode');
is($request->json->{session_id}, 's-1', 'the given session');

$request = sent('plain', tool_reply('call-1', 's-1', 'allow_once',
    approval_mode => 'manual'));
is_deeply($request->json->{messages}, tool_reply('call-1', 's-1')->{messages},
    'a reply: the echoed call and the answer');
is_deeply([$request->json->{approval_mode},
    $request->header('x-approval-mode')], [undef, undef],
    'a reply has no mode of its own');
