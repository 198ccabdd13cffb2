# H28: what is no HTTP/1 request is refused by nginx, as JSON.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, listen => [qw(h1 tls)], conf => <<'EOT');
    gate_json_errors on;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

# a TLS 1.3 client hello, as far as a plain server reads it
my $hello = pack 'H*', '16030100a5010000a10303' . 'ab' x 32 . '00' . '0d' x 8;
my %bytes = (
    'a TLS hello on the plain port' => [400, "$hello\r\n\r\n"],
    'the HTTP/2 preface' => [400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    'another major version' => [505,
        chat_head($t) =~ s{HTTP/1\.1}{HTTP/2.0}r . "\r\n"],
    'no method' => [400, " /x HTTP/1.1\r\nHost: a\r\n\r\n"],
    'a bad version' => [400, "GET / HTTQ/1.1\r\nHost: a\r\n\r\n"],
    'words' => [400, "hello world, how are you\r\n\r\n"],
);
for my $what (sort keys %bytes) {
    my ($status, $sent) = @{$bytes{$what}};
    refused(raw_request($t, $sent), $status, '*',
        "H28: $what is $status", closed => 1);
    unharmed($t, $up, "H28: $what: nothing reached the intern");
}

# plain bytes on the TLS port
my $plain = Gate::Client->new(port => $t->port('tls'));
$plain->send(chat_head($t, 'Content-Length: ' . length chat_body()) . "\r\n"
    . chat_body());
refused($plain->response(3), 400, '*', 'H28: plain HTTP on the TLS port is 400',
    closed => 1);
$plain->close;
unharmed($t, $up, 'H28: nothing reached the intern');
