# H19, H20: heads that are too large are refused by nginx; a known path with
# another method is 405 and says which one is right.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)], conf => <<'EOT');
    gate_json_errors on;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $path = '/api/v1/interns/alpha/chat/completions';
my $length = 'Content-Length: ' . length chat_body();
my $head = chat_head($t, $length);
my $body = chat_body();

# ---- H19
my %large = (
    'a header line of 9 KB' => [400, $head . 'X-A: ' . 'a' x 9000 . "\r\n"],
    'a key of 9 KB' => [400, $head =~ s/Bearer \S+/'Bearer ' . 'a' x 9000/er],
    '5,000 headers' => [400, $head . "X-A: a\r\n" x 5000],
    'a URI of 9 KB' => [414, $head =~ s/alpha/'a' x 9000/er],
    'a query of 9 KB' => [414, $head =~ s/(completions)/"$1?" . 'a' x 9000/er],
);
for my $what (sort keys %large) {
    my ($status, $bytes) = @{$large{$what}};
    refused(raw_request($t, "$bytes\r\n$body"), $status, '*',
        "H19: $what is $status", closed => 1);
    unharmed($t, $up, "H19: $what: nothing reached the intern");
}

# ---- H20
for my $method (qw(GET PUT PATCH DELETE OPTIONS PROPFIND BREW)) {
    my $answer = $t->request($method => $path, {}, undef, key => 'default');
    refused($answer, 405, undef, "H20: $method is 405");
    is($answer->header('allow'), 'POST', "H20: $method: Allow says POST");
}
my $answer = $t->request(HEAD => $path, {}, undef, key => 'default');
is($answer->status . $answer->header('allow') . length $answer->body,
    '405POST0', 'H20: HEAD is 405 without a body');
refused($t->request(TRACE => $path, {}, undef, key => 'default'), 405, '*',
    'H20: TRACE is refused by nginx');
refused($t->request(GET => $path, {}, undef, key => 'default',
    proto => 'h2c'), 405, undef, 'H20: over HTTP/2');
refused($t->request(GET => $path), 401, undef,
    'H20: without a key the method does not matter');
unharmed($t, $up, 'H20: nothing reached the intern');
