# gate_status: the same figures as Prometheus text and as JSON.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(workers => 2, conf => <<'EOT');
    gate_json_errors on;
    location = /metrics { gate_status; }
    location = /status { gate_status json; }
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

sub metrics {
    my $text = $t->request(GET => '/metrics')->body;
    return { map { /\A(\S+) (\d+)\z/ ? ($1, $2) : () } split /\n/, $text };
}

my $before = metrics();
is($t->chat('alpha', prompt())->status, 200, 'a chat') for 1 .. 3;
$t->chat('alpha', prompt(), key => undef) for 1 .. 2;
scalar $t->chat('alpha', '{}');
# nginx counts after it has answered
Gate::wait_for(sub { metrics()->{gate_requests_total} >= 6 }, 2);
my $after = metrics();

my %grown = map { $_ => $after->{$_} - $before->{$_} } keys %$after;
is_deeply({ map { $_ => $grown{$_} } grep { $grown{$_} } keys %grown }, {
    gate_requests_total => 6, gate_streams_total => 3,
    gate_stream_events_total => 15,
    'gate_refused_total{reason="none"}' => 2,
    'gate_refused_total{reason="bad_request"}' => 1,
    'gate_stream_outcomes_total{outcome="complete"}' => 3,
}, 'three turns of five events and three refusals are counted');
is($after->{gate_streams_active}, 0, 'no stream is open');
is($after->{gate_keys}, 1, 'one key');
is($after->{gate_interns}, 1, 'one intern');
cmp_ok($after->{gate_keys_bytes}, '<', 1024, 'in less than a kilobyte');

# ---- the format
my $answer = $t->request(GET => '/metrics');
like($answer->header('content-type'), qr{\Atext/plain; version=0\.0\.4},
    'Prometheus text');
my @bad = grep { !/\A# (?:HELP|TYPE) gate_[a-z_]+ \S/
    && !/\Agate_[a-z_]+(?:\{[a-z_]+="[a-z_]+"\})? \d+\z/ }
    split /\n/, $answer->body;
is_deeply(\@bad, [], 'every line is a metric or its description');
my @names = $answer->body =~ /^(gate_[a-z_]+)[{ ]/mg;
my %type = map { $_ => 1 } $answer->body =~ /^# TYPE (\S+)/mg;
is_deeply([grep { !$type{$_} } @names], [], 'each has a type');
like($answer->body, qr/\n\z/, 'the text ends with a line end');

$answer = $t->request(GET => '/status');
is($answer->header('content-type'), 'application/json', 'JSON');
is($answer->header('cache-control'), 'no-store', 'that is not stored');
my $json = $answer->json;
is_deeply([$json->{requests}, $json->{streams}{total},
    $json->{streams}{active}, $json->{streams}{events},
    $json->{streams}{outcomes}{complete}, $json->{refused}{bad_request},
    $json->{keys}{count}, $json->{interns}{count}],
    [6, 3, 0, 15, 3, 1, 1, 1], 'with the same figures');

# ---- methods
is($t->request(HEAD => '/status')->body, '', 'HEAD has no body');
for my $method (qw(POST PUT DELETE)) {
    refused($t->request($method => '/status', {}, 'x'), 405, undef,
        "$method is refused");
}

# ---- a reload keeps what was counted
ok($t->reload, 'a reload');
is(metrics()->{gate_streams_total}, 3, 'keeps the figures');
$t->kill_worker;
is(metrics()->{gate_streams_total}, 3, 'so does a killed worker');
