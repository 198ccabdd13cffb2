# gate_media block: a body with a payload that cannot be judged is refused,
# and the figures say by what, whatever the guardrails found in its texts.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(status => 1, main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail flags { filter_regex ACME flag; }',
    conf => <<"EOT");
    gate_apply_guardrail flags;
    location /block { gate_media block; proxy_pass $up; }
    location /pass { proxy_pass $up; }
EOT

sub post ($uri, $text) {
    my $image = 'data:image/png;base64,iVBORw0KGgo' . 'A' x 40;
    return $t->request(POST => $uri, { 'Content-Type' => 'application/json' },
        qq({"messages":[{"role":"user","content":[{"type":"text","text":)
        . qq("$text"},{"type":"image_url","image_url":{"url":"$image"}}]}]}));
}
sub rows {
    return { map { ("$_->{guardrail} $_->{filter} $_->{action}"
        => $_->{count}) } @{$t->status->{guardrails}{hits}} };
}

my $answer = post('/block', 'hello');
is($answer->status, 403, 'an image is refused');
is($answer->json->{error}{metadata}{filter}, 'media', 'as media');
is_deeply(rows(), { 'gate_media media block' => 1 }, 'and counted as that');

is(post('/block', 'of ACME')->status, 403, 'so is one beside a finding');
is_deeply(rows(), { 'gate_media media block' => 2,
    'flags custom flag' => 1 }, 'and both are counted');

is(post('/pass', 'hello')->status, 200, 'gate_media pass lets it through');
is_deeply(rows(), { 'gate_media media block' => 2,
    'flags custom flag' => 1 }, 'and nothing is counted');
