# R06: a reload that changes the size of gate_zone makes a new zone: figures
# and rates begin again, and neither the old workers nor the new ones read
# what is not theirs. A size that cannot be is refused.
use Gate;
use Gate::Chat;
use Gate::Crowd;

my $crowd = Gate::Crowd->new;
my $up = Gate::upstream(code => $crowd->server);
my $conf = <<"EOF";
    location /held/ { gate_stream chat; proxy_pass $up; }
    # not "return", which comes before any check
    location = /limited { gate_rate_limit 3r/m; try_files none =204; }
EOF
my $t = Gate->new(tests => 20, status => 1, zone => '1m', conf => $conf);

sub limited { return join ' ', map { $t->request(GET => '/limited')->status }
    1 .. 4 }
sub total { return $t->status->{streams}{total} }
sub stream { $crowd->add($t, 'h1', '/held/', 1, key => 'none') }

my $first = limited();
is($first, '204 204 204 429', 'a rate of three requests');
stream() for 1 .. 3;
is($crowd->started, 3, 'streams are held');
is(total(), 3, 'and counted');

# ---- the same size: the same zone
ok($t->reload, 'a reload without a change');
is($t->request(GET => '/limited')->status, 429, 'goes on with the rates');
is(total(), 3, 'and the figures');

# ---- other sizes: a new zone each
for my $size ('4m', '2m') {
    ok($t->reload(zone => $size), "a reload to $size is taken");
    is(limited(), $first, "$size: the rates begin again");
    stream();
    is($crowd->started, scalar $crowd->members, "$size: streams are served");
    is(total(), 1, "$size: and counted from one");
}

# ---- too small to be used
$t->allow_log(qr/\[emerg\].*(?:gate|zone|shared memory)/);
my @workers = $t->worker_pids;
ok(!$t->reload(zone => '16k'), 'a zone without room is refused');
ok($t->wait_log(qr/\[emerg\].*gate_zone.*at least \d+[km]/),
    'with the least size');
is_deeply([$t->worker_pids], \@workers, 'the workers stay');
is(total(), 1, 'with their figures');

# ---- the workers of three zones end their streams
is((grep { $_->gone } $crowd->members), 0, 'no stream was cut');
$crowd->release;
is((grep { ($_->seen)[-1] eq '[DONE]' } $crowd->members), 5,
    'streams of all zones end with [DONE]');
# nginx lingers until they have gone, too
$_->{client}->close for $crowd->members;
