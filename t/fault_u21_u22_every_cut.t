# U21, U22: LF, CRLF and CR, a BOM, comments and the other fields come out the
# same however the network cuts them, and no character is broken on the way.
use Gate;
use Gate::Chat;

sub event ($text, $end = "\n") {
    return qq(data: {"choices":[{"delta":{"content":"$text"}}]}$end$end);
}

my $bytes = join '', "\xef\xbb\xbf", event('a'), event('b', "\r\n"),
    event('c', "\r"), ": quiet\r\n\r\n", "id: 7\nretry: 9\nevent: x\n",
    event('d'), ": \xef\xbb\xbf\n", event("\xc3\xa9\xf0\x9f\x98\x80", "\r\n"),
    "data: [DONE]\r\n\r\n";
my @texts = ('a' .. 'd', "\x{e9}\x{1f600}");

# /cut/N sends N bytes, then the rest; N is 0 for single bytes
my $up = Gate::upstream(code => sub ($conn, $request) {
    my ($at) = $request->uri =~ m{/at(\d+)/};
    my @pieces = $at ? (substr($bytes, 0, $at), substr $bytes, $at)
                     : split //, $bytes;
    $conn->head(200, { 'Content-Type' => 'text/event-stream',
        'Content-Length' => length $bytes });
    for my $i (0 .. $#pieces) {
        $conn->pause(0.002) if $i;
        $conn->write($pieces[$i]);
    }
});
my $address = $up->address;
my @cuts = (0 .. length($bytes) - 1);
my $t = Gate->new(tests => 7, status => 1, upstream_keepalive => 1,
    keys => ['one'],
    interns => [map { +{ id => "at$_", upstream => 'up' } } @cuts],
    http => "upstream up { server $address; keepalive 4; }", conf => <<'EOF');
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    gate_rate_limit off;
    location /relay/ { gate_stream chat; proxy_pass http://up; }
    location /interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOF

# over one connection each, as there are hundreds of cuts
my @intern = answers('/interns/', '/chat/completions');
my @relay = answers('/relay/', '/x');

my @wanted = ('role', @texts, 'finish stop', 'final usage null', '[DONE]');
is(wrong(sub ($answer) { join '|', seen($answer) }, join('|', @wanted),
    @intern), '', 'an intern: the same events out for every cut');
# (the LF of a last CRLF that comes alone adds nothing to the end of a stream)
is(wrong(sub ($answer) { $answer->body =~ s/\n*\z//r }, $bytes =~ s/\n\z//r,
    @relay), '', 'a relay: the same bytes');
is(wrong(\&odd_lines, '', @intern), '',
    "an intern's own comments and fields stay behind");
is(wrong(\&broken_pieces, '', @intern), '',
    'an intern: each piece is whole UTF-8 and whole events');
is(wrong(\&broken_pieces, '', @relay), '', 'a relay: as well');

is($up->connections, 1, 'the upstream connection was used again');
is(join(' ', map { seen($_) } answers('/interns/', '/chat/completions', 5)),
    "@wanted", 'and a new connection is served');

sub answers ($before, $after, @at) {
    my $client = $t->connect;
    return map {
        $client->request(POST => "${before}at$_$after", {
            'Content-Type' => 'application/json',
            Authorization => 'Bearer ' . $t->key },
            '{"stream":true,"messages":[{"role":"user","content":"hi"}]}')
    } @at ? @at : @cuts;
}

sub wrong ($of, $want, @answers) {
    for my $i (0 .. $#answers) {
        my $got = $of->($answers[$i]);
        return "cut at $i: $got" if $got ne $want || !$answers[$i]->complete;
    }
    return '';
}

sub odd_lines ($answer) {
    return join '|', grep { !/\A(?:data: |\z)/ } split /\n/, $answer->body;
}

sub broken_pieces ($answer) {
    my ($body) = $answer->raw =~ /\r\n\r\n(.*)/s;
    while ($body =~ /\G([0-9a-f]+)\r\n/gc) {
        my $size = hex $1 or last;
        my $piece = substr $body, pos $body, $size;
        pos($body) += $size + 2;
        return 'half a character' if !utf8::decode(my $copy = $piece);
        # an event that ended with CR has no more to say than its LF
        return "half an event: $piece"
            if $piece !~ /(?:\r\n?|\n)(?:\r\n?|\n)\z|\A\n\z/;
    }
    return '';
}
