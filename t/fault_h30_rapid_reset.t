# H30 in a reduced form: requests over HTTP/2 that are reset at once. Every run
# that was started is cancelled, and the server goes on.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(code => sub ($conn, $request) {
    $conn->head(200, [['Content-Type', 'text/event-stream']]);
    $conn->write((whole_turn())[0]);
    $conn->hang;
});
my $well = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(
    status => 1, listen => ['h2c'],
    interns => [{ id => 'slow', upstream => $up },
                { id => 'alpha', upstream => $well }],
    conf => <<'EOT');
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $body = chat_body();
my %headers = (authorization => 'Bearer ' . $t->key,
               'content-type' => 'application/json');
my $path = '/api/v1/interns/slow/chat/completions';
my ($worker) = $t->worker_pids;

sub cpu {
    open(my $in, '<', "/proc/$worker/stat") or return 9**9**9;
    my @field = split ' ', <$in>;
    return ($field[13] + $field[14]) / 100;
}

# reset with the request, once it runs, and before its body has come
my $before = cpu();
my $sent = 0;
for my $round (1 .. 3) {
    my $h2 = $t->h2('h2c');
    my @late;
    for my $i (1 .. 60) {
        my $s = $h2->open(POST => $path, \%headers,
            $i % 3 == 2 ? undef : $body, end => $i % 3 == 2 ? 0 : 1);
        $sent++;
        if ($i % 3 == 1) { push @late, $s } else { $h2->rst($s) }
    }
    $h2->pump(1, sub { !grep { !length $_->{body} } @late });
    is(scalar(grep { length $_->{body} } @late), 20,
        "round $round: those that were not reset have begun");
    $h2->rst($_) for @late;
    $h2->pump(0.02);
    ok(!$h2->{goaway}, "round $round: the connection goes on") if $round < 3;
    is($t->chat('alpha', prompt())->status, 200,
        "round $round: a healthy request is served");
    $h2->close;
}

ok(Gate::wait_for(sub { $t->status->{streams}{active} == 0 }, 3),
    'no stream is left');
my $started = $up->connections;
cmp_ok($started, '>=', 60, "$started of $sent runs had been started");
cmp_ok($up->wait_closed($started, 3), '<', 3, 'all of them were cancelled');
is(scalar $up->closed, $up->connections, 'each at its own connection');
cmp_ok(cpu() - $before, '<', 2, 'in bounded time of the processor');
is(($t->worker_pids)[0], $worker, 'the worker is still the same');
