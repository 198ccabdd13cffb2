# U12, U13: what an intern answers before a stream is mapped to the statuses
# and reasons of the interface, in our words; a relay hands it on as it is.
use Gate;
use Gate::Chat;

# [status, reason in the upstream's JSON or undef for HTML, what we say]
my @rows = (
    [401, undef, '502 intern_rejected final'],
    [401, 'unauthorized', '502 intern_rejected final'],
    [403, 'forbidden', '502 intern_rejected final'],
    [400, 'bad_request', '400 bad_request final'],
    [404, 'interaction_unknown', '404 interaction_unknown final'],
    [409, 'interaction_not_pending', '409 interaction_not_pending final'],
    [409, 'busy', '409 busy retryable'],
    [409, 'intern_not_ready', '409 intern_not_ready retryable'],
    [409, 'attachment_failed', '409 attachment_failed final'],
    [410, 'attachment_failed', '410 attachment_failed final'],
    [429, 'rate_limited', '429 rate_limited retryable'],
    [503, 'busy', '503 busy retryable'],
    [504, 'timeout', '504 timeout retryable'],
    # a reason that is unknown, or belongs to another status
    [404, 'no_such_thing', '502 intern_rejected final'],
    [410, 'busy', '502 intern_rejected final'],
    [429, 'stream_severed', '502 intern_rejected final'],
    [404, undef, '502 intern_rejected final'],
    [418, undef, '502 intern_rejected final'],
    [422, 'invalid', '502 intern_rejected final'],
    [499, undef, '502 intern_rejected final'],
    [500, undef, '502 intern_unreachable retryable'],
    [500, 'internal_error', '502 intern_unreachable retryable'],
    [503, undef, '502 intern_unreachable retryable'],
    [503, 'timeout', '502 intern_unreachable retryable'],
    [504, undef, '502 intern_unreachable retryable'],
    [599, undef, '502 intern_unreachable retryable'],
    # the intern refused the turn; whether again is worth it, it knows
    [422, 'turn_failed', '502 turn_failed final'],
    [500, 'turn_failed', '502 turn_failed retryable'],
);
my %odd = (
    'no JSON after all' => '{"error": upstream says',
    'a list' => '["upstream says"]',
    'an error that is text' => '{"error":"upstream says"}',
    'a reason that is a number' =>
        '{"error":{"code":409,"metadata":{"reason":409,"retryable":true}}}',
    'nothing' => '',
    '100 KB' => '{"error":{"metadata":{"reason":"busy"},"message":"'
        . 'upstream says' x 8000 . '"}}',
);

my %up = map { my $row = $rows[$_]; "n$_" => Gate::upstream(answer($row)) }
    0 .. $#rows;
my @odd = sort keys %odd;
$up{"odd$_"} = Gate::upstream(status => 409, body => $odd{$odd[$_]},
    headers => { 'Content-Type' => 'application/json' }) for 0 .. $#odd;
$up{cut} = Gate::upstream(raw => ["HTTP/1.1 409 Conflict\r\nContent-Type: "
    . "application/json\r\nContent-Length: 900\r\n\r\n", json_of('busy', 1),
    'fin']);

my $t = chat_nginx(tests => 2 * @rows + @odd + 7, upstreams => \%up);

for my $i (0 .. $#rows) {
    my ($status, $reason, $want) = @{$rows[$i]};
    my $title = "$status " . ($reason // 'in HTML');
    refused(talk($t, "n$i"), $want, $title, 'upstream.example');
    my $answer = relay($t, "n$i");
    my %sent = answer($rows[$i]);
    is($answer->status . $answer->body, $status . $sent{body},
        "$title: a relay hands it on");
}
refused(talk($t, "odd$_"), '502 intern_rejected final', "409 with $odd[$_]")
    for 0 .. $#odd;
# cut or whole, the intern has spoken, or it cannot be reached
like(refusal(talk($t, 'cut')), qr/\A(?:409 busy|502 intern_\w+) /,
    'an error that is cut');

my %row = map { "$rows[$_][0] " . ($rows[$_][1] // '') => "n$_" } 0 .. $#rows;
is(talk($t, $row{$_})->header('retry-after'), 7, "$_ carries Retry-After")
    for '409 busy', '429 rate_limited', '503 busy';
is(talk($t, $row{'504 timeout'})->header('retry-after'), undef,
    '504 timeout carries none');
ok($t->wait_log(qr/ gate:.* status=503 reason="busy"/), 'it is logged so');
ok(well($t), 'others are served');

sub answer ($row) {
    my ($status, $reason) = @$row;
    my $again = $status == 500 || $status == 429;
    return (status => $status, body => defined $reason
            ? json_of($reason, $again) : '<h1>upstream says no</h1>',
        headers => { 'Retry-After' => 7, 'Set-Cookie' => 'a=b',
            'WWW-Authenticate' => 'Basic realm="upstream.example"',
            'Content-Type' => defined $reason ? 'application/json; charset=x'
                : 'text/html' });
}

sub json_of ($reason, $again) {
    my $retryable = $again ? 'true' : 'false';
    return qq({"error":{"code":400,"message":"upstream says no","metadata":)
        . qq({"reason":"$reason","retryable":$retryable}}});
}
