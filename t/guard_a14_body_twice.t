# A14 for guardrails: a body that is sent twice, to a mirror or after an error
# to a second upstream, is the redacted one each time, wherever nginx held the
# one that came.
use Gate;

my $up = Gate::upstream(body => 'served');
my $mirror = Gate::upstream(body => '');
my $t = Gate->new(
    status => 1, listen => [qw(h1 h2c)],
    main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail block { filter email block; }'
        . ' gate_guardrail redact { filter email redact; }',
    conf => join '', <<"EOT", map { <<"EOT" } qw(block redact));
    proxy_read_timeout 1s;
    location = /copy { internal; proxy_pass $mirror; }
    location \@next { proxy_pass $mirror; }
EOT
    location /mirror/$_/ {
        gate_apply_guardrail $_; mirror /copy; proxy_pass $up;
    }
    location /next/$_/ {
        gate_apply_guardrail $_; error_page 502 = \@next;
        proxy_pass http://127.0.0.1:%%PORT:closed%%;
    }
EOT

my $seen = 0;
sub post ($uri, $proto, $size, $text) {
    my $body = '{"text":"' . 'x ' x ($size / 2) . "$text\"}";
    my $answer = $t->request(POST => $uri, { 'Content-Type' =>
        'application/json' }, $body, proto => $proto, timeout => 3);
    return ($answer->status // 'none', $body =~ s/john\@\S+com/[EMAIL]/r);
}
for my $way (qw(mirror next)) {
    for my $case ([0, 'h1'], [0, 'h2c'], [10_000, 'h2c'], [20_000, 'h1'],
        [20_000, 'h2c'], [150_000, 'h1'])
    {
        my ($size, $proto) = @$case;
        my $title = "$way, $size bytes, $proto";
        my @to = ($proto, $size, 'to john@example.com');
        is((post("/$way/block/", @to))[0], 403, "$title: blocked");
        is(scalar(my @none = $mirror->requests), $seen,
            "$title: what is blocked is not sent");
        for my $text ($to[2], 'to nobody') {
            my ($status, $body) = post("/$way/redact/", $proto, $size, $text);
            is($status, 200, "$title: $text: served");
            my @got = $mirror->wait_requests($seen + 1, 0.5);
            ok(@got == $seen + 1 && $got[-1]->body eq $body,
                "$title: $text: the second one gets it");
            $seen = @got;
        }
    }
}
