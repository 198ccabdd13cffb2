# However a body comes and wherever nginx holds it, the verdict and the bytes
# that go on are the same: in memory, around the border of 16 KB, in a file, in
# chunks, over HTTP/2, on the loop and on a thread. A body in which nothing was
# found reaches the upstream byte for byte.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my %way = (
    memory => 'client_body_buffer_size 2m;', usual => '',
    small => 'client_body_buffer_size 1k;',
    file => 'client_body_in_file_only clean;',
    single => 'client_body_in_single_buffer on;',
    unbuffered => 'proxy_request_buffering off; proxy_http_version 1.1;',
);
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)],
    main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail block { filter email block; }'
        . ' gate_guardrail redact { filter email redact; }',
    conf => join '', 'client_max_body_size 4m;', map { my $a = $_;
        map { <<"EOT" } sort keys %way } qw(block redact));
    location /$_/$a { $way{$_} gate_apply_guardrail $a; proxy_pass $up; }
EOT

my %json = ('Content-Type' => 'application/json');
# A client's way to send a body, and the longest it is tried with.
my %sender = (
    'with a length' => [9e9, sub ($uri, $body) {
        $t->request(POST => $uri, \%json, $body) }],
    'in one chunk' => [20_000, sub ($uri, $body) {
        $t->request(POST => $uri, \%json, undef, chunked => [$body]) }],
    'in chunks of 1,000 bytes' => [9e9, sub ($uri, $body) {
        $t->request(POST => $uri, \%json, undef,
            chunked => [unpack '(a1000)*', $body]) }],
    'in chunks of one byte' => [16_384, sub ($uri, $body) {
        $t->request(POST => $uri, \%json, undef,
            chunked => [split //, $body]) }],
    'over HTTP/2' => [9e9, sub ($uri, $body) {
        $t->request(POST => $uri, \%json, $body, proto => 'h2c') }],
    'over HTTP/2 with a length' => [20_000, sub ($uri, $body) {
        $t->request(POST => $uri, { %json, 'content-length' => length $body },
            $body, proto => 'h2c') }],
    'head and body apart' => [20_000, sub ($uri, $body) {
        my $c = $t->connect;
        my ($head, $rest) = split /(?<=\r\n\r\n)/,
            Gate::Client::build(POST => $uri, \%json, $body), 2;
        $c->send($head);
        select(undef, undef, undef, 0.002);
        $c->send(substr $rest, 0, 10);
        select(undef, undef, undef, 0.002);
        $c->send(substr $rest, 10);
        my $answer = $c->response(5);
        $c->close;
        return $answer;
    }],
);

# A document of this size, with odd spelling that must stay, and this text.
sub document ($size, $text) {
    my $head = '{ "a\u0062" :[1.0e+1,-0,"\/\u00e9' . "\xc3\xa9" . '\ud83d'
        . '\ude00"],"t":"';
    my $tail = " $text\"\n , \"z\":{ }\t}\n";
    my $fill = $size - length($head) - length $tail;
    return $head . substr('word ' x ($fill / 5 + 1), 0, $fill) . $tail;
}
my $sent = 0;
sub outcome ($answer) {
    my @seen = $up->requests;
    my @new = @seen[$sent .. $#seen];
    $sent = @seen;
    return @new == 1 ? $new[0] : join ' ', $answer->status // 'none',
        $answer->reason_word // '-', scalar @new;
}
sub is_sent ($answer, $body) {
    my $request = outcome($answer);
    return $request if !ref $request;
    return 'other bytes' if $request->body ne $body;
    my $length = $request->header('content-length') // length $body;
    return $length == length $body ? '' : "a length of $length";
}

my $mail = 'john@example.com';
for my $size (200, 16_383 .. 16_385, 131_072, 131_073, 400_000) {
    my %body = (clean => document($size, 'nobody'),
        found => document($size, $mail));
    my $clean = $body{found} =~ s/\Q$mail\E/[EMAIL]/r;
    for my $way (sort keys %way) {
        # all ways at the border itself, beside it the ones it matters to
        next if $size != 16_384 && $way !~ /usual|unbuffered/
            && ($size > 20_000 || $way ne 'file');
        my @wrong;
        for my $how (sort keys %sender) {
            my ($longest, $send) = @{$sender{$how}};
            next if $size > $longest;
            my $uri = "/$way/redact";
            for my $case ([$body{clean}, $body{clean}],
                [$body{found}, $clean])
            {
                my ($body, $wanted) = @$case;
                my $wrong = is_sent($send->($uri, $body), $wanted);
                push @wrong, "$how: " . ($body eq $wanted ? 'clean'
                    : 'to redact') . ": $wrong" if $wrong;
            }
            my $got = outcome($send->("/$way/block", $body{found}));
            push @wrong, "$how: to block: " . (ref $got ? 'was sent' : $got)
                if $got ne '403 content_blocked 0';
        }
        is_deeply(\@wrong, [], "$size bytes, $way");
    }
}
