# gate_enforce monitor: the verdict is counted and logged, and the request goes
# on as if there were no check; the rules of gate_chat stay in force.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $plain = Gate::upstream(body => 'served');
my $t = Gate->new(
    status => 1, interns => [{ id => 'alpha', upstream => $up }],
    keys => ['one', { name => 'boss', kind => 'management' },
             { name => 'leaver', member => 0 }],
    http => 'log_format v \'$uri $status [$gate_verdict|$gate_reason]\';',
    server => 'access_log %%PREFIX%%/logs/verdict.log v;',
    conf => <<"EOT");
    gate_enforce monitor;
    location /key/ { gate_auth key; proxy_pass $plain; }
    location /size/ { gate_body_limit 10; proxy_pass $plain; }
    location /type/ { gate_content_type application/json; proxy_pass $plain; }
    location /rate/ { gate_rate_limit 1r/m; proxy_pass $plain; }
    location /on/ { gate_auth key; gate_enforce on; proxy_pass $plain; }
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
    }
EOT

my @cases = (
    ['no key', GET => '/key/', {}, undef, 'would_refuse', ''],
    ['a bad key', GET => '/key/', { Authorization => 'Bearer x' }, undef,
     'would_refuse', ''],
    ['a key of the wrong kind', GET => '/key/', { Authorization =>
        'Bearer ' . $t->key('boss') }, undef, 'would_refuse', ''],
    ['a creator who left', GET => '/key/', { Authorization =>
        'Bearer ' . $t->key('leaver') }, undef, 'would_refuse', ''],
    ['a good key', GET => '/key/', { Authorization =>
        'Bearer ' . $t->key('one') }, undef, 'passed', ''],
    ['a long body', POST => '/size/', {}, 'x' x 11, 'would_refuse',
     'payload_too_large'],
    ['a short body', POST => '/size/', {}, 'x' x 10, 'passed', ''],
    ['another type', POST => '/type/', { 'Content-Type' => 'a/b' }, 'x',
     'would_refuse', 'unsupported_media_type'],
    ['two types', POST => '/type/', [['Content-Type', 'a/b'],
        ['Content-Type', 'application/json']], 'x', 'would_refuse',
     'invalid_body'],
    ['the first of a minute', GET => '/rate/', {}, undef, 'passed', ''],
    ['the second', GET => '/rate/', {}, undef, 'would_refuse',
     'rate_limited'],
);
my @wanted;
for my $case (@cases) {
    my ($what, $method, $uri, $headers, $body, $verdict, $reason) = @$case;
    my $answer = $t->request($method => $uri, $headers, $body);
    is($answer->body, 'served', "$what is served");
    push @wanted, "$uri 200 [$verdict|" . ($reason || '-') . ']';
}
is_deeply([verdicts(scalar @cases)], \@wanted, 'the log has the verdicts');
is($t->status->{monitored_refusals}, grep({ /would/ } @wanted),
    'the status counts them');
is_deeply([grep { $_ } values %{$t->status->{refused}}], [],
    'and no refusal');
my @audit = grep { /gate:.*verdict="would_refuse"/ } $t->error_log;
is(scalar @audit, scalar(grep { /would/ } @wanted),
    'each has an audit line with the verdict');
is(scalar(grep { /\[warn\]/ } @audit), scalar @audit, 'at level warn');

# ---- a body in chunks is over the limit only when it has come
is($t->request(POST => '/size/', {}, undef, chunked => ['x' x 6, 'x' x 6])
    ->body, 'served', 'a long body in chunks is served');
is((verdicts(@cases + 1))[-1], '/size/ 200 [would_refuse|payload_too_large]',
    'and has the same verdict');

# ---- no key of ours goes on either
$t->request(GET => '/key/', { Authorization => 'Bearer ' . $t->key('boss'),
    'X-Last' => 1 });
is(($plain->requests)[-1]->header('authorization'), undef,
    'a key does not reach the upstream');

# ---- enforced all the same
refused($t->request(GET => '/on/'), 401, undef, 'gate_enforce on inside');
refused(scalar $t->chat('alpha', prompt(), key => undef), 401, undef,
    'chat has no monitor mode: key');
refused(scalar $t->chat('alpha', '{}'), 400, 'bad_request',
    'chat has no monitor mode: body');
refused(scalar $t->chat('alpha', ' ' x 1_048_577), 413, 'payload_too_large',
    'chat has no monitor mode: size');
is(scalar $up->requests, 0, 'nothing reached the intern');
refused($t->request(POST => '/api/v1/interns/alpha/chat/completions',
    { 'Content-Type' => 'application/json' }, undef, key => 'one',
    chunked => [(' ' x 65_536) x 17]), 413, 'payload_too_large',
    'chat has no monitor mode: size in chunks');
unharmed($t, $up, 'a healthy chat is served');

# nginx logs after it has answered; $n lines are waited for
sub verdicts ($n) {
    my @lines;
    Gate::wait_for(sub {
        @lines = grep { !/gate_status/ } $t->read_log('verdict.log');
        return @lines >= $n;
    }, 2);
    return @lines;
}
