# J05, J10, J11, J18, J19: the grammar of JSON and nothing beside it, tried as
# the value of a member that is not read.
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
sub status ($value, $space = '') {
    my $body = qq({"x":$value,"messages":[{"role":"user","content":"hi"}],)
        . qq("stream":true$space});
    return $c->request(POST => '/api/v1/interns/alpha/chat/completions',
        \%headers, $body)->status;
}

# One test for a class; it names the members that came out wrong.
sub class ($title, $wanted, @values) {
    my @wrong = grep { status($_) != $wanted } @values;
    $up->{expected} += @values if $wanted == 200;
    is_deeply(\@wrong, [], "$title: $wanted");
}

# ---- J05, classes of the well-known suite, cases of our own
class('J05: numbers', 200, qw(0 -0 1 -1 10 0.5 -0.5 1.25 1e5 1E5 1e+5 1e-5
    0e0 0.0e-0 123456789012345678901234567890 0.1234567890123456789));
class('J05: strings', 200, '""', '"a"', '"\""', '"\\\\"', '"\/"',
    '"\b\f\n\r\t"', '"\u0041"', '"\u00e9\u00E9"', '"\ud83d\ude00"',
    "\"\xc3\xa9\"", "\"\xe2\x80\xa8\xe2\x80\xa9\"", "\"\xf0\x9f\x98\x80\"",
    "\"\x7f\"", '"\u007f"', '"\uffff"', "\"\xef\xbf\xbf\"",
    "\"\xf4\x8f\xbf\xbf\"", '"\u2028"', '"// /* */ #"', '"<!-- -->"',
    "\"\xef\xbb\xbf\"");
class('J05: structures', 200, '[]', '{}', '[[],[]]', '[{}]', '{"":0}',
    '{"a":{"b":[]}}', '[1,2 , 3]', "[\n1\t,\r\n2 ]", 'null', 'true', 'false',
    '[null,true,false]', '{"a":null}', '{ "a" : 1 , "b" : 2 }',
    '{"\u0061b":1}');
class('J05: broken structures', 400, '[', ']', '{', '}', '[1', '[1,', '[,1]',
    '[1 2]', '[1,,2]', '[1]]', '{"a"}', '{"a":}', '{"a" 1}', '{"a":1,}',
    '{,}', '{1:1}', '{a:1}', '{null:1}', '{"a":1 "b":2}', '{"a"::1}',
    '[1:2]', '{"a",1}', '["a":1]', '', ',', ':', '[}', '{]', '[[]', '{"a":[}');
class('J05: broken strings', 400, '"', '"a', 'a"', '"\"', '"\x41"', '"\a"',
    '"\u"', '"\u004"', '"\u00g1"', '"\U0041"', '"\0"', '"\\\\\"', "'a'",
    '"a" "b"', '"\ "', "\"\\\n\"", '"\u+041"', '"\u 041"', '"\u-041"');
class('J05: broken words', 400, qw(nul nulll Null NULL tru True truth fals
    False undefined None nil yes));

# ---- J10: numbers that nobody reads may be of any size
class('J10: large and small numbers', 200, '1e400', '-1e400', '1e-400',
    '9223372036854775808', '-9223372036854775809', '18446744073709551616',
    '1' x 1000, '0.' . '1' x 1000);
my $head = '{"messages":[{"role":"user","content":"hi"}],"stream":';
for my $number (qw(1 0 -0 1e0 1e400 9223372036854775808)) {
    my $answer = $c->request(
        POST => '/api/v1/interns/alpha/chat/completions', \%headers,
        "$head$number}");
    refused($answer, 400, 'bad_request', "J10: stream is no $number");
}

# ---- J11
class('J11: numbers that are none', 400, qw(NaN Infinity -Infinity -NaN inf 01
    00 -01 +1 .5 -.5 1. -1. 1.e5 0x1 0b1 0o1 1e 1e+ 1e- 1E 1e1.5 -  + . e1
    1_000 --1 +-1 1a 1f 0.1.2 ١ ½), '1,5');

# ---- J18
class('J18: white space that is none', 400, "\f1", "1\f", "\x0b1", "1\x0b",
    "\xc2\xa01", "1\xc2\xa0", "\xe2\x80\x891", "\xe3\x80\x801",
    "\xef\xbb\xbf1", "\xe2\x80\xa81", "\x{85}1", "\x1f1", "\x001");
is(status('1', "\f"), 400, 'J18: a form feed at the end of the object');
is(status("\t\r\n 1 ", " \t\r\n"), 200, 'J18: the four that are');
$up->{expected}++;

# ---- J19
class('J19: what other languages allow', 400, '1/**/', '/* */1', "1//\n",
    "1#\n", '[1,]', '[,]', "'a'", "{'a':1}", '{a:1}', 'word', '$a', '`a`',
    '"a" + "b"', '(1)', '<!-- -->1', '0xA', '[1,2,...]', "{\"a\":1;}", '&a');

unharmed($t, $up, 'nothing of what was refused reached the intern');
