# J09, J26: deep nesting and many members cost time and memory in proportion
# to the body and no more, whatever their shape.
use Gate;
use Gate::Expect;
use Time::HiRes qw(time);

my $limit = 1_048_576;
my $up = Gate::upstream(sse => [whole_turn()]);
# each thread keeps some of the memory that it has freed
my $t = Gate->new(status => 1, main => 'thread_pool gate threads=1;',
    conf => <<'EOT');
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $message = '"messages":[{"role":"user","content":"hi"}],"stream":true';
sub with ($value) { return qq({"x":$value,$message}) }

sub post ($body) {
    return $t->request(POST => '/api/v1/interns/alpha/chat/completions',
        { 'Content-Type' => 'application/json' }, $body, key => 'default');
}

# memory of the worker in bytes
sub memory ($name) {
    open(my $in, '<', '/proc/' . ($t->worker_pids)[0] . '/status') or die;
    my ($kb) = map { /\A$name:\s+(\d+)/ } <$in>;
    return $kb * 1024;
}

# ---- J09: the body itself is the first of 64 levels
for my $open ('[', '{"a":') {
    my $close = $open eq '[' ? ']' : '}';
    my $nested = sub ($n) { $open x $n . '0' . $close x $n };
    is(post(with($nested->(63)))->status, 200, "J09: 64 levels of $open");
    $up->{expected}++;
    refused(post(with($nested->(64))), 400, 'bad_request',
        "J09: 65 levels of $open");
}
my ($worker) = $t->worker_pids;
for my $body ('[' x 500_000, with('[' x 500_000), '{"a":' x 200_000,
              with('[' x 500_000 . ']' x 500_000), '[{"a":' x 150_000)
{
    my $start = time();
    my $name = substr($body, 0, 10) . '...';
    refused(post($body), 400, 'bad_request', "J09: half a megabyte of $name");
    cmp_ok(time() - $start, '<', 1, "J09: $name: in time");
}
is(($t->worker_pids)[0], $worker, 'J09: the worker is still the same');

# ---- J26
my @letters = ('a' .. 'z', 'A' .. 'Z', 0 .. 9);
my $name = sub ($n) {
    return join '', map { $letters[$n / $_ % 62] } 62**2, 62, 1;
};
my @names = map { $name->($_) } 0 .. 99_999;
my %shape = (
    '100,000 members' => '{' . join(',', map { qq("$_":0) } @names) . '}',
    # the same first bytes and length, the same last bytes, one letter each
    '20,000 long names with one head' => '{'
        . join(',', map { qq("aaaaaaaaaaaaaaaaaaaaaaaaa$_":0) }
            @names[0 .. 19_999]) . '}',
    '20,000 long names with one tail' => '{'
        . join(',', map { qq("${_}aaaaaaaaaaaaaaaaaaaaaaaaa":0) }
            @names[0 .. 19_999]) . '}',
    '1,400 names of one letter' => '{'
        . join(',', map { '"' . 'a' x $_ . '":0' } 1 .. 1_400) . '}',
    '500,000 elements' => '[' . join(',', ('1') x 500_000) . ']',
    '300,000 empty objects' => '[' . join(',', ('{}') x 300_000) . ']',
    'one string of a megabyte' => '"' . 'a' x 1_000_000 . '"',
    '160,000 escapes' => '"' . '\u0041' x 160_000 . '"',
    'a number of a megabyte' => '1' x 1_000_000,
);
my %messages = (
    '25,000 messages' => '{"messages":[' . join(',',
        ('{"role":"user","content":"hi"}') x 25_000) . '],"stream":true}',
    '40,000 parts' => '{"messages":[{"role":"system","content":['
        . join(',', ('{"type":"text","text":"a"}') x 30_000) . ']},'
        . '{"role":"user","content":"hi"}],"stream":true}',
);
my %body = ((map { $_ => with($shape{$_}) } keys %shape), %messages);

is(post(with(1))->status, 200, 'J26: a first one, to know the memory');
$up->{expected}++;
my $before = memory('VmRSS');
# the time of a body with nothing in it, as slow as this machine is now
my $plain = 'one string of a megabyte';
my ($bare) = sort { $b <=> $a } map {
    my $start = time();
    $up->{expected}++ if post($body{$plain})->status == 200;
    time() - $start;
} 1 .. 5;
for my $what (sort keys %body) {
    die "$what is too long" if length $body{$what} > $limit;
    my $start = time();
    my $status = post($body{$what})->status;
    my $took = time() - $start;
    is($status, 200, "J26: $what");
    cmp_ok($took, '<', 40 * $bare, "J26: $what: in time");
    $up->{expected}++;
}
post($body{$_}) for (sort keys %body) x 2;
$up->{expected} += 2 * keys %body;
SKIP: {
    skip 'a sanitizer keeps memory', 2 if $ENV{GATE_PRELOAD};
    cmp_ok(memory('VmHWM') - $before, '<', 12 * $limit,
        'J26: at most about ten times the body is in use');
    cmp_ok(memory('VmRSS') - $before, '<', 6 * $limit,
        'J26: and freed after');
}
unharmed($t, $up, 'a healthy request goes on');
