# G13 to G16: what one reader could take for other text than the next is not
# judged but refused: doubled members, NUL, codings and charsets.
use Gate;
use Gate::Guard;

my $g = Gate::Guard->new(filters => ['email']);
sub whole ($title, $body, @more) {
    $g->refused(email => $title, $body, 400, 'invalid_body', whole => 1,
        @more);
}
my $mail = '"john@example.com"';
my $message = '{"role":"user","content":"hi"}';

# ---- G13
whole('G13: content twice', '{"stream":true,"messages":[{"role":"user",'
    . "\"content\":\"hi\",\"content\":$mail}]}");
whole('G13: content twice, the other way', '{"stream":true,"messages":[{'
    . "\"role\":\"user\",\"content\":$mail,\"content\":\"hi\"}]}");
whole('G13: messages twice', "{\"stream\":true,\"messages\":[$message],"
    . "\"messages\":[{\"role\":\"user\",\"content\":$mail}]}");
whole('G13: content twice, once in escapes', '{"stream":true,"messages":[{'
    . "\"role\":\"user\",\"content\":\"hi\",\"c\\u006fntent\":$mail}]}");
whole('G13: a part with two texts', '{"stream":true,"messages":[{"role":'
    . '"user","content":[{"type":"text","text":"hi","text":' . "$mail}]}]}");
whole('G13: in a member nobody knows', "{\"stream\":true,\"x\":{\"a\":1,"
    . "\"a\":$mail},\"messages\":[$message]}");
whole('G13: a far double', '{"stream":true,' . join('', map { "\"a$_\":1," }
    1 .. 300) . "\"a7\":$mail,\"messages\":[$message]}");

# ---- G14
$g->refused(email => "G14: $_->[0]", $_->[1], 400, 'invalid_body') for
    ['an escaped NUL', 'jo\u0000hn@example.com'],
    ['a raw NUL', "jo\0hn\@example.com"],
    ['a NUL at the end', 'john@example.com\u0000'],
    ['a raw control byte', "jo\x01hn\@example.com"],
    ['a raw line end', "john\n\@example.com"];
whole('G14: a NUL in a name', "{\"stream\":true,\"a\\u0000\":1,\"messages\":"
    . "[$message]}");

# ---- G15, G16
sub with ($title, %headers) {
    $g->refused(email => $title, 'hi', 415, 'unsupported_media_type',
        headers => \%headers);
}
with("G15: Content-Encoding $_", 'Content-Encoding' => $_)
    for 'gzip', 'br', 'deflate', 'zstd', 'x-own', 'GZIP', 'gzip, gzip',
        'aes128gcm', 'compress';
with("G16: $_", 'Content-Type' => $_)
    for 'text/plain', 'application/json; charset=utf-16',
        'application/json; charset=utf-7', 'application/json;charset="UTF-16"',
        'application/json; charset=iso-8859-1', 'application/jsonx',
        'application/x-www-form-urlencoded', 'application/json, text/plain',
        'text/json', 'multipart/form-data; boundary=x';
{
    with('G16: two charsets', 'Content-Type' =>
        'application/json; charset=utf-8; charset=utf-16');
}
for my $type ('application/json; charset=utf-8', 'Application/JSON',
    'application/json;charset="UTF-8"')
{
    $g->caught(email => "G16: $type", 'to <<john@example.com>>',
        headers => { 'Content-Type' => $type });
}

$g->agrees;
