# E10 to E13: whatever happens before the verdict ends as the gate's own
# answer. An error_page for every status that nginx knows, a named location,
# an internal redirect or a post_action gets nothing of the request.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
# every other location leads here
my $other = Gate::upstream(code => sub ($conn, $request) {
    my ($to) = $request->uri =~ m{/accel(/.*)};
    $conn->answer(200, 'other', $to ? ('X-Accel-Redirect' => $to) : ());
});
my $statuses = join ' ', 300 .. 308, 400 .. 431, 440, 444, 449 .. 451,
    494 .. 498, 500 .. 511, 599;
my @after = qw(named uri ok post);
my %page = (named => 'error_page %s = @o;', uri => 'error_page %s /o;',
    ok => 'error_page %s =200 @o;', post => 'post_action /o;');

# A guarded location for each way to another one.
sub locations ($name, $text, $inner = '') {
    my $proxy = $text =~ /gate_chat/ ? 'http://$gate_intern_upstream' : $up;
    return join '', map {
        my $page = $page{$_} =~ s/%s/$statuses/r;
        "location /$_/$name/$inner { $text $page proxy_pass $proxy; }\n"
    } @after;
}

my $t = Gate->new(
    status => 1, timeout => 150, listen => [qw(h1 h2c)],
    interns => [{ id => 'alpha', upstream => $up }],
    main => 'thread_pool gate threads=1;',
    http => 'gate_guardrail g { filter email redact; }',
    files => { 'html/page.html' => 'a page', 'html/put/x' => '' },
    conf => join '', <<"EOT",
    client_max_body_size 8m;
    client_body_buffer_size 16k;
    client_body_timeout 400ms;
    lingering_timeout 100ms;
    location \@o { proxy_pass $other; }
    location /o { proxy_pass $other; }
    location /marker { proxy_pass $other; }
    location /accel/ { proxy_pass $other; }
    location /closed/ {
        gate_apply_guardrail g; deny all; error_page 403 = \@o;
        proxy_pass $up;
    }
    location /page/ {
        gate_apply_guardrail g; deny all; error_page 403 /page.html;
    }
    location /narrow_page/ {
        gate_auth key; client_max_body_size 10k; error_page 413 /page.html;
    }
    location /returns/ {
        gate_apply_guardrail g; deny all; error_page 403 = \@returns;
    }
    location \@returns { return 403 "by hand"; }
    location /writes/ {
        gate_apply_guardrail g; deny all; error_page 403 = \@writes;
    }
    location \@writes { dav_methods PUT; root %%PREFIX%%/html; }
    location /again/ {
        gate_apply_guardrail g; deny all; error_page 403 = \@again;
    }
    location \@again { gate_apply_guardrail g; proxy_pass $up; }
    location /included/ {
        gate_apply_guardrail g; deny all; error_page 403 /mirrored.html;
    }
    location /mirrored.html { mirror /o; mirror_request_body on; }
    location /login/ {
        gate_apply_guardrail g; deny all; error_page 403 = \@login;
    }
    location \@login { proxy_pass $up; }
EOT
    locations('guard', 'gate_apply_guardrail g;'),
    locations('narrow', 'gate_apply_guardrail g; client_max_body_size 10k;'),
    locations('narrow_key', 'gate_auth key; client_max_body_size 10k;'),
    locations('limit', 'gate_apply_guardrail g; gate_body_limit 10k;'),
    locations('plain_limit', 'gate_body_limit 10k;'),
    locations('unbuffered', 'gate_body_limit 10k; gate_auth key;'
        . ' proxy_request_buffering off; proxy_http_version 1.1;'),
    locations('key', 'gate_auth key;'),
    locations('both', 'gate_auth key; gate_apply_guardrail g;'
        . ' gate_stream auto;'),
    locations('stream', 'gate_stream auto;'),
    locations('chat', 'gate_chat;', 'interns/'));

my %uri = (chat => '/interns/alpha/chat/completions');
my %json = ('Content-Type' => 'application/json',
            Authorization => 'Bearer ' . $t->key);
my $body = '{"messages":[{"role":"user","content":"mail john@example.com'
    . ' now"}]}';
$body .= ' ' x (4000 - length $body);
my ($seen, $served) = (0, 0);

sub uri_of ($after, $name) { return "/$after/$name" . ($uri{$name} // '/x') }

# Nothing but this request has reached the other upstream, not even a
# connection, and nothing at all the one behind the gate.
sub is_alone ($title) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    $t->request(GET => '/marker');
    $seen++;
    return is(join(' ', 'connections', $other->connections,
        map { $_->uri } $other->requests),
        join(' ', 'connections', $seen, ('/marker') x $seen),
        "$title: nothing went elsewhere")
        && is(scalar(() = $up->requests), $served, "$title: nor on");
}

sub answered ($answer, $status, $title) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    refused($answer, $status, '*', "$title: $status as JSON");
}

