# E78: each worker has a slot of the counters, nginx's cache manager and loader
# have none, and the slot of a worker that was killed is free.
use Gate;

my $t = Gate->new(status => 1, workers => 2,
    http => 'proxy_cache_path %%PREFIX%%/cache keys_zone=c:1m;',
    conf => 'location / { gate_body_limit 1m; return 200 ok; }');

sub workers () { return $t->status->{workers} // -1 }
sub processes () {
    my ($worker) = $t->worker_pids;
    open my $in, '<', "/proc/$worker/stat" or die "stat: $!";
    my ($master) = <$in> =~ /\) \S (\d+)/;
    open $in, '<', "/proc/$master/task/$master/children" or return 0;
    return scalar(split ' ', <$in>);
}

cmp_ok(processes(), '>=', 3, 'there are more processes than workers');
is(workers(), 2, 'only workers have a slot');
for my $round (1 .. 3) {
    $t->kill_worker;
    ok(Gate::wait_for(sub { workers() == 2 }, 5),
        'one that follows a killed one has one');
}
ok($t->reload, 'a reload');
ok(Gate::wait_for(sub { workers() == 2 }, 5), 'and two again');
