# The threads that judge large bodies are nicer than the event loop, so that it
# gets the core at once where they share one; each keeps its judge.
use Gate;

my $up = Gate::upstream(json => { ok => 1 });
my $t = Gate->new(main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail g { filter email block; }',
    conf => <<"EOT");
    client_max_body_size 4m;
    location / { gate_apply_guardrail g; proxy_pass $up; }
EOT

# How nice each thread of the worker is, the loop first.
sub nice_values ($pid) {
    my @values;
    for my $task (sort { $a <=> $b } map { m{(\d+)$} } glob "/proc/$pid/task/*")
    {
        open my $in, '<', "/proc/$pid/task/$task/stat" or next;
        my ($rest) = <$in> =~ /\) (.*)/;
        push @values, (split ' ', $rest)[16];
    }
    return @values;
}

my ($worker) = $t->worker_pids;
my %json = ('Content-Type' => 'application/json');
my ($before) = nice_values($worker);

is $t->request(POST => '/', \%json, '{"a":"small"}')->status, 200,
    'a small body is judged';
is_deeply [grep { $_ != $before } nice_values($worker)], [],
    'and no thread is nicer than another';

my $large = '{"a":"' . 'large ' x 50_000 . '"}';
for my $round (1 .. 20) {
    $t->request(POST => '/', \%json, $large)->status == 200
        or fail "large body $round";
}
my ($loop, @threads) = nice_values($worker);
is $loop, $before, 'the loop is as nice as before';
my @nicer = grep { $_ == $before + 10 } @threads;
ok @nicer > 0 && @nicer <= 2, 'the threads that judged are nicer, once';

my $found = '{"a":"' . 'large ' x 50_000 . 'jane.roe@example.org"}';
is $t->request(POST => '/', \%json, $found)->status, 403,
    'a judge that was used before still finds';
is $t->request(POST => '/', \%json, $large)->status, 200,
    'and forgets what it found';
