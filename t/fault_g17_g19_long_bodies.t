# G17 to G19: a match is found wherever it lies: over the borders of buffers,
# files, chunks and frames, and behind any amount of padding.
use Gate;
use Gate::Guard;

my $g = Gate::Guard->new(filters => ['email']);
my ($t, $up) = ($g->t, $g->up);
my $mail = 'john@example.com';
my %json = ('Content-Type' => 'application/json');

sub body_at ($offset, $tail = 10) {
    my $head = '{"messages":[{"role":"user","content":"';
    my $fill = 'word ' x ($offset / 5 + 1);
    return $head . substr($fill, 0, $offset - 1 - length $head) . ' ' . $mail
        . ' ' . 'x' x $tail . '"}]}';
}
# What the upstream got of it, or the status.
sub through ($action, $send) {
    my $answer = $send->("/plain/email-$action");
    my $request = $g->sent;
    return $request ? $request->body : $answer->status // 'nothing';
}
sub is_found ($body, $title, $send) {
    my $clean = $body =~ s/\Q$mail\E/[EMAIL]/r;
    my $seen = through(redact => $send);
    return ok($seen eq $clean && through(block => $send) eq '403', $title)
        || diag(substr $seen, 0, 200);
}
sub plain ($body) {
    return sub ($uri) { $g->ask(h1 => $uri, {}, $body) };
}
sub h2 ($body) {
    return sub ($uri) { $g->ask(h2c => $uri, {}, $body) };
}
sub in_chunks (@pieces) {
    return sub ($uri) { $t->request(POST => $uri, \%json, undef,
        chunked => \@pieces) };
}

# ---- G17
my $n = length $mail;
my @wrong;
for my $at (16_384 - $n - 1 .. 16_384 + 1) {
    my $body = body_at($at);
    index($body, $mail) == $at or die;
    my $clean = $body =~ s/\Q$mail\E/[EMAIL]/r;
    push @wrong, $at if through(redact => plain($body)) ne $clean
        || through(block => h2($body)) ne '403';
}
is_deeply(\@wrong, [], 'G17: at every offset around 16 KB');
@wrong = ();
for my $cut (1 .. $n - 1) {
    my $body = body_at(60);
    my @pieces = (substr($body, 0, 60 + $cut), substr $body, 60 + $cut);
    push @wrong, $cut if through(redact => in_chunks(@pieces))
        ne $body =~ s/\Q$mail\E/[EMAIL]/r;
}
is_deeply(\@wrong, [], 'G17: at every cut into two chunks');
@wrong = ();
for my $size (16_380 .. 16_388) {
    my $body = body_at($size - $n - 5, 0);
    push @wrong, $size if through(redact => plain($body))
        ne $body =~ s/\Q$mail\E/[EMAIL]/r;
}
is_deeply(\@wrong, [], 'G17: at the end of a body around 16 KB');
is_found(body_at($_), "G17: at $_", plain(body_at($_)))
    for 8191, 32_767, 65_535, 131_071 - 60, 131_072, 262_143;

# ---- G18
my $mb = 1_048_576;
my %padded = (
    'text' => body_at($mb),
    'white space' => '{' . ' ' x $mb . "\"a\":\"$mail\"}",
    'escapes' => '{"a":"' . '\u0020' x ($mb / 6) . "$mail\"}",
    'numbers' => '{"a":[' . '1,' x ($mb / 2) . "\"$mail\"]}",
    'short texts' => '{"a":[' . '"x",' x ($mb / 4) . "\"$mail\"]}",
    'an array of arrays' => '{"a":[' . '[],' x ($mb / 3) . "\"$mail\"]}",
    '@' => '{"a":"' . '@' x $mb . " $mail\"}",
    'almost an address' => '{"a":"' . 'a@b ' x ($mb / 4) . " $mail\"}",
    'a long word' => '{"a":"' . 'a' x $mb . " $mail\"}",
);
is_found($padded{$_}, "G18: behind 1 MiB of $_", plain($padded{$_}))
    for sort keys %padded;
is_found($padded{text}, 'G18: over HTTP/2', h2($padded{text}));

# ---- G19
my $body = body_at(60);
is_found($body, 'G19: chunks of one byte', in_chunks(split //, $body));
is_found($body, 'G19: over HTTP/2', h2($body));
is_found($body, 'G19: frames of one byte', sub ($uri) {
    my $h2 = $t->h2('h2c');
    my $s = $h2->open(POST => $uri, \%json, undef, end => 0);
    $h2->data($s, $_, 0) for split //, $body;
    $h2->data($s, '', 1);
    $h2->wait($s, 5);
    $h2->close;
    return $s;
});
is_found($body, 'G19: segments of one byte', sub ($uri) {
    my $c = $t->connect;
    $c->send_split(Gate::Client::build(POST => $uri, \%json, $body));
    my $answer = $c->response(5);
    $c->close;
    return $answer;
});
is_found($body, 'G19: after 100-continue', sub ($uri) {
    my $c = $t->connect;
    my ($head, $rest) = split /(?<=\r\n\r\n)/, Gate::Client::build(POST =>
        $uri, { %json, Expect => '100-continue' }, $body), 2;
    $c->send($head);
    $c->read_until(qr/100 Continue\r\n\r\n/, 2);
    $c->send($rest);
    my $answer = $c->response(5);
    $c->close;
    return $answer;
});
