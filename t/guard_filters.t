# Guardrails in nginx.conf block, redact or let pass, in front of any server.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(status => 1, main => 'thread_pool gate threads=2;',
    http => <<'EOT', conf => <<"EOT");
    gate_guardrail block-mail { filter email block; }
    gate_guardrail redact-mail { filter email redact; }
    gate_guardrail words {
        filter_regex 'top[ -]secret' block;
        filter_regex 'project \w+' redact "[PROJECT]";
        filter_regex 'beta' flag;
        allow_text 'project manager';
    }
EOT
    location /block { gate_apply_guardrail block-mail; proxy_pass $up; }
    location /redact {
        gate_apply_guardrail redact-mail words;
        proxy_pass $up;
    }
    location /monitor {
        gate_apply_guardrail block-mail words;
        gate_enforce monitor;
        proxy_pass $up;
    }
    location /text {
        gate_apply_guardrail redact-mail;
        gate_plain_text judge;
        proxy_pass $up;
    }
EOT

my %json = ('Content-Type' => 'application/json');
sub chat_of ($text) {
    return '{"model" : "m", "messages":[{"role":"user","content":"' . $text
        . '"}]}';
}
my $forwarded = 0;
sub post ($path, $text, %headers) {
    return $t->request(POST => $path, { %json, %headers }, chat_of($text));
}
# What the upstream got instead of the text.
sub becomes ($path, $text, $expected, $title) {
    is(post($path, $text)->status, 200, "$title: it is served");
    my @seen = $up->wait_requests(++$forwarded);
    is($seen[-1]->body, chat_of($expected), $title);
}
sub is_refused ($path, $text, $metadata, $title) {
    my $answer = post($path, $text);
    is($answer->status, 403, "$title: 403");
    is_deeply($answer->json->{error}{metadata},
        { reason => 'content_blocked', retryable => \0, %$metadata }, $title);
    unlike($answer->body, qr/john|secret/, "$title: the match is not told");
    is(scalar(my @seen = $up->requests), $forwarded,
        "$title: nothing reached the upstream");
}

is_refused('/block', 'to john@example.com now', { guardrail_id => 'block-mail',
    filter => 'email', label => '[EMAIL]' }, 'an address is blocked');
becomes('/block', 'no address', 'no address', 'a text without one goes on');

becomes('/redact', 'to john@example.com now', 'to [EMAIL] now',
    'an address is redacted');
becomes('/redact', 'to john\u0040example.com\n', 'to [EMAIL]\n',
    'an escaped one too');
becomes('/redact', 'project alpha, project manager',
    '[PROJECT], project manager', 'a phrase that is let pass stays');
becomes('/redact', 'a beta', 'a beta', 'a flagged text goes on as it is');
is_refused('/redact', 'top secret of john@example.com', { guardrail_id =>
    'words', filter => 'custom', label => '[REDACTED]' },
    'block beats redact');

becomes('/monitor', 'top secret to john@example.com',
    'top secret to john@example.com', 'monitor changes nothing');

# ---- what could not be judged
my %broken = ('{"a":1,"a":2}' => 400, '{' => 400, '["\ud800"]' => 400,
    ' ' => 400);
for my $body (sort keys %broken) {
    my $answer = $t->request(POST => '/block', \%json, $body);
    refused($answer, $broken{$body}, 'invalid_body', "refused: $body");
}
for my $headers ({ 'Content-Type' => 'text/plain' }, {},
    { 'Content-Type' => 'application/json; charset=utf-16' },
    (map { { 'Content-Type' => "application/json; $_" } }
        'charset =utf-7', "charset\t=utf-7", "charset*=utf-8''utf-7",
        '"charset"=utf-7', 'charset*0=utf-7', 'a="; charset=utf-7"', 'a'),
    { %json, 'Content-Encoding' => 'gzip' })
{
    my $answer = $t->request(POST => '/block', $headers, chat_of('a'));
    refused($answer, 415, 'unsupported_media_type',
        'refused: ' . join(' ', %$headers));
}
is($t->request(POST => '/block', { %json, Connection => 'upgrade',
    Upgrade => 'websocket' }, chat_of('a'))->status, 400,
    'an upgrade is refused');
is($t->request('GET', '/block')->status, 200,
    'a request without a body has nothing to judge');
$forwarded++;

# ---- plain text
my $answer = $t->request(POST => '/text', { 'Content-Type' => 'text/plain' },
    'mail "john@example.com"');
is($answer->status, 200, 'plain text is judged where that is said');
is(($up->wait_requests(++$forwarded))[-1]->body, 'mail "[EMAIL]"',
    'and redacted as text');

# ---- large bodies, judged on a thread
for my $kb (15, 17, 127, 129, 700) {
    my $padding = 'lorem ipsum ' x ($kb * 1024 / 12);
    becomes('/redact', "$padding john\@example.com end",
        "$padding [EMAIL] end", "$kb KB are judged to the end");
    is_refused('/block', "$padding john\@example.com end",
        { guardrail_id => 'block-mail', filter => 'email',
          label => '[EMAIL]' }, "$kb KB are blocked");
}
