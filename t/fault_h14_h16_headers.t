# H14-H16: control characters in a key, and headers that stand twice, are
# refused; nothing of them goes on or reaches a log as it came.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $plain = Gate::upstream(body => 'served');
# at level info nginx itself writes a header that stands twice, with the key
my $t = Gate->new(status => 1, error_level => 'warn',
    interns => [{ id => 'alpha', upstream => $up }], conf => <<"EOT");
    gate_json_errors on;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /keyed/ { gate_auth key; proxy_pass $plain; }
    location /x-key/ {
        gate_auth key;
        gate_auth_header x-api-key;
        proxy_pass $plain;
    }
    location /typed/ { gate_content_type application/json; proxy_pass $plain; }
EOT

my $key = $t->key;
my $body = chat_body();

# ---- H14: NUL, LF and CR end a header line or are refused by nginx (H13)
for my $code (1 .. 9, 11, 12, 14 .. 31, 127) {
    my $bad = substr($key, 0, 20) . chr($code) . substr($key, 20);
    my $name = sprintf 'H14: byte 0x%02x in the key', $code;
    refused($t->request(POST => '/api/v1/interns/alpha/chat/completions',
        { Authorization => "Bearer $bad", 'Content-Type' =>
            'application/json' }, $body), 401, undef, "$name is 401");
}
for my $place ("Bearer \x01$key", "Bearer\x01$key", "\x0bBearer $key",
               "Bearer $key\x7f")
{
    refused($t->request(GET => '/keyed/', { Authorization => $place }), 401,
        undef, 'H14: a control byte beside the key');
}
refused($t->request(GET => '/x-key/', { 'X-Api-Key' => "$key\x01" }), 401,
    undef, 'H14: a control byte in x-api-key');
unharmed($t, $up, 'H14: nothing reached the intern');

# ---- H15
my $twice = chat_head($t, "Authorization: Bearer $key",
    'Content-Length: ' . length $body);
refused(raw_request($t, "$twice\r\n$body"), 400, '*',
    'H15: Authorization twice is 400', closed => 1);
unharmed($t, $up, 'H15: and nothing reached the intern');
# nginx knows no x-api-key; which of the two counts is nobody's guess
refused($t->request(GET => '/x-key/', [['X-Api-Key', $key],
    ['X-Api-Key', $key]]), 401, undef, 'H15: x-api-key twice is 401');

# ---- H16
my @types = (['Content-Type', 'application/json'],
             ['content-type', 'text/plain']);
for my $order ([@types], [reverse @types], [@types[0, 0]]) {
    my @headers = (['Authorization', "Bearer $key"], @$order);
    refused($t->request(POST => '/api/v1/interns/alpha/chat/completions',
        \@headers, $body), 400, 'bad_request',
        'H16: Content-Type twice on chat is 400');
    refused($t->request(POST => '/typed/', $order, '{}'), 400,
        'invalid_body', 'H16: Content-Type twice is 400');
}
refused($t->request(GET => '/typed/', \@types), 400, 'invalid_body',
    'H16: also without a body');
unharmed($t, $up, 'H16: nothing reached the intern');
is(scalar $plain->requests, 0, 'nothing reached the other upstream');

# ---- the logs
my @raw = grep { /[\x00-\x08\x0b-\x1f\x7f]/ }
    $t->error_log, $t->access_log(1);
is_deeply(\@raw, [], 'no control byte stands in a log as it came');
