# E14, E15: monitor changes nothing. Whatever the gate would refuse arrives at
# the upstream as it does without the gate, headers and body byte for byte, and
# leaves its reason; no caller that is unknown gets the upstream's key.
use Gate;

my $up = Gate::upstream(code => sub ($conn, $request) {
    $conn->answer(200, 'served');
});
my $other = Gate::upstream(code => sub ($conn, $request) {
    $conn->answer(200, 'other');
});
my $gates = 'gate_enforce monitor; gate_auth key;'
    . ' gate_auth_header Authorization x-api-key;'
    . ' gate_upstream_key provider; gate_apply_guardrail g;';
my $t = Gate->new(
    status => 1, listen => [qw(h1 h2c)], timeout => 90,
    keys => ['one', { name => 'boss', kind => 'management' },
             { name => 'leaver', member => 0 }],
    files => { provider => "sk-provider\n" },
    main => 'thread_pool gate threads=1 max_queue=0;',
    http => <<'EOT',
    log_format v '$uri [$gate_verdict|$gate_reason]';
    gate_guardrail g {
        filter email block; filter ssn redact; allow_models a/good;
    }
    gate_guardrail names { filter person-name redact; }
EOT
    server => 'access_log %%PREFIX%%/logs/verdict.log v;',
    conf => <<"EOT");
    client_max_body_size 40m;
    client_body_timeout 400ms;
    proxy_set_header Host same;
    location /bare/ {
        error_page 400 408 500 = \@o; proxy_pass $up/same/;
    }
    location /gate/ {
        $gates error_page 400 408 500 = \@o; proxy_pass $up/same/;
        location /gate/type/ {
            gate_content_type a/c; proxy_pass $up/same/type/;
        }
        location /gate/size/ {
            gate_body_limit 10; proxy_pass $up/same/size/;
        }
        location /gate/rate/ {
            gate_rate_limit 1r/m; proxy_pass $up/same/rate/;
        }
        location /gate/names/ {
            gate_apply_guardrail names; proxy_pass $up/same/;
        }
        location /gate/media/ {
            gate_media block; proxy_pass $up/same/media/;
        }
    }
    location \@o { rewrite ^ /same break; proxy_pass $other; }
EOT
$t->secret('sk-provider');
$t->allow_log(qr/thread pool "gate" queue overflow/);

my %json = ('Content-Type' => 'application/json');
my %key = (Authorization => 'Bearer ' . $t->key('one'));
my $fine = '{"model":"a/good","messages":[]}';
my $mail = '{"model":"a/good","t":"mail john@example.com"}';
my $image = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB';
my ($n, $log) = (0, 0);

# What the upstream got of a request, as text.
sub shape ($request) {
    return join "\n", $request->method . ' ' . $request->uri,
        (map { "$_->[0]: $_->[1]" } @{$request->lines}), '', $request->body;
}
sub arrived ($uri, $headers, $body, %opt) {
    my $method = $opt{method} // 'POST';
    my $answer = $t->request($method => $uri, $headers, $body,
        timeout => 10, %opt);
    my @new = ($up->requests)[$n .. $n];
    $n = () = $up->requests;
    return ($answer->status // 'no status', $new[0] ? shape($new[0])
                                                    : 'nothing');
}

# nginx logs after it has answered.
sub verdict {
    my @lines;
    Gate::wait_for(sub {
        @lines = grep { m{^/gate/} } $t->read_log('verdict.log');
        return @lines > $log;
    }, 3);
    $log = @lines;
    return ($lines[-1] // '') =~ /\[(.*)\]/ ? $1 : 'no line';
}

# Two tests: the request arrives as without the gate, and why it should not.
sub same ($title, $reason, $place, $headers, $body, %opt) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my ($status, $bare) = arrived("/bare/$place", $headers, $body, %opt);
    my ($again, $gated) = arrived("/gate/$place", $headers, $body, %opt);
    ok($gated eq $bare && $bare ne 'nothing' && "$status $again" eq '200 200',
        "$title: arrives as without the gate")
        or diag("$status, $again\n--- without\n", substr($bare, 0, 800),
            "\n--- with\n", substr($gated, 0, 800));
    is(verdict(), $reason, "$title: is noted");
}

# ---- callers; with no key or another's nothing is taken away or added
my $unknown = 'would_refuse|-';
same('no key', $unknown, 'x', {%json}, $fine);
same('a provider\'s key', $unknown, 'x',
    { %json, Authorization => 'Bearer sk-mine' }, $fine);
same('another scheme', $unknown, 'x',
    { %json, Authorization => 'Basic dTpw' }, $fine);
same('keys in all headers', $unknown, 'x', { %json, 'x-api-key' => 'sk-a',
    'api-key' => 'sk-b', Authorization => 'Bearer sk-c' }, $fine);
same('two x-api-key headers', $unknown, 'x', [
    ['Content-Type', 'application/json'], ['x-api-key', 'a'], ['X-B', 1],
    ['x-api-key', 'b']], $fine);
same('GET without a key', $unknown, 'x', { 'x-api-key' => 'sk-a' }, undef,
    method => 'GET');
