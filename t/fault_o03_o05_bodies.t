# O03-O05: what leaves the gate is valid JSON in UTF-8 whatever went in, and an
# error tells nothing of the inside.
use Gate;
use Gate::Expect;

my $nasty = "</script><!-- \x{2028}\x{2029}\x{1f600}\"\\\n\n"
    . "data: [DONE]\n\nevent: x\r\n\r\ndata: {}\n\n";
my $secret = 'SELECT * FROM keys; at /srv/daemon/app.js:10 10.9.8.7:5432';
my $up = Gate::upstream(turns => [
    { sse => [whole_turn($nasty)] },
    { json => { session_id => $nasty, status => 'steered' }, status => 202 },
    (map { { json => { error => { code => $_, message => $secret,
        metadata => { reason => $secret, retryable => JSON::PP::true,
        detail => $secret } } }, status => $_,
        headers => { 'X-Debug' => $secret } } } 400, 404, 409, 500, 503),
    { body => "<h1>$secret</h1>", status => 500,
      headers => { 'Content-Type' => 'text/html' } },
    { sse => ["data: {\"error\":{\"code\":500,\"message\":\"$secret\"}}\n\n",
        'fin'] },
    { sse => [whole_turn()] },
]);
my $t = Gate->new(
    status => 1,
    interns => [{ id => 'alpha', upstream => $up },
        { id => 'down', upstream => '127.0.0.1:' . Gate::free_port() }],
    conf => <<'EOT');
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
    location /spill/ {
        gate_chat;
        client_body_in_file_only on;
        client_body_temp_path %%PREFIX%%/spill;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

# ---- O03, O04
my $answer = $t->chat('alpha', prompt('hi', session_id => "s\x{2028}</s>"));
my @chunks = Gate::chunks($answer->text);
is(join('', map { ref && @{$_->{choices}}
    ? $_->{choices}[0]{delta}{content} // '' : () } @chunks), $nasty,
    'O04: a text with an end of its own inside arrives as a text');
my $n = () = $answer->body =~ /^data: \[DONE\]$/mg;
is($n, 1, 'O04: the stream has exactly one [DONE]');
is($chunks[-1], '[DONE]', 'O04: which is its end');
is((grep { ref && exists $_->{session_id} } @chunks)[0]{session_id},
    "s\x{2028}</s>", 'O03: the session is the one that was sent');
is($answer->header('x-content-type-options') . $answer->header(
    'cache-control'), 'nosniffno-store', 'O03: a stream is nosniff, no-store');

$answer = $t->chat('alpha', prompt('hi', session_id => 's'));
is($answer->status, 202, 'O03: a steered turn');
is_deeply($answer->json, { session_id => $nasty, status => 'steered' },
    "O03: with the intern's session as valid JSON");
is($answer->header('x-content-type-options') . $answer->header(
    'cache-control'), 'nosniffno-store', 'O03: nosniff, no-store');

# ---- O05
my $inside = qr{SELECT|FROM|/srv|app\.js|10\.9\.8\.7|127\.0\.0\.1|/tmp/gate
    |proxy|nginx\.conf|\.cpp|what\(\)|std::|upstream\ }xi;
sub silent ($title, $answer) {
    my $text = $answer->raw =~ s/^Server: .*\r\n//mr;
    unlike($text, $inside, "O05: $title tells nothing of the inside");
}
for my $status (400, 404, 409, 500, 503, 'an HTML page', 'an error event') {
    $answer = $t->chat('alpha', prompt());
    silent("an intern's $status", $answer);
}
$answer = $t->chat('down', prompt());
refused($answer, 502, 'intern_unreachable', 'O05: an intern that is down');
silent('an intern that is down', $answer);

# a body that cannot be put into its file
rmdir $t->prefix . '/spill';
$t->{conf}->write_file('spill', 'a file where a directory was');
$t->allow_log(qr/spill/);
$answer = $t->request(POST => '/spill/interns/alpha/chat/completions',
    { 'Content-Type' => 'application/json' }, chat_body(), key => 'default');
refused($answer, 500, 'internal_error', 'O05: a body that cannot be stored');
silent('a body that cannot be stored', $answer);
is(scalar $up->requests, 9, 'O05: and is not sent to the intern');
is($t->chat('alpha', prompt())->status, 200, 'a healthy request goes on');
