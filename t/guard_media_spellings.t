# However a payload is spelled, whatever it is and wherever it stands, what the
# gate does with it is one of three: gate_media block refuses what cannot be
# read, a text is inspected in it, anything else is a text as it stands. What
# goes on is never changed by a filter.
use Gate;
use MIME::Base64 qw(encode_base64 encode_base64url);

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(main => 'thread_pool gate threads=2;', http => <<'EOT',
    client_max_body_size 20m;
    gate_guardrail block { filter credit-card block; }
    gate_guardrail redact {
        filter credit-card redact; filter person-name redact;
        filter phone redact; filter address redact;
    }
EOT
    conf => <<"EOT");
    location /block {
        gate_apply_guardrail block; gate_media block; proxy_pass $up;
    }
    location /pass { gate_apply_guardrail block; proxy_pass $up; }
    location /redact { gate_apply_guardrail redact; proxy_pass $up; }
    location /both {
        gate_apply_guardrail redact; gate_media block; proxy_pass $up;
    }
EOT

my $sent = 0;
sub outcome ($uri, $body) {
    my $answer = $t->request(POST => $uri,
        { 'Content-Type' => 'application/json' }, $body);
    my @seen = $up->requests;
    my $new = @seen - $sent;
    $sent = @seen;
    return $seen[-1]->body eq $body ? 'same' : 'changed' if $new;
    return join ' ', $answer->status,
        $answer->json->{error}{metadata}{filter} // '-';
}

srand 7;
sub noise ($size) { return pack 'C*', map { int rand 256 } 1 .. $size }
sub b64 ($bytes) { return encode_base64($bytes, '') }
my $png = "\x89PNG\r\n\x1a\n" . noise(1500);
my $spelled = b64($png);
my $card = '4111 1111 1111 1111';
my $csv = "name,card\nx,$card\n";

