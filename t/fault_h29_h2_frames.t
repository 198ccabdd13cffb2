# H29: broken HTTP/2 requests end as on stock nginx, with a stream or
# connection error or a 400, and are not executed.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $conf = 'location /api/v1/interns/ { %s proxy_pass http://%s; }';
# at level info nginx writes a header that stands twice, with the key
my @quiet = (error_level => 'warn');
my $t = Gate->new(status => 1, @quiet, listen => ['h2c'], conf =>
    sprintf $conf, 'gate_chat; gate_rate_limit off;',
        '$gate_intern_upstream');
my $other = Gate::upstream(sse => [whole_turn()]);
my $stock = Gate->new(module => 0, @quiet, listen => ['h2c'],
    upstream => $other, conf => sprintf $conf, '', $other->address);

my $path = '/api/v1/interns/alpha/chat/completions';
my $body = chat_body();
my $n = length $body;
my @pseudo = ([':method', 'POST'], [':path', $path], [':scheme', 'http'],
              [':authority', 'localhost']);
my @headers = (['authorization', 'Bearer ' . $t->key],
               ['content-type', 'application/json']);

# What became of a request: its status, or the error of its stream or of the
# connection.
sub outcome ($nginx, $send) {
    my $h2 = $nginx->h2('h2c');
    my $s = $send->($h2);
    $h2->wait($s, 2) if $s;
    # an error may come behind an answer
    $h2->pump(0.02, sub { $h2->{goaway} || $h2->{eof} });
    my $goaway = $h2->{goaway};
    $h2->close;
    return $s && defined $s->rst ? 'stream error ' . $s->rst
         : $goaway && $goaway->{code} ? "connection error $goaway->{code}"
         : $s && $s->status ? 'status ' . $s->status : 'closed';
}
sub request (%of) {
    return sub ($h2) {
        my @all = (@headers, @{$of{headers} // []});
        return $h2->open('', '', \@all, $of{body} // $body,
            pseudo => $of{pseudo} // \@pseudo);
    };
}
sub with (@headers) { return request(headers => [@headers]) }
sub pseudo ($name, @values) {
    return request(pseudo => [(grep { $_->[0] ne $name } @pseudo),
        map { [$name, $_] } @values]);
}
sub raw ($type, $flags, $id, $payload) {
    return sub ($h2) { $h2->frame($type, $flags, $id, $payload); return };
}

my %case = (
    'DATA longer than its content-length' =>
        with(['content-length', $n - 1]),
    'DATA shorter than its content-length' =>
        with(['content-length', $n + 1]),
    'two lengths' => with(['content-length', $n], ['content-length', 5]),
    'a length that is no number' => with(['content-length', 'x']),
    'a negative length' => with(['content-length', '-1']),
    'an upper-case name' => with(['X-Upper', 'a']),
    'CR LF in a value' => with(['x-a', "a\r\nx-user-id: root"]),
    'LF in a value' => with(['x-a', "a\nb"]),
    'NUL in a value' => with(['x-a', "a\0b"]),
    'a NUL in a name' => with(["x\0a", 'b']),
    'a colon in a name' => with(['x:a', 'b']),
    'a second authorization' => with(['authorization', 'Bearer x']),
    'an empty :path' => pseudo(':path', ''),
    'no :path' => pseudo(':path'),
    'two of :path' => pseudo(':path', $path, '/'),
    'a :path without its slash' => pseudo(':path', 'x'),
    'a :path with a space' => pseudo(':path', "$path x"),
    'no :method' => pseudo(':method'),
    'an empty :method' => pseudo(':method', ''),
    'a lower-case :method' => pseudo(':method', 'post'),
    'no :scheme' => pseudo(':scheme'),
    'an unknown pseudo header' => request(pseudo => [@pseudo,
        [':x', 'a']]),
    'a pseudo header behind others' => with([':path', '/']),
    'an :authority with a slash' => pseudo(':authority', 'a/b'),
    'HEADERS on stream 0' => raw(1, 5, 0, "\x82"),
    'DATA on an idle stream' => raw(0, 1, 1, 'x'),
    'DATA on stream 0' => raw(0, 1, 0, 'x'),
    'CONTINUATION alone' => raw(9, 4, 1, "\x82"),
    'an empty WINDOW_UPDATE' => raw(8, 0, 0, pack 'N', 0),
    'SETTINGS of 5 bytes' => raw(4, 0, 0, 'x' x 5),
    'a block that is no HPACK' => raw(1, 5, 1, "\xff\xff\xff\xff\xff\xff"),
);
for my $what (sort keys %case) {
    my $wanted = outcome($stock, $case{$what});
    my $got = outcome($t, $case{$what});
    is($got, $wanted, "$what: as stock nginx ($wanted)");
    # what stock nginx lets pass is checked by the gate, and may be served
    $up->{expected}++ if $got eq 'status 200';
    unharmed($t, $up, "$what: nothing else was executed");
}
# those that stock nginx serves must not carry anything through
is(scalar(grep { $_->header('x-user-id') || $_->raw =~ /\r\n\r\n.*root/s }
    $up->requests), 0, 'no header was smuggled');

# ---- connection headers are no headers of a request
for my $pair (['connection', 'keep-alive'], ['transfer-encoding', 'chunked'],
              ['upgrade', 'websocket'], ['te', 'gzip'],
              ['keep-alive', 'x'], ['proxy-connection', 'x'])
{
    my $got = outcome($t, with($pair));
    is($got, outcome($stock, with($pair)),
        "$pair->[0] ends as on stock nginx");
    $up->{expected}++ if $got eq 'status 200';
    unharmed($t, $up, "$pair->[0]: nothing else was executed");
}
