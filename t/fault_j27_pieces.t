# J27: a body in single bytes, and one around the size where nginx may put it
# into a file, gets the same answer as in one piece.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $echo = Gate::upstream(code => sub ($conn, $request) {
    $conn->answer(200, $request->body);
});
my $t = Gate->new(status => 1, interns => [{ id => 'alpha', upstream => $up }],
    conf => <<"EOT");
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /file/interns/ {
        gate_chat;
        client_body_in_file_only clean;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /plain/ {
        gate_auth key;
        gate_body_limit 2m;
        gate_content_type application/json;
        proxy_pass $echo;
    }
EOT

# what differs between two answers to the same
sub shape ($answer) {
    return [$answer->status, map { ref ? { map { $_ => 1 } keys %$_ } : $_ }
        Gate::chunks($answer->text)];
}
sub asked { return ($up->requests)[-1]->json->{messages} }

my $body = chat_body();
my $head = chat_head($t, 'Content-Length: ' . length $body) . "\r\n";
my $whole = raw_request($t, $head . $body);
my $wanted = shape($whole);
is($wanted->[0], 200, 'in one piece it is served');
is($wanted->[-1], '[DONE]', 'to the end');
my $message = asked();

my $c = $t->connect;
$c->send_split($head . $body);
is_deeply(shape($c->response(3)), $wanted, 'in 1-byte segments');
is_deeply(asked(), $message, 'the same message arrives');

$c = $t->connect;
$c->send_split(chat_head($t, 'Transfer-Encoding: chunked') . "\r\n"
    . join('', map { Gate::Client::chunk($_) } split //, $body)
    . "0\r\n\r\n");
is_deeply(shape($c->response(3)), $wanted, 'in 1-byte chunks and segments');
is_deeply(asked(), $message, 'the same message arrives then');

$c = $t->connect;
$c->send_split($head . substr $body, 0, -1);
$c->send('x');
refused($c->response(3), 400, 'bad_request', 'a wrong last byte is refused');

# ---- around the border of the file
for my $size (16_383, 16_384, 16_385, 100_000) {
    my $text = 'x' x ($size - length($body) + 2);
    my $large = $body =~ s/"hi"/"$text"/r;
    $large = chat_body($size) if $size > 32_000;
    is(length $large, $size, "a body of $size bytes");
    for my $prefix ('/api/v1', '/file') {
        my $answer = $t->request(
            POST => "$prefix/interns/alpha/chat/completions",
            { 'Content-Type' => 'application/json' }, $large,
            key => 'default');
        is_deeply(shape($answer), $wanted, "$size bytes to $prefix: served");
        my $got = asked()->[0]{content};
        ok($got eq ($size > 32_000 ? 'hi' : $text),
            "$size bytes to $prefix: the message arrives whole");
    }
    refused($t->request(POST => '/file/interns/alpha/chat/completions',
        { 'Content-Type' => 'application/json' },
        substr($large, 0, -1) . 'x', key => 'default'), 400, 'bad_request',
        "$size bytes with a wrong last one are refused");

    # and where the body is not read, it goes on as it came
    my $odd = join '', map { chr(($_ * 7) % 256) } 1 .. $size;
    my $answer = $t->request(POST => '/plain/',
        { 'Content-Type' => 'application/json' }, $odd, key => 'default');
    ok($answer->body eq $odd, "$size bytes pass unchanged");
}
