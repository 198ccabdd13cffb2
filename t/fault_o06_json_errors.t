# O06 and gate_json_errors: what nginx answers by itself is the JSON envelope
# with the same status where something is guarded, or where the directive says
# so; a page of the operator's own stays.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(code => sub ($conn, $request) {
    $conn->answer($request->uri =~ /(\d+)/ ? $1 : 200, '<html>theirs</html>',
        'Content-Type' => 'text/html');
});
my $down = Gate::free_port();
my $t = Gate->new(
    status => 1, listen => [qw(h1 h2c)],
    files => { 'html/own.html' => 'own page' },
    conf => <<"EOT");
    location /guarded/ { gate_auth key; proxy_pass $up; }
    location /down/ { gate_auth key; proxy_pass http://127.0.0.1:$down; }
    location /stream/ { gate_stream auto; proxy_pass http://127.0.0.1:$down; }
    location /file/ { gate_auth key; root html; }
    location /on/ {
        gate_json_errors on;
        location /on/404 { return 404; }
        location /on/403 { deny all; }
        location /on/503 { return 503; }
        location /on/418 { return 418; }
        location /on/301 { return 301 /x; }
        location /on/200 { return 200 ok; }
        location /on/text { return 500 'own text'; }
        location /on/page { error_page 404 /own.html; return 404; }
        location /on/proxied/ { proxy_pass $up; }
        location /on/limit { client_max_body_size 10; proxy_pass $up; }
        location /on/range { root html; try_files /own.html =404; }
    }
    location /off/ { gate_auth key; gate_json_errors off; proxy_pass $up;
        client_max_body_size 10; }
    location /stock/ { return 404; }
EOT
my $key = { Authorization => 'Bearer ' . $t->key };

# ---- where something is guarded
refused($t->request(GET => '/down/', $key), 502, '*',
    'an upstream that is down, at a guarded location');
refused($t->request(GET => '/stream/', {}), 502, '*',
    'and at a supervised one');
refused($t->request(GET => '/file/none', $key), 404, 'not_found',
    'a file that is not there');
$t->allow_log(qr/\[error\]/);
my $answer = $t->request(GET => '/guarded/404', $key);
is($answer->status . $answer->body, '404<html>theirs</html>',
    'what an upstream says is not touched');

# ---- where the directive says so
for my $proto (qw(h1 h2c)) {
    for my $status (403, 404, 503, 418) {
        refused($t->request(GET => "/on/$status", {}, undef,
            proto => $proto), $status, '*', "$status over $proto")
            if $status != 418;
    }
}
is($t->request(HEAD => '/on/404')->header('content-type'),
    'application/json', 'HEAD has the same type');
is($t->request(HEAD => '/on/404')->body, '', 'and no body');
refused($t->request(POST => '/on/limit', {}, 'x' x 11), 413, '*',
    "nginx's own body limit");
refused($t->request(POST => '/on/limit', {}, undef,
    chunked => ['x' x 6, 'x' x 6]), 413, '*', 'also in chunks');
refused($t->request(GET => '/on/range', { Range => 'bytes=100-' }), 416, '*',
    'a range that is not there');

# ---- what stays
my %stays = ('/on/301' => [301, qr/<html>/], '/on/200' => [200, qr/\Aok\z/],
    '/on/text' => [500, qr/\Aown text\z/],
    '/on/page' => [404, qr/\Aown page\z/],
    '/on/proxied/500' => [500, qr/theirs/], '/stock/' => [404, qr/<html>/]);
for my $uri (sort keys %stays) {
    $answer = $t->request(GET => $uri);
    is($answer->status, $stays{$uri}[0], "$uri keeps its status");
    like($answer->body, $stays{$uri}[1], "$uri keeps its body");
}
$answer = $t->request(POST => '/off/', $key, 'x' x 11);
is($answer->status, 413, 'gate_json_errors off: the same status');
like($answer->body, qr/<html>/, "and nginx's own page");
refused($t->request(GET => '/off/'), 401, undef,
    "but the gate's own refusals are JSON");
