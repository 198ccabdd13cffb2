# gate_inspection_limit: a body whose inspection costs more than the location
# allows is refused, or in monitor mode counted, wherever it is inspected.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my $rails = 'gate_guardrail g { filter person-name redact; }';
my $t = Gate->new(status => 1, main => 'thread_pool gate threads=1;',
    http => $rails, conf => <<"EOT");
    client_max_body_size 8m;
    gate_apply_guardrail g;
    location /one {
        gate_inspection_limit 1;
        proxy_pass $up;
        location /one/monitor { gate_enforce monitor; proxy_pass $up; }
        location /one/off { gate_inspection_limit off; proxy_pass $up; }
    }
    location / { proxy_pass $up; }
EOT

my %headers = ('Content-Type' => 'application/json');
my $large = '{"a":"' . 'text ' x 500_000 . '"}';
sub post ($uri, $body) { return $t->request(POST => $uri, \%headers, $body) }
sub counted {
    my ($row) = grep { $_->{guardrail} eq 'gate_inspection_limit' }
        @{$t->status->{guardrails}{hits}};
    return $row ? "$row->{filter} $row->{action} $row->{count}" : 'none';
}

is(post('/', $large)->status, 200, 'an ordinary body is far below 100');
is(post('/one', '{"a":"text"}')->status, 200,
    'a small one may cost some milliseconds');
is(counted(), 'none', 'nothing is counted');

my $answer = post('/one', $large);
is($answer->status, 403, 'one that costs more is refused');
is($answer->reason_word, 'content_blocked', 'as blocked');
is($answer->json->{error}{metadata}{filter}, 'inspection_limit',
    'by the limit');
is(counted(), 'inspection_limit block 1', 'and counted');
ok($t->wait_log(qr/status=403 .*filter="inspection_limit"/, 3), 'and logged');
is(scalar($up->requests), 2, 'and not sent');

is(post('/one/monitor', $large)->status, 200, 'monitor lets it pass');
is(($up->requests)[-1]->body, $large, 'as it came');
is(counted(), 'inspection_limit block 2', 'and counts it');
ok($t->wait_log(qr/verdict="would_refuse".*filter="inspection_limit"/, 3),
    'and logs it');
is(post('/one/off', $large)->status, 200, 'off: no limit');

# ---- the directives
for my $line ('gate_inspection_limit 0;', 'gate_inspection_limit -1;',
    'gate_inspection_limit 1000001;', 'gate_inspection_limit many;')
{
    my ($code, $out) = Gate::config_test($line, http => $rails);
    ok($code != 0 && $out =~ /write the units of work .* or off/, $line);
}
for my $line ('gate_inspection_limit 5; gate_inspection_limit off;',
    'gate_inspection_wait 5s; gate_inspection_wait 6s;')
{
    my ($code, $out) = Gate::config_test($line, http => $rails);
    ok($code != 0 && $out =~ /is duplicate/, $line);
}
