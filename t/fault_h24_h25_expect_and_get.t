# H24, H25: a refused client is not asked for its body first, and a body that
# nobody reads is never taken for the next request.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, conf => <<'EOT');
    gate_json_errors on;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $body = chat_body();
my $n = length $body;
my $next = chat_head($t, "Content-Length: $n") . "\r\n$body";
my $expect = 'Expect: 100-continue';

# ---- H24
sub final ($title, $head, $status, $reason) {
    my $c = $t->connect;
    $c->send("$head\r\n");
    my $answer = $c->response(3);
    refused($answer, $status, $reason, "H24: $title is $status");
    is_deeply($answer->interim, [], "H24: $title: without a 100 before");
    $c->close;
}
my $head = chat_head($t, $expect, "Content-Length: $n");
final('a bad key', $head =~ s/Bearer \S+/Bearer bad/r, 401, undef);
final('no key', $head =~ s/Authorization.*\r\n//r, 401, undef);
final('a body over the limit', chat_head($t, $expect,
    'Content-Length: 1048577'), 413, 'payload_too_large');
final('an unknown intern', $head =~ s/alpha/beta/r, 404, 'not_found');
final('a wrong media type', $head =~ s{application/json}{text/plain}r, 400,
    'bad_request');
unharmed($t, $up, 'H24: nothing reached the intern');

my $c = $t->connect;
$c->send("$head\r\n");
like($c->read_until(qr/\r\n\r\n/, 2), qr/\AHTTP\/1\.1 100 Continue/,
    'H24: a good request is asked for its body');
$c->send($body);
my $answer = $c->response(3);
is($answer->status, 200, 'H24: and then served');
is_deeply($answer->interim, [100], 'H24: after one 100');
$up->{expected}++;

# ---- H25
for my $method (qw(GET DELETE)) {
    # the body is a request that must not be run
    my $first = $next =~ s/POST/$method/r;
    $first =~ s/Content-Length: \d+/'Content-Length: ' . length $next/e;
    $first =~ s/\Q$body\E\z/$next/;
    $c = $t->connect;
    $c->send("$first$next");
    refused($c->response(3), 405, undef, "H25: $method with a body is 405");
    is($c->response(3)->status, 200, "H25: the request behind it is served");
    is(scalar $up->requests, ++$up->{expected}, 'H25: and is the only one');
    $c->close;
}
$c = $t->connect;
my $chunked = chat_head($t, 'Transfer-Encoding: chunked') =~ s/POST/GET/r;
$c->send("$chunked\r\n" . Gate::Client::chunk($next) . "0\r\n\r\n$next");
refused($c->response(3), 405, undef, 'H25: a body in chunks, too');
is($c->response(3)->status, 200, 'H25: the request behind it is served');
is(scalar $up->requests, ++$up->{expected}, 'H25: and is the only one');
unharmed($t, $up, 'H25: a new connection is served');
