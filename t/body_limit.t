# gate_body_limit: 413 in JSON, by the length and at the crossing, for a body
# of any kind, and nothing of it reaches the upstream.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(code => sub ($conn, $request) {
    $conn->answer(200, length $request->body);
});
my $t = Gate->new(
    status => 1, listen => [qw(h1 h2c)],
    http => 'gate_body_limit 1000;', conf => <<"EOT");
    lingering_timeout 100ms;
    location / { proxy_pass $up; }
    location /unbuffered/ {
        proxy_request_buffering off;
        proxy_http_version 1.1;
        proxy_pass $up;
    }
    location /larger/ { gate_body_limit 64k; proxy_pass $up; }
    location /off/ { gate_body_limit off; proxy_pass $up; }
    # nginx's own limit stays in force beside ours
    location /smaller/ { client_max_body_size 10; proxy_pass $up; }
EOT

sub post ($uri, $n, %opt) {
    return $t->request(POST => $uri, {}, 'x' x $n, %opt);
}
sub chunked ($uri, @sizes) {
    return $t->request(POST => $uri, {}, undef,
        chunked => [map { 'x' x $_ } @sizes]);
}

for my $uri ('/', '/unbuffered/') {
    is(post($uri, 1000)->body, 1000, "$uri: the whole limit is served");
    is(chunked($uri, 400, 600)->body, 1000, "$uri: in chunks");
    refused(post($uri, 1001), 413, 'payload_too_large',
        "$uri: one byte more is 413", message => qr/\b1000 bytes/);
}
refused(chunked('/', 400, 600, 1), 413, 'payload_too_large',
    'one byte more in a chunk', message => qr/\b1000 bytes/);
is(post('/', 1000, proto => 'h2c')->body, 1000, 'the limit over HTTP/2');
refused(post('/', 1001, proto => 'h2c'), 413, 'payload_too_large',
    'one byte more over HTTP/2');
is(scalar $up->requests, 5, 'nothing of what was refused came through');

is(post('/larger/', 65_536)->body, 65_536, 'an inner location allows more');
refused(post('/larger/', 65_537), 413, 'payload_too_large', 'but has an end',
    message => qr/\b65536 bytes/);
refused(chunked('/larger/', (20_000) x 4), 413, 'payload_too_large',
    'also for chunks beyond the buffer in memory');
is(post('/off/', 100_000)->body, 100_000, 'off: no limit of ours');
refused(post('/smaller/', 11), 413, 'payload_too_large',
    'nginx\'s own limit answers the same way');
is(scalar $up->requests, 7, 'nothing more came through');
refused($t->request(GET => '/', { 'Content-Length' => 1001 }), 413,
    'payload_too_large', 'the method does not matter');
is($t->request(GET => '/')->body, 0, 'a request without a body is served');