# Sends the parts with a pause between, so that they are read apart.
sub raw ($uri, $length, @parts) {
    my @headers = map { "$_: $json{$_}" } sort keys %json;
    my $client = $t->connect;
    $client->send(join "\r\n", "POST $uri HTTP/1.1", 'Host: x', @headers,
        $length, '', '');
    for my $part (@parts) {
        select undef, undef, undef, 0.05;
        $client->send($part);
    }
    my $answer = $client->response(5);
    $client->close;
    return $answer;
}
my $chunked = 'Transfer-Encoding: chunked';
my $whole = Gate::Client::chunk($body);

# ---- the reader of the body: a bad chunk, a late one, too many, a short one
for my $name (qw(guard both stream chat)) {
    for my $after (@after) {
        my ($uri, $title) = (uri_of($after, $name), "$name, $after");
        answered(raw($uri, $chunked, $whole, "zzz\r\n"), 400,
            "$title, a bad chunk");
        answered(raw($uri, $chunked, "${whole}zzz\r\n"), 400,
            "$title, a bad chunk at once");
        answered(raw($uri, 'Content-Length: 5000', $body), 408,
            "$title, a late body");
        my $h2 = $t->h2('h2c');
        my $s = $h2->open(POST => $uri, { %json, 'content-length' => 5000 },
            undef, end => 0);
        $h2->data($s, $body);
        answered($h2->wait($s), 400, "$title, HTTP/2, a short body");
        $h2->close;
    }
    is_alone("$name, reader");
}
for my $name (qw(narrow limit plain_limit unbuffered)) {
    for my $after (@after) {
        my ($uri, $title) = (uri_of($after, $name), "$name, $after");
        answered(raw($uri, $chunked, ($whole) x 4), 413,
            "$title, a long body");
        answered(raw($uri, $chunked, join '', ($whole) x 4), 413,
            "$title, a long body at once");
        my $h2 = $t->h2('h2c');
        my $s = $h2->open(POST => $uri, { %json }, undef, end => 0);
        $h2->data($s, $body, 0) for 1 .. 4;
        answered($h2->wait($s), 413, "$title, HTTP/2, a long body");
        $h2->close;
    }
    # what goes on as it comes has reached its own upstream by then
    $served = () = $up->requests if $name eq 'unbuffered';
    is_alone("$name, length");
}

# ---- an announced length, which nginx judges before any handler
for my $name (qw(narrow narrow_key)) {
    for my $after (@after) {
        my $head = { $name eq 'narrow' ? %json : (), 'content-length' => 10_241 };
        for my $proto (qw(h1 h2c)) {
            answered($t->request(POST => uri_of($after, $name), $head,
                'x' x 10_241, proto => $proto), 413,
                "$name, $after, $proto, a long length");
        }
    }
    is_alone("$name, a long length");
}
is($t->request(POST => '/narrow_page/x', {}, 'x' x 10_241)->body, 'a page',
    'a file is the page of a long length as ever');

# ---- a client that leaves in the middle
for my $name (qw(guard both stream chat)) {
    for my $after (@after) {
        my $client = $t->connect;
        $client->send(join "\r\n", 'POST ' . uri_of($after, $name)
            . ' HTTP/1.1', 'Host: x', (map { "$_: $json{$_}" } keys %json),
            'Content-Length: 5000', '', $body);
        select undef, undef, undef, 0.02;
        $client->close;
    }
    is_alone("$name, a client that leaves");
}

# ---- what the gate itself refuses
for my $after (@after) {
    my %none = %json{'Content-Type'};
    for my $name (qw(key both chat)) {
        answered($t->request(POST => uri_of($after, $name), \%none, $body),
            401, "$name, $after, no key");
    }
    for my $name (qw(guard both)) {
        answered($t->request(POST => uri_of($after, $name), { %json },
            '{"a":1,"a":2}'), 400, "$name, $after, doubled members");
        answered($t->request(POST => uri_of($after, $name),
            { %json, 'Content-Type' => 'a/b' }, $body), 415,
            "$name, $after, type");
    }
}
is_alone('refusals');

# ---- what nginx refuses in a guarded location, and where it then goes
for my $way (qw(closed accel/closed writes included)) {
    my $answer = $t->request(($way eq 'writes' ? 'PUT' : 'POST')
        => "/$way/x", \%json, $body);
    $seen++ if $way eq 'accel/closed';
    if ($way ne 'included') {
        answered($answer, 403, "denied, $way");
    }
}
is(scalar(grep { $_->uri =~ m{\A/accel} } $other->requests), 1,
    'the redirect came from the other upstream');
ok(!-s $t->prefix . '/html/writes/x', 'no file was written');
is($t->request(POST => '/page/x', \%json, $body)->body, 'a page',
    'a file is a page as ever');
is($t->request(POST => '/returns/x', \%json, $body)->body, 'by hand',
    'so is a return');
is($t->request(GET => '/login/x')->status, 200,
    'a request without a body has nothing to hide');
is($t->request(POST => '/again/x', \%json, $body)->status, 200,
    'a location that inspects the body itself may have it');
like((($up->requests)[-1])->body, qr/mail \[EMAIL\] now/, 'inspected');
