# H01-H05: a request whose length can be read in two ways is refused by nginx
# itself, as JSON, and what follows it on the connection is not executed.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, conf => <<'EOT');
    gate_json_errors on;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $body = chat_body();
my $length = 'Content-Length: ' . length $body;
my $chunked = 'Transfer-Encoding: chunked';
my $chunks = Gate::Client::chunk($body) . "0\r\n\r\n";
# what a smuggler wants to be run
my $next = chat_head($t, $length) . "\r\n$body";

sub refuses ($status, $title, $body, @lines) {
    refused(raw_request($t, chat_head($t, @lines) . "\r\n$body"), $status,
        '*', "$title is $status", closed => 1);
    unharmed($t, $up, "$title: nothing was executed");
}

# ---- H01
refuses(400, 'H01: the same length twice', $body, $length, $length);
refuses(400, 'H01: two lengths', $body, $length, 'Content-Length: 5');

# ---- H02
for my $order ([$length, $chunked], [$chunked, $length]) {
    refuses(400, "H02: $order->[0] and $order->[1]", "$chunks$next", @$order);
}
refuses(400, 'H02: a short length and chunks', "$chunks$next",
    'Content-Length: 4', $chunked);

# ---- H03
for my $coding ('identity', 'gzip, chunked', 'xchunked', "\tchunked") {
    refuses(501, "H03: the coding '$coding'" =~ s/\t/\\t/r, "$chunks$next",
        "Transfer-Encoding: $coding");
}

# ---- H04
refuses(400, 'H04: the coding twice', $chunks, $chunked, $chunked);
refuses(400, 'H04: a space before the colon', $chunks,
    'Transfer-Encoding : chunked');
my $old = chat_head($t, $chunked) =~ s{HTTP/1\.1}{HTTP/1.0}r;
refused(raw_request($t, "$old\r\n$chunks"), 400, '*',
    'H04: chunks in HTTP/1.0 are 400', closed => 1);
unharmed($t, $up, 'H04: chunks in HTTP/1.0: nothing was executed');

# ---- H05
for my $value ('-1', '+2', '0x2', '9' x 20, '', ' ', '1 2', "2\t3") {
    refuses(400, "H05: the length '$value'" =~ s/\t/\\t/r, $body,
        "Content-Length: $value");
}