# The places of a payload in the dialects.
my %place = (
    url => sub ($v) { qq({"messages":[{"role":"user","content":[{"type":)
        . qq("image_url","image_url":{"url":"$v"}}]}]}) },
    text => sub ($v) { qq({"messages":[{"role":"user","content":"see $v"}]})
        },
    file => sub ($v) { qq({"input":[{"role":"user","content":[{"type":)
        . qq("input_file","file_data":"$v"}]}]}) },
    audio => sub ($v) { qq({"messages":[{"content":[{"type":"input_audio",)
        . qq("input_audio":{"format":"wav","data":"$v"}}]}]}) },
    ollama => sub ($v) { qq({"prompt":"x","images":["$v"]}) },
    anthropic => sub ($v) { qq({"messages":[{"content":[{"type":"image",)
        . qq("source":{"type":"base64","data":"$v"}}]}]}) },
    bedrock => sub ($v) { qq({"messages":[{"content":[{"image":{"source":)
        . qq({"bytes":"$v"}}}]}]}) },
    gemini => sub ($v) { qq({"contents":[{"parts":[{"inlineData":)
        . qq({"mimeType":"image/png","data":"$v"}}]}]}) },
    made => sub ($v) { qq({"b64_json":"$v"}) },
    own => sub ($v) { qq({"my_picture":"$v"}) },
    nested => sub ($v) {
        my $inner = qq({"url":"$v"}) =~ s/(["\\])/\\$1/gr;
        return qq({"arguments":"$inner"}) },
    name => sub ($v) { qq({"x":{"$v":1}}) },
);
sub uri ($type, $data) { return "data:$type;base64,$data" }

my @media = (
    map({ [$_ => uri('image/png', $spelled)] } sort keys %place),
    map({ [$_ => $spelled] } grep { $_ ne 'name' } sort keys %place),
    [url => uri('image/png', $spelled) =~ s{/}{\\/}gr],
    [own => $spelled =~ s{/}{\\/}gr],
    [nested => $spelled =~ s{/}{\\/}gr],
    [url => uri('image/png', $spelled =~ s/\+/\\u002B/gr)],
    [url => "data:image/png;base64,\\n" . $spelled],
    [url => uri('image/png', substr($spelled, 0, 9) . ' '
        . substr $spelled, 9)],
    [url => uri('image/png', encode_base64($png, '\r\n'))],
    [text => encode_base64($png, '\n')],
    [url => "Data:image/png;base64,$spelled"],
    [url => "DATA:IMAGE/PNG;BASE64,$spelled"],
    [url => "data:image/png;charset=utf-8;base64,$spelled"],
    [url => "data:image/png;name=a.png;base64,$spelled"],
    [url => " data:;base64,$spelled"],
    [url => uri('image/png', encode_base64url($png))],
    [url => uri('image/png', "$spelled===")],
    [url => uri('image/png', "$spelled#x")],
    [url => uri('image/png', $spelled =~ s/\+/%2B/gr)],
    [text => "![x](data:image/png;base64,$spelled)"],
    [file => uri('application/pdf', b64("\n%PDF-1.4\n1 0 obj endobj\n"))],
    [file => uri('text/rtf', b64('{\rtf1 some text in it}'))],
    map({ my $bytes = $_ . noise(900); ([ollama => b64($bytes)],
        [anthropic => b64($bytes)], [own => b64($bytes)]) }
        "BM\1\2\3\4\0\0\0\0\x36", "II*\0", "\0\0\0\x2cftypheic",
        "\0\0\0\x14ftypisom", "\xff\x0a", "\xff\xf1\x50", "\xff\xfb\xe0",
        "FORM\0\0\1\2AIFF", "#!AMR\n", "\xd0\xcf\x11\xe0", "\x1f\x8b\x08",
        '', 'RIFF'),
);
for (@media) {
    my ($where, $value) = @$_;
    my $body = $place{$where}->($value);
    my $what = "$where: " . substr $value, 0, 40;
    is_deeply([map { outcome("/$_", $body) } qw(block both pass redact)],
        ['403 media', '403 media', 'same', 'same'], "$what is media");
}

# ---- what is a text is read, and not rewritten
my @texts = (
    map({ [file => uri($_, b64($csv))], [text => uri($_, b64($csv))] }
        'text/csv', 'text/plain', 'application/json', 'text/html',
        'image/svg+xml', '', 'image/png'),
    [url => uri('text/plain', b64($csv)) =~ s{/}{\\/}gr],
    [file => uri('text/plain', encode_base64url($csv))],
    [file => uri('text/plain', substr(b64($csv), 0, 4) . '\n'
        . substr b64($csv), 4)],
    [file => 'data:text/plain,x%2C4111%201111%201111%201111'],
    [file => uri('text/csv', b64("\xff\xfe"
        . join '', map { "$_\0" } split //, $csv))],
    [ollama => b64($csv x 40)], [own => b64($csv x 60)],
    [nested => uri('text/csv', b64($csv))],
    [file => uri('text/html', b64('<img src="'
        . uri('text/csv', b64($csv)) . '">'))],
);
for (@texts) {
    my ($where, $value) = @$_;
    my $body = $place{$where}->($value);
    my $what = "$where: " . substr $value, 0, 40;
    is_deeply([map { outcome("/$_", $body) } qw(block pass redact)],
        [('403 credit-card') x 3], "$what is a text");
    is(outcome('/block', $body =~ s/\Q$value\E/hello/r), 'same',
        "$where: and without it nothing is refused");
}
is(outcome("/$_", $place{file}->(uri('text/csv', b64("a,b\n1,2\n")))), 'same',
    "$_: a text without a finding goes on") for qw(block pass redact both);
is(outcome('/block', $place{file}->(uri('text/csv', b64("caf\xe9,1\n")))),
    '403 media', 'a text in an encoding that is not known is not read');
is(outcome('/pass', $place{file}->(uri('text/csv', b64("caf\xe9,$csv")))),
    '403 credit-card', 'but as far as it can be');

# ---- and these are no payloads
my $hex = unpack 'H*', noise(1500);
my $jwt = join '.', map { encode_base64url($_) } '{"alg":"RS256"}',
    '{"sub":"1"}', noise(256);
my $key = '-----BEGIN PRIVATE KEY-----\n'
    . encode_base64("\x30\x82\x05\x10" . noise(1296), '\n')
    . '-----END PRIVATE KEY-----';
for my $value ($hex, $jwt, $key, 'a' x 3000, 'src/some_dir/Long_Name/' x 90,
    join('\n', map { "item$_" } 1 .. 500), 'https://example.com/a?b='
    . encode_base64url(noise(300)), 'use data:image/png;base64,YOUR_IMAGE',
    'file-9NoYaQ3rXw8fYqkzB5YQHq', 'Data: 64, and more', b64(noise(400)))
{
    for my $where (grep { $_ ne 'name' } sort keys %place) {
        next if $where !~ /text|own|nested|url/
            || ($where eq 'url' && $value eq b64(''));
        my $body = $place{$where}->($value);
        is(outcome('/block', $body), 'same', "$where: "
            . substr($value, 0, 30) . ' is no payload') if $where ne 'url'
            || $value =~ /^(https|file|Data|[0-9a-f]{99})/;
    }
}
is(outcome('/both', qq({"type":"thinking","signature":"$spelled",)
    . qq("encrypted_content":"gAAA$spelled"})), '403 media',
    'a file is no state of a provider');
my $state = 'EqQB' . b64(noise(3000));
is(outcome('/both', qq({"type":"thinking","signature":"$state"})), 'same',
    'state of the provider goes back to it');

# ---- PHP spells a picture so
for my $seed (1 .. 4) {
    srand $seed;
    my $large = b64("\x89PNG" . noise(2_000_000)) =~ s{/}{\\/}gr;
    is(outcome('/redact', $place{url}->("data:image\\/png;base64,$large")),
        'same', "2 MB, $seed: byte for byte");
    is(outcome('/redact', $place{own}->($large)), 'same',
        "2 MB, $seed: anywhere");
}
my $mixed = $place{text}->(uri('image/png', $spelled) . " of $card");
is(outcome('/redact', $mixed), 'changed', 'what stands beside is redacted');
like(($up->requests)[-1]->body, qr/\Q$spelled\E of \[CREDIT_CARD\]/,
    'and nothing else');
