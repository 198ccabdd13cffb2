# The rows of bad JSON (J01 to J19, J26, J27) at a guarded location: what is
# no strict document is 400 invalid_body and never sent on; what is one is
# judged and arrives byte for byte.
use Gate;
use Gate::Expect qw(refused);

use Time::HiRes qw(time);

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)],
    main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail block { filter email block; }'
        . ' gate_guardrail redact { filter email redact; }',
    conf => join '', 'client_max_body_size 4m; keepalive_requests 100000;',
        map { <<"EOT" } qw(block redact));
    location /$_ { gate_apply_guardrail $_; proxy_pass $up; }
    location /$_/monitor {
        gate_apply_guardrail $_; gate_enforce monitor; proxy_pass $up;
    }
EOT

my (%client, $sent);
sub post ($body, $proto = 'h1', $uri = '/redact', %headers) {
    my $c = $client{$proto};
    $c = $client{$proto} = $proto eq 'h1' ? $t->connect : $t->h2($proto)
        if !$c || $c->{eof};
    my $answer = $c->request(POST => $uri,
        { 'Content-Type' => 'application/json', %headers }, $body);
    if ($proto eq 'h1' && $answer->closed) {
        $c->close;
        delete $client{$proto};
    }
    return $answer;
}
sub news {
    my @seen = $up->requests;
    my @new = @seen[($sent // 0) .. $#seen];
    $sent = @seen;
    return @new;
}

# One test for a class; it names the bodies that came out wrong.
sub is_400 ($title, @bodies) {
    my @wrong;
    for my $body (@bodies) {
        for my $way (['h1', '/block'], ['h2c', '/redact']) {
            my $answer = post($body, @$way);
            my $got = join ' ', $answer->status // 'none',
                $answer->reason_word // '-', scalar news();
            push @wrong, "@$way: " . substr($body, 0, 60) . ": $got"
                if $got ne '400 invalid_body 0';
        }
    }
    is_deeply(\@wrong, [], "$title: 400");
    refused(post($bodies[0]), 400, 'invalid_body', "$title: in JSON");
}
sub arrives ($title, @bodies) {
    my @wrong;
    for my $body (@bodies) {
        for my $proto (qw(h1 h2c)) {
            my $status = post($body, $proto)->status // 'none';
            my @new = news();
            push @wrong, "$proto: " . substr($body, 0, 60) . ": $status"
                if $status ne '200' || @new != 1 || $new[0]->body ne $body;
        }
    }
    is_deeply(\@wrong, [], "$title: arrives as it was");
}
# Each as the value of a member.
sub values_of (@values) { return map { qq({"a" : "b","x":$_}) } @values }
sub strings_of (@texts) { return values_of(map { qq("a${_}b") } @texts),
    map { qq({"a${_}b":1}) } @texts }

my $good = '{"messages":[{"role":"user","content":"h\u0069 \"x\""}],"n":1.5}';

# ---- J01 to J04
is_400('J01: nothing and white space', ' ', "\n", " \t\r\n ", ' ' x 20_000);
{
    my %json = ('Content-Type' => 'application/json');
    my $answer = $t->request(POST => '/redact', \%json, undef,
        chunked => []);
    is(join(' ', $answer->status, $answer->reason_word // '-',
        scalar news()), '400 invalid_body 0', 'J01: an empty body in chunks');
    $answer = $t->request(POST => '/redact', { 'content-type' =>
        'application/json' }, '', proto => 'h2c');
    is(join(' ', $answer->status, $answer->reason_word // '-',
        scalar news()), '400 invalid_body 0', 'J01: and over HTTP/2');

    # a Content-Type alone announces nothing: there is nothing to judge
    for my $method (qw(GET HEAD DELETE OPTIONS POST PUT)) {
        for my $proto (qw(h1 h2c)) {
            for my $length ([], ['content-length', 0]) {
                my @headers = (['content-type', 'application/json'],
                    @$length ? $length : ());
                $answer = $t->request($method, '/redact', \@headers, undef,
                    proto => $proto);
                is($answer->status . ' ' . news(), '200 1',
                    "J01: $method over $proto without a body @$length");
            }
        }
    }
    # END_STREAM did not come with the head: DATA may follow
    my $h2 = $t->h2('h2c');
    for my $data ('{"t":"john@example.com"}', '{"t":') {
        my $s = $h2->open(GET => '/block', \%json, undef, end => 0);
        $h2->pump(0.05);
        $h2->data($s, $data);
        $h2->wait($s, 5);
        is($s->status . ' ' . news(), ($data =~ /john/ ? 403 : 400) . ' 0',
            "J01: DATA of a GET is judged: $data");
    }
    $h2->close;
}
arrives('J02: a value that is no object is judged, too', '[]', '"a"', '1',
    'null', 'true', '["a",{"b":null}]');
for my $body ('"john@example.com"', '["john@example.com"]') {
    is(post($body, 'h1', '/block')->status, 403, "J02: $body is blocked");
}
is(scalar news(), 0, 'J02: and not sent on');
is_400('J03: cut at every byte', map { substr $good, 0, $_ }
    1 .. length($good) - 1);
is_400('J04: something behind', map { $good . $_ } 'x', '{}', $good, "\0",
    ' 1', ',', '}', "\n$good", "\xef\xbb\xbf");

# ---- J05
arrives('J05: what must be accepted', $good, values_of(qw(0 -0 1 -1 10 0.5
    1.25 1e5 1E+5 1e-5 0e0 12345 1e400 -1e400 0.1234567890123456789),
    '9223372036854775808', '18446744073709551616', '[]', '{}', '[[],[]]',
    '[{}]', '{"":0}', "[\n1\t,\r\n2 ]", 'null', 'true', 'false',
    '{"\u0061b":1}', '""', '"\b\f\n\r\t\/\\\\"', '"\u00e9\ud83d\ude00"',
    "\"\xc3\xa9\xe2\x80\xa8\xf0\x9f\x98\x80\x7f\"", '"\uffff"', '"// /* */"'));
is_400('J05: broken structures', values_of('[', ']', '{', '}', '[1', '[1,',
    '[,1]', '[1 2]', '[1,,2]', '[1]]', '{"a"}', '{"a":}', '{"a" 1}',
    '{"a":1,}', '{,}', '{1:1}', '{a:1}', '{"a":1 "b":2}', '{"a"::1}',
    '[1:2]', '', ',', ':', '[}', '{]', '[[]'));
is_400('J05: broken strings', values_of('"', '"a', 'a"', '"\"', '"\x41"',
    '"\u"', '"\u004"', '"\u00g1"', '"\U0041"', '"\0"', "'a'", '"a" "b"',
    '"\u+041"', "\"\\\n\"", '"\ "'));
is_400('J05: broken words', values_of(qw(nul nulll Null NULL tru True fals
    undefined None yes)));

# ---- J06, J07
is_400('J06: a member twice', '{"a":1,"a":1}', '{"a":{"b":1,"b":2}}',
    '[{"a":1,"c":[],"a":2}]', '{"stream":true,"stream":false}',
    '{"":1,"":2}', "{\"\xc3\xa9\":1,\"\xc3\xa9\":2}");
is_400('J07: a member twice through an escape', '{"a":1,"\u0061":2}',
    '{"\u006dessages":[],"messages":[]}', "{\"\\u00e9\":1,\"\xc3\xa9\":2}",
    '{"\ud83d\ude00":1,"' . "\xf0\x9f\x98\x80" . '":2}', '{"/":1,"\/":2}');
arrives('J06: names that only look alike', '{"a":1,"A":2,"a ":3}',
    "{\"e\xcc\x81\":1,\"\xc3\xa9\":2}");

# ---- J09
arrives('J09: 64 levels', '[' x 64 . ']' x 64,
    '{"a":' x 64 . '1' . '}' x 64);
is_400('J09: 65 levels', '[' x 65 . ']' x 65, '{"a":' x 65 . '1' . '}' x 65,
    '[' x 500_000, '{"a":' x 200_000);

# ---- J10 to J19
is_400('J11: numbers that are none', values_of(qw(NaN Infinity -Infinity 01
    -01 +1 .5 -.5 1. -1. 1.e5 0x1 1e 1e+ - + . e1 1_000 --1 1a)));
is_400('J12: bytes that are no UTF-8', strings_of("\xc1\x80", "\xc0\x80",
    "\xe0\x81\x80", "\xf0\x80\x81\x80", "\xed\xa0\x80", "\xed\xbf\xbf",
    "\xed\xa0\xbd\xed\xb8\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
    "\xfe", "\xff", "\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xe9"));
is_400('J13: lone surrogates', strings_of('\ud800', '\udbff', '\udc00',
    '\udfff', '\udc00\ud800', '\ud83dx', '\ud83d\n', '\ud83d\\\\ude00',
    '\ud800\ue000', '\ud800\udbff'));
is_400('J14: a surrogate that swallows', strings_of('\ud800\u0040',
    '\ud800\u0041', '\udbff\u007a'));
is_400('J15: NUL', strings_of('\u0000', 'x\u0000'));
is_400('J16: raw control bytes', strings_of(map { chr } 0 .. 31));
arrives('J16: escaped, they are text', strings_of('\u0001\n\u001f', "\x7f"));
my $wide = sub ($format) { join '', map { pack $format, ord }
    split //, $good };
is_400('J17: other codings', "\xef\xbb\xbf$good", $wide->('n'), $wide->('v'),
    "\xff\xfe" . $wide->('v'), $wide->('N'), $wide->('V'));
is_400('J18: white space that is none', values_of("\f1", "1\x0b",
    "\xc2\xa01", "\xe3\x80\x801", "\xef\xbb\xbf1", "\x1f1"),
    "$good\f", "\x0b$good");
arrives('J18: the four that are', "\t\r\n $good \t\r\n");
is_400('J19: what other languages allow', values_of('1/**/', "1//\n", "1#\n",
    '[1,]', '{"a":1,}', "'a'", "{'a':1}", '{a:1}', 'word', '`a`'),
    "/* */$good", "$good;");

# ---- in monitor it is only said
for my $body ('{"a":1,"a":2}', '{"a":', "\"\xff\"") {
    is(post($body, 'h1', '/block/monitor')->status, 200,
        'monitor: a bad body is served');
    is((news())[0]->body, $body, 'monitor: as it was');
}

# ---- J26
my @names = map { "name$_" } 0 .. 99_999;
my %large = (
    '100,000 members' => '{' . join(',', map { qq("$_":0) } @names) . '}',
    '500,000 elements' => '[' . join(',', ('1') x 500_000) . ']',
    '300,000 objects' => '[' . join(',', ('{}') x 300_000) . ']',
    '100,000 texts' => '[' . join(',', ('"ab"') x 100_000) . ']',
    'one long text' => '"' . 'ab ' x 333_333 . '"',
    'one long escape' => '"' . '\u0041' x 160_000 . '"',
    'one long number' => '1' x 1_000_000,
);
# the time of a body with nothing in it, as slow as this machine is now
my ($bare) = sort { $b <=> $a } map {
    my $start = time();
    post($large{'one long text'});
    news();
    time() - $start;
} 1 .. 5;
for my $name (sort keys %large) {
    my $start = time();
    is(post($large{$name})->status, 200, "J26: $name");
    cmp_ok(time() - $start, '<', 40 * $bare, "J26: $name: in time");
    ok((news())[0]->body eq $large{$name}, "J26: $name: as they were");
}

# ---- J27
sub split_up ($body) {
    my $c = $t->connect;
    $c->send_split(Gate::Client::build(POST => '/redact',
        { 'Content-Type' => 'application/json' }, $body));
    my $answer = $c->response(5);
    $c->close;
    return $answer;
}
is(split_up($good)->status, 200, 'J27: in segments of one byte');
is((news())[0]->body, $good, 'J27: it arrives');
is(split_up('{"a":"john@example.com"}')->status, 200, 'J27: to be redacted');
is((news())[0]->body, '{"a":"[EMAIL]"}', 'J27: it is');
refused(split_up(substr($good, 0, -1) . 'x'), 400, 'invalid_body',
    'J27: a wrong last byte');
for my $size (16_383 .. 16_385) {
    my $body = '{"a":"' . 'x' x ($size - 8) . '"}';
    arrives("J27: $size bytes", $body);
    is_400("J27: $size bytes, the last one wrong", substr($body, 0, -1) . 'x');
}
is(scalar news(), 0, 'nothing else was sent on');