for my $case (['one', 'a key of ours', 'passed|-', 'Bearer sk-provider'],
    ['boss', 'one of the wrong kind', $unknown, undef],
    ['leaver', 'one of a creator who left', $unknown, undef])
{
    my ($name, $title, $verdict, $given) = @$case;
    my ($status, $text) = arrived('/gate/x', { %json,
        Authorization => 'Bearer ' . $t->key($name), 'api-key' => 'k' },
        $fine);
    is($status, 200, "$title is served");
    my ($sent) = $text =~ /^authorization: (.*)$/mi;
    is($sent, $given, "$title does not go on");
    unlike($text, qr/^api-key:/mi, "$title: nor what came beside it");
    is(verdict(), $verdict, "$title: verdict");
}

# ---- heads
for my $proto (qw(h1 h2c)) {
    my @way = (proto => $proto);
    same("$proto, text", 'would_refuse|unsupported_media_type', 'x',
        { 'Content-Type' => 'text/plain' }, 'john@example.com', @way);
    same("$proto, no type", 'would_refuse|unsupported_media_type', 'x', {},
        $mail, @way);
    same("$proto, a compressed body", 'would_refuse|unsupported_media_type',
        'x', { %json, 'Content-Encoding' => 'gzip' }, "\x1f\x8b\0", @way);
    same("$proto, another type", 'would_refuse|unsupported_media_type',
        'type/x', { 'Content-Type' => 'a/b' }, 'x', @way);
    same("$proto, a long body", 'would_refuse|payload_too_large', 'size/x',
        {%json}, $fine, @way);

    # ---- bodies
    same("$proto, content", 'would_refuse|content_blocked', 'x', {%json},
        $mail, @way);
    same("$proto, a redaction", $unknown, 'x', {%json},
        '{"model":"a/good","t":"ssn 123-45-6789"}', @way);
    same("$proto, a model", 'would_refuse|model_not_allowed', 'x', {%json},
        '{"model":"b/bad"}', @way);
    same("$proto, doubled members", 'would_refuse|invalid_body', 'x', {%json},
        '{"model":"a/good","a":1,"a":2}', @way);
    same("$proto, no JSON", 'would_refuse|invalid_body', 'x', {%json},
        'john@example.com', @way);
    same("$proto, nothing", $unknown, 'x', {%json}, '', @way)
        if $proto eq 'h1';
    same("$proto, an offer of h2c", $unknown, 'x', { %json,
        Upgrade => 'h2c', Connection => 'Upgrade, HTTP2-Settings',
        'HTTP2-Settings' => 'AAMAAABk' }, $fine, @way) if $proto eq 'h1';
    same("$proto, media", 'would_refuse|content_blocked', 'media/x', {%json},
        qq({"model":"a/good","image_url":"$image"}), @way);
}
same('two types', 'would_refuse|invalid_body', 'x',
    [['Content-Type', 'application/json'], ['Content-Type', 'a/b']], $fine);
same('an upgrade', 'would_refuse|bad_request', 'x',
    { %json, Upgrade => 'websocket', Connection => 'upgrade' }, $fine);
same('a long body in chunks', 'would_refuse|payload_too_large', 'size/x',
    {%json}, undef, chunked => [unpack '(a7)*', $fine]);
$t->request(POST => '/gate/rate/x', {%json}, $fine);
$n = () = $up->requests;
verdict();
same('one too many', 'would_refuse|rate_limited', 'rate/x', {%json}, $fine);

# ---- a full queue: one body keeps the thread, the next ones find no place
my $long = '{"model":"a/good","t":"' . 'Anna meets Jim Smith. ' x 600_000
    . '"}';
my $small = $fine . ' ' x 400_000;
my ($bare) = (arrived('/bare/x', {%json}, $small))[1];
my $is_same = 1;
for (1 .. 20) {
    my @clients = map { $t->connect } 1 .. 5;
    for my $i (0 .. $#clients) {
        $clients[$i]->send(Gate::Client::build(POST => '/gate/names/x',
            \%json, $i == 0 ? $long : $small));
    }
    $_->response(20) for @clients;
    $_->close for @clients;
    my @new = ($up->requests)[$n .. $n + 4];
    $n = () = $up->requests;
    $is_same &&= $_ && (length $_->body == length $long
        || shape($_) eq $bare) for @new;
    last if grep { /busy/ } $t->read_log('verdict.log');
}
Gate::wait_for(sub { grep { /busy/ } $t->read_log('verdict.log') }, 2);
ok((grep { /would_refuse\|busy/ } $t->read_log('verdict.log')),
    'a full queue is noted');
ok($is_same, 'a full queue: all arrive as without the gate');

# ---- what nginx refuses by itself stays nginx's
for my $case (['a bad chunk', 'Transfer-Encoding: chunked',
    "4\r\n{\"a\"\r\nzz\r\n"],
    ['a late body', 'Content-Length: 100', '{'])
{
    my ($title, $header, $bytes) = @$case;
    my @got;
    for my $place (qw(bare gate)) {
        my $before = () = $other->requests;
        my $client = $t->connect;
        $client->send("POST /$place/x HTTP/1.1\r\nHost: x\r\nContent-Type:"
            . " application/json\r\n$header\r\n\r\n$bytes");
        my $answer = $client->response(3);
        $client->close;
        my @new = ($other->requests)[$before .. $before];
        push @got, join '|', $answer->status // 'none', $answer->body,
            $new[0] ? shape($new[0]) : 'nothing';
    }
    is($got[1], $got[0], "$title ends as without the gate");
}
