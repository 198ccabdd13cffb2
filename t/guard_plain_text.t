# gate_plain_text judge: what is announced as JSON is strict JSON there too, so
# that no other way to read it is left; anything else is judged as JSON if it is
# JSON, else as one text.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail g { filter email block; }', conf => <<"EOT");
    location / {
        gate_apply_guardrail g; gate_plain_text judge; proxy_pass $up;
    }
EOT

my $parts = '"messages":[{"role":"user","content":[{"type":"text","text":'
    . '"mail john@exa"},{"type":"text","text":"mple.com"}]}]';
sub status ($type, $body) {
    return $t->request(POST => '/', $type ? { 'Content-Type' => $type } : {},
        $body)->status;
}

for my $type ('application/json', 'APPLICATION/JSON; charset=utf-8',
    'text/json', 'application/vnd.api+json')
{
    for my $body ("{\"n\":NaN,$parts}", "{\"a\":1,\"a\":2,$parts}",
        "\xef\xbb\xbf{$parts}", "{$parts} // x", 'plain text')
    {
        is(status($type, $body), 400, "$type: " . substr $body, 0, 20);
    }
    is(status($type, "{$parts}"), 403, "$type: joined");
    is(status($type, '{"a":1}'), 200, "$type: strict JSON");
}
for my $type ('text/plain', 'application/x-ndjson', '') {
    is(status($type, 'plain text'), 200, "$type: a text");
    is(status($type, 'mail john@example.com'), 403, "$type: is judged");
    is(status($type, "{$parts}"), 403, "$type: as JSON if it is JSON");
}
