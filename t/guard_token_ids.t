# gate_token_ids: a prompt of numbers cannot be read by a filter and is refused,
# unless the operator lets it pass; monitor passes it and counts.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(status => 1, main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail g { filter email block; } gate_token_ids refuse;',
    conf => <<"EOT");
    location /bare { proxy_pass $up; }
    location /v1 { gate_apply_guardrail g; proxy_pass $up; }
    location /pass {
        gate_apply_guardrail g; gate_token_ids pass; proxy_pass $up;
    }
    location /monitor {
        gate_apply_guardrail g; gate_enforce monitor; proxy_pass $up;
    }
EOT

my $sent = 0;
sub outcome ($uri, $body) {
    my $answer = $t->request(POST => $uri,
        { 'Content-Type' => 'application/json' }, $body);
    my @seen = $up->requests;
    my $new = @seen - $sent;
    $sent = @seen;
    return $seen[-1]->body if $new;
    return join ' ', $answer->status, $answer->reason_word // '-',
        $answer->json->{error}{message} =~ /"gate_token_ids pass"/ ? 1 : 0;
}

for my $body ('{"model":"m","prompt":[9906,856,279,1296]}',
    '{"input":[[71,111],[104]]}', '{"context":[1,2],"prompt":"hi"}',
    '{"prompt_token_ids":[1]}')
{
    is(outcome('/v1', $body), '400 invalid_body 1', "$body is refused");
    is(outcome($_, $body), $body, "and not by $_")
        for qw(/bare /pass /monitor);
}
for my $body ('{"prompt":"hi","stop_token_ids":[1],"logit_bias":{"5":-1}}',
    '{"input":["a"],"dimensions":256}')
{
    is(outcome('/v1', $body), $body, "$body goes on");
}
is(outcome('/pass', '{"prompt":[1],"x":"john@example.com"}'),
    '403 content_blocked 0', 'the rest of such a body is judged');
