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
my $t = Gate->new(
    status => 1, interns => [{ id => 'alpha', upstream => $up }],
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
