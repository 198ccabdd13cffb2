# gate_plain_text judge: the fields of a form are judged decoded, and what is
# redacted in them is written back encoded, with every other byte as it came.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(main => 'thread_pool gate threads=2;', http => <<'EOT',
    client_max_body_size 4m;
    gate_guardrail block { filter credit-card block; filter ssn block; }
    gate_guardrail redact {
        filter credit-card redact; filter ssn redact; filter phone redact;
    }
EOT
    conf => <<"EOT");
    gate_plain_text judge;
    location /block { gate_apply_guardrail block; proxy_pass $up; }
    location /redact { gate_apply_guardrail redact; proxy_pass $up; }
    location /monitor {
        gate_apply_guardrail redact; gate_enforce monitor; proxy_pass $up;
    }
    location /refuse {
        gate_apply_guardrail block; gate_plain_text refuse; proxy_pass $up;
    }
EOT

my $type = 'application/x-www-form-urlencoded';
my $sent = 0;
sub outcome ($uri, $body, $of = $type) {
    my $answer = $t->request(POST => $uri, { 'Content-Type' => $of }, $body);
    my @seen = $up->requests;
    my $new = @seen - $sent;
    $sent = @seen;
    return join ' ', $answer->status, $answer->reason_word // '-' if !$new;
    my $length = $seen[-1]->header('content-length');
    return $length == length $seen[-1]->body ? $seen[-1]->body : 'length';
}

for (['q=card+4111+1111+1111+1111', 'q=card+%5BCREDIT_CARD%5D'],
    ['a=1&ssn+078-05-1120+x=%41', undef],
    ['q=ssn+078-05-1120+x&y=%7e', 'q=ssn+%5BSSN%5D+x&y=%7e'],
    ['q=ssn%20078%2D05%2D1120%20x', 'q=ssn%20%5BSSN%5D%20x'],
    ['j=%7B%22t%22%3A%224111111111111111%22%7D&k',
        'j=%7B%22t%22%3A%22%5BCREDIT_CARD%5D%22%7D&k'])
{
    my ($body, $redacted) = @$_;
    is(outcome('/block', $body), '403 content_blocked', "blocked: $body");
    is(outcome('/redact', $body), $redacted // '403 content_blocked',
        "redacted: $body");
    is(outcome('/monitor', $body), $body, "monitored: $body");
    is(outcome('/refuse', $body), '415 unsupported_media_type', 'and 415');
}
is(outcome('/redact', 'q=call+%2B1+415+555+2671'),
    'q=call+%5BPHONE%5D', 'a plus sign');
for my $body ('a=b&c=%zz&&=+%&d', 'x=%F0%9F%98%80', 'name=value+1%2B1') {
    is(outcome($_, $body), $body, "$_: $body goes on") for qw(/block /redact);
}
is(outcome('/block', $_), '400 invalid_body', "$_ cannot be judged")
    for 'a=%00', 'a=%ff', 'a=%C3';
is(outcome('/block', 'q=4111+1111+1111+1111', "$type; charset=utf-8"),
    '403 content_blocked', 'with a charset');
is(outcome('/block', 'q=4111+1111+1111+1111', uc $type),
    '403 content_blocked', 'in capitals');
is(outcome('/block', 'x=' . 'a+%20' x 40_000 . '&q=4111%201111+1111+1111'),
    '403 content_blocked', 'on a thread');

# ---- clients send JSON with this type
my $json = '{"t":"card 4111 1111 1111 1111"}';
is(outcome('/block', $json), '403 content_blocked', 'JSON is judged as JSON');
is(outcome('/redact', $json), '{"t":"card [CREDIT_CARD]"}', 'and redacted');
is(outcome('/block', '{"t":"1+1 is 100%"}'), '{"t":"1+1 is 100%"}', 'passes');
is(outcome($_, '{"t":"card 4111%201111%201111%201111"}'),
    '403 content_blocked', "$_: and has to pass as a form, too")
    for qw(/block /redact);
