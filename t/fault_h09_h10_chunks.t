# H09, H10: broken chunks are refused by nginx; unusual but proper ones are
# served, and the intern gets one length, no extension and no trailer.
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
my $size = sprintf '%x', length $body;
my $next = chat_head($t, 'Content-Length: ' . length $body) . "\r\n$body";

sub chunked ($bytes, @lines) {
    return raw_request($t, chat_head($t, 'Transfer-Encoding: chunked', @lines)
        . "\r\n$bytes");
}

# ---- H09
my %broken = (
    'no digits'        => "xyz\r\n$body\r\n0\r\n\r\n",
    'an empty line'    => "\r\n$body\r\n0\r\n\r\n",
    'a sign'           => "-$size\r\n$body\r\n0\r\n\r\n",
    'a prefix'         => "0x$size\r\n$body\r\n0\r\n\r\n",
    '17 digits'        => '1' . '0' x 16 . "\r\n$body\r\n0\r\n\r\n",
    '17 digits, small' => 'f' x 17 . "\r\n$body\r\n0\r\n\r\n",
    'data too long'    => "4\r\n$body\r\n0\r\n\r\n",
);
for my $what (sort keys %broken) {
    refused(chunked("$broken{$what}$next"), 400, '*',
        "H09: a chunk size with $what is refused", closed => 1);
    unharmed($t, $up, "H09: $what: nothing was executed");
}
refused(chunked("$size\r\n$body\r\nxyz\r\n"), 400, '*',
    'H09: a bad size in the second chunk is refused', closed => 1);
unharmed($t, $up, 'H09: and nothing was executed');

# ---- H10
my %unusual = (
    'an extension' => "$size;name=value;x=\"y\"\r\n$body\r\n0;last\r\n\r\n",
    'LF-only lines' => "$size\n$body\n0\n\n",
    'trailer fields' => "$size\r\n$body\r\n0\r\nX-Trailer: t\r\n"
        . "Content-Length: 3\r\nAuthorization: Bearer other\r\n\r\n",
    'leading zeros' => "000$size\r\n$body\r\n000\r\n\r\n",
    'upper case' => uc($size) . "\r\n$body\r\n0\r\n\r\n",
);
for my $what (sort keys %unusual) {
    my $answer = chunked($unusual{$what});
    is($answer->status, 200, "H10: a body with $what is served");

    my $request = ($up->requests)[-1];
    $up->{expected}++;
    is_deeply({ map { $_ => $request->header($_) } qw(content-length
        transfer-encoding x-trailer trailer authorization) },
        { 'content-length' => length $request->body, authorization => undef,
          'transfer-encoding' => undef, 'x-trailer' => undef,
          trailer => undef },
        "H10: $what: the intern gets a plain length");
    is_deeply($request->json->{messages}, prompt()->{messages},
        "H10: $what: and the whole message");
}
is(chunked("$size\r\n$body\r\n0\r\n\r\n")->status, 200, 'TE chunked');
$up->{expected}++;
my $loud = raw_request($t, chat_head($t, 'Transfer-Encoding: CHUNKED')
    . "\r\n$size\r\n$body\r\n0\r\n\r\n");
is($loud->status, 200, 'H10: the coding in upper case is served');
$up->{expected}++;
unharmed($t, $up, 'H10: a healthy request goes on');
