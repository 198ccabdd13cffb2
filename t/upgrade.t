# An upgraded connection is a tunnel in which nothing is judged: a location
# that supervises streams does not open one. A key alone may guard a WebSocket.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(code => sub ($conn, $request) {
    $conn->write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        . "Connection: upgrade\r\n\r\nthrough the tunnel");
    $conn->pause(0.1);
    $conn->close;
});
my $ear = Gate::upstream(code => sub ($conn, $request) {
    $conn->write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n"
        . "Connection: upgrade\r\n\r\n");
    $conn->watch(1);
    $conn->write("heard: $conn->{in}");
    $conn->close;
});
my $seen = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(
    status => 1, listen => [qw(h1 h2c)],
    main => 'thread_pool gate threads=1;',
    http => 'gate_guardrail g { filter email block; }'
        . ' map $http_upgrade $hop { default upgrade; "" ""; }',
    interns => [{ id => 'alpha', upstream => $up }],
    conf => <<"EOT");
    proxy_http_version 1.1;
    proxy_set_header Upgrade \$http_upgrade;
    proxy_set_header Connection upgrade;
    location /keyed/ { gate_auth key; proxy_pass $up; }
    location /stream/ { gate_stream auto; proxy_pass $up; }
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /open/ { proxy_pass $up; }
    location /guard/tunnel/ { gate_apply_guardrail g; proxy_pass $ear; }
    location /open/tunnel/ { proxy_pass $ear; }
    location /guard/ { gate_apply_guardrail g; proxy_pass $seen; }
    location /guard/stream/ {
        gate_apply_guardrail g; gate_stream auto;
        proxy_set_header Upgrade \$http_upgrade;
        proxy_set_header Connection \$hop;
        proxy_pass $seen;
    }
    location /guard/asked/ {
        gate_apply_guardrail g;
        if (\$http_upgrade) { set \$asked 1; }
        if (\$http_http2_settings) { set \$asked 2; }
        if (\$http_connection) { set \$asked 3; }
        proxy_set_header Upgrade \$http_upgrade;
        proxy_set_header HTTP2-Settings \$http_http2_settings;
        proxy_set_header Connection \$http_connection;
        proxy_pass $seen;
    }
    location /guard/monitor/ {
        gate_apply_guardrail g; gate_enforce monitor;
        proxy_set_header Upgrade \$http_upgrade;
        proxy_set_header Connection \$http_connection;
        proxy_pass $seen;
    }
EOT

my %upgrade = (Upgrade => 'websocket', Connection => 'Upgrade',
    Authorization => 'Bearer ' . $t->key);
sub tunnels ($method, $uri, $headers = {}, $body = undef) {
    my $bytes = Gate::Client::build($method, $uri, { %upgrade, %$headers },
        $body);
    return $t->http($bytes, read => 0.4) =~ /through the tunnel/ ? 1 : 0;
}

is(tunnels(GET => '/open/'), 1, 'an open location is as it was');
is(tunnels(GET => '/keyed/'), 1, 'gate_auth lets one through for its key');
is(tunnels(GET => '/keyed/', { Authorization => 'Bearer other' }), 0,
    'and for no other');
is(tunnels(GET => '/stream/'), 0, 'gate_stream opens none');
is(tunnels(POST => '/api/v1/interns/alpha/chat/completions',
    { 'Content-Type' => 'application/json' }, chat_body()), 0,
    'nor does gate_chat');

# ---- a guarded location takes an offer of h2c away and refuses all others
my @h2c = (['Connection', 'Upgrade, HTTP2-Settings'], ['Upgrade', 'h2c'],
    ['HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA']);
my @json = (['Content-Type', 'application/json']);

# the status, and of the offer what the upstream was told
sub told ($uri, $headers, $body = '{"t":"a"}', %opt) {
    my $before = () = $seen->requests;
    my $answer = $t->request(POST => $uri, [@json, @$headers], $body, %opt);
    my ($request) = ($seen->requests)[$before .. $before];
    return $answer->status if !$request;
    return join ' ', $answer->status, map {
        my $value = $request->header($_);
        defined $value ? "$_=$value" : ();
    } qw(upgrade http2-settings connection);
}
is(told('/guard/', \@h2c), '200 connection=upgrade',
    'h2c: taken away, but not what the location sets');
is(told('/guard/stream/', \@h2c), '200',
    'h2c: nor do variables hold it');
is(told('/guard/asked/', \@h2c), '200',
    'h2c: also where they were asked for before');
is(told('/guard/asked/', [['Connection', 'x-a, Upgrade'], ['Upgrade', "H2C "],
    ['Connection', 'HTTP2-settings ,keep-alive,']]),
    '200 connection=x-a, keep-alive', 'h2c: other options stay');
is(told('/guard/', [['Upgrade', 'h2c']]), '200 connection=upgrade',
    'h2c: an offer that is none');
is(told('/guard/', \@h2c, '{"t":"john@example.com"}'), 403,
    'h2c: the body is judged');
# whether bytes behind the request reach an upstream that has switched
sub heard ($uri) {
    my $client = $t->connect;
    $client->send(Gate::Client::build(POST => $uri, [@json, @h2c],
        '{"t":"a"}'));
    $client->read_all(0.2);
    $client->send('john@example.com');
    my $heard = $client->read_all(1.5) =~ /heard: john/;
    $client->close;
    return $heard ? 'heard' : 'deaf';
}
is(heard('/open/tunnel/'), 'heard', 'h2c: without a guardrail, a tunnel');
is(heard('/guard/tunnel/'), 'deaf', 'h2c: nothing goes through behind it');
like(told('/guard/monitor/', \@h2c),
    qr{\A200 upgrade=h2c http2-settings=\S+ connection=Upgrade, HTTP2-},
    'h2c: monitor changes nothing');
for my $offer ([['Upgrade', 'websocket']], [['Upgrade', 'h2c, websocket']],
    [['Upgrade', 'websocket, h2c']], [['Upgrade', 'h2c'], ['Upgrade', 'h2c']],
    [['Upgrade', 'h2c'], ['Upgrade', 'websocket']], [['Upgrade', '']],
    [['Upgrade', 'h2c/1']], [['Upgrade', 'h2']], [['Upgrade', 'TLS/1.0']])
{
    is(told('/guard/', [['Connection', 'upgrade'], @$offer]), 400,
        'refused: ' . join ' and ', map { $_->[1] } @$offer);
}
like(told('/guard/', [['upgrade', 'h2c']], '{"t":"a"}', proto => 'h2c')
    // 'reset', qr/\A(?:400|reset)\z/, 'refused: any offer over HTTP/2');
