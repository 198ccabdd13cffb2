# U16, U17: an upstream that frames its body in two ways, or wrongly, is not
# to be trusted: 502 at the header, a severed stream later.
use Gate;
use Gate::Chat;

sub head (@headers) {
    return join "\r\n", 'HTTP/1.1 200 OK', 'Content-Type: text/event-stream',
        @headers, '', '';
}

sub in_chunk (@events) {
    my $bytes = join '', @events;
    return sprintf "%x\r\n%s\r\n", length $bytes, $bytes;
}

my $chunked = 'Transfer-Encoding: chunked';
my $whole = join '', turn('upstream says');
my %first = (
    'a length and chunks' => [head($chunked, 'Content-Length: 999'),
        in_chunk($whole), "0\r\n\r\n", 'fin'],
    'two lengths' => [head('Content-Length: ' . length $whole,
        'Content-Length: 5'), $whole, 'fin'],
    'the same length twice' => [head(('Content-Length: ' . length $whole) x 2),
        $whole, 'fin'],
    'a bad chunk size at once' => [head($chunked) . "xyz\r\n$whole", 'fin'],
    'a chunk size too large' => [head($chunked) . "fffffffffffffffff\r\n"
        . $whole, 'fin'],
);
my @names = sort keys %first;
my %up;
$up{"n$_"} = Gate::upstream(raw => $first{$names[$_]}) for 0 .. $#names;
my @start = (says('Hello'));
my @later = ("xyz\r\n", "-1\r\n", "fffffffffffffffff\r\n");
for my $i (0 .. $#later) {
    $up{"later$i"} = Gate::upstream(raw => [head($chunked), in_chunk(@start),
        \0.1, $later[$i] . $whole, 'fin']);
}
my $t = chat_nginx(tests => 2 * @names + 2 * @later + 1, upstreams => \%up);

for my $i (0 .. $#names) {
    # a chunk size is read after the header, when the turn may have started
    my $reason = $names[$i] =~ /size/ ? 'stream_severed'
                                      : 'intern_unreachable';
    refused(talk($t, "n$i"), "502 $reason retryable",
        "$names[$i]: an intern");
    # nginx alone accepts the first ones, and answers nothing to a bad size
    my @words = seen(relay($t, "n$i"));
    my $fine = $words[0] =~ /\Astatus 502/ || $words[-1] eq '[DONE]';
    ok($fine, "$names[$i]: a relay does not end silently")
        or diag("@words");
}
for my $i (0 .. $#later) {
    my ($size) = $later[$i] =~ /(\S+)/;
    is_deeply([seen(talk($t, "later$i"))], [severed('Hello')],
        "$size later: an intern");
    is_deeply([seen(relay($t, "later$i"))], ['Hello', relayed(tail())],
        "$size later: a relay");
}
ok(well($t), 'others are served');
