# J12-J17: a body is strict UTF-8 without tricks in its escapes: what a lenient
# reader behind us could read as other text is 400.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, conf => <<'EOT');
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $c = $t->connect;
my %headers = (Authorization => 'Bearer ' . $t->key,
               'Content-Type' => 'application/json');
sub post ($body) {
    return $c->request(POST => '/api/v1/interns/alpha/chat/completions',
        \%headers, $body);
}

# Each text in every place where a string may stand.
my %place = (
    content   => '{"messages":[{"role":"user","content":"%s"}],'
        . '"stream":true}',
    part      => '{"messages":[{"role":"user","content":[{"type":"text",'
        . '"text":"%s"}]}],"stream":true}',
    earlier   => '{"messages":[{"role":"system","content":"%s"},'
        . '{"role":"user","content":"hi"}],"stream":true}',
    name      => '{"messages":[{"role":"user","content":"hi"}],'
        . '"stream":true,"%s":1}',
    ignored   => '{"messages":[{"role":"user","content":"hi"}],'
        . '"stream":true,"x":[{"y":"%s"}]}',
);
sub bodies ($text) {
    return map { my $body = $place{$_}; $body =~ s/%s/a${text}b/; $body }
        sort keys %place;
}
sub refuses ($title, $text) {
    my @wrong = grep {
        my $answer = post($_);
        $answer->status != 400 || $answer->reason_word ne 'bad_request';
    } bodies($text);
    is_deeply(\@wrong, [], $title);
}
sub arrives ($title, $text, $as) {
    $up->{expected} += keys %place;
    my @wrong = grep { post($_)->status != 200 } bodies($text);
    is_deeply(\@wrong, [], "$title is served");
    my @seen = grep { $_->json->{messages}[0]{content} eq "a${as}b" }
        ($up->requests)[-5 .. -1];
    is(scalar @seen, 1, "$title arrives as it was meant");
}

# ---- J12
my %utf8 = (
    'C1 80, which some read as @' => "\xc1\x80", 'C0 80' => "\xc0\x80",
    'E0 81 80' => "\xe0\x81\x80", 'F0 80 81 80' => "\xf0\x80\x81\x80",
    'ED A0 80, a surrogate' => "\xed\xa0\x80", 'ED BF BF' => "\xed\xbf\xbf",
    'ED A0 BD ED B8 80, a pair' => "\xed\xa0\xbd\xed\xb8\x80",
    'F4 90 80 80, beyond the last' => "\xf4\x90\x80\x80",
    'F5 80 80 80' => "\xf5\x80\x80\x80", 'F8 88 80 80 80' =>
        "\xf8\x88\x80\x80\x80", 'FE' => "\xfe", 'FF' => "\xff",
    'a lone continuation' => "\x80", 'C3 alone' => "\xc3",
    'E2 82 alone' => "\xe2\x82", 'F0 9F 98 alone' => "\xf0\x9f\x98",
    'Latin-1' => "\xe9t\xe9",
);
refuses("J12: $_", $utf8{$_}) for sort keys %utf8;
refused(post(qq({"messages":[{"role":"user","content":"\xe2\x82)), 400,
    'bad_request', 'J12: a sequence cut by the end');
my $last = "\x{10ffff}";
utf8::encode(my $bytes = $last);
arrives('J12: U+10FFFF', $bytes, $last);
arrives('J12: U+D7FF and U+E000', "\xed\x9f\xbf\xee\x80\x80",
    "\x{d7ff}\x{e000}");

# ---- J13, J14
my @lone = ('\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800',
    '\ud800\ud800', '\ud83dx', '\ud83d\n', '\ud83d\\\\ude00', '\uD83D',
    '\ud83d\u', '\ud800\ue000', '\ud800\udbff');
refuses("J13: $_", $_) for @lone;
for my $hidden ('\ud800\u0040', '\ud800\u0041', '\udbff\u007a') {
    refuses("J14: $hidden", $hidden);
}
arrives('J13: a whole pair', '\ud83d\ude00', "\x{1f600}");
arrives('J13: a pair in upper case', '\uD83D\uDE00', "\x{1f600}");

# ---- J15, J16
refuses("J15: $_", $_) for '\u0000', 'x\u0000', '\ud83d\ude00\u0000';
for my $code (0 .. 31) {
    refuses(sprintf('J16: a raw byte 0x%02x', $code), chr $code);
}
arrives('J16: DEL is none of them', "\x7f", "\x7f");
arrives('J16: escaped, they are text', '\u0001\n\u001f', "\x01\n\x1f");

# ---- J17
my $good = chat_body();
my $wide = sub ($format) { join '', map { pack $format, ord }
    split //, $good };
my %coding = (
    'a BOM' => "\xef\xbb\xbf$good", 'two BOMs' => "\xef\xbb\xbf" x 2 . $good,
    'a BOM at the end' => "$good\xef\xbb\xbf",
    'UTF-16 BE' => $wide->('n'), 'UTF-16 LE' => $wide->('v'),
    'UTF-16 with a BOM' => "\xff\xfe" . $wide->('v'),
    'UTF-32 BE' => $wide->('N'), 'UTF-32 LE' => $wide->('V'),
    'UTF-7' => $good =~ s/"/+ACI-/gr,
);
refused(post($coding{$_}), 400, 'bad_request', "J17: $_")
    for sort keys %coding;

unharmed($t, $up, 'nothing of what was refused reached the intern');
