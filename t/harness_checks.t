# The end checks of the harness: each fault they look for fails a test file.
use Gate;

use File::Basename qw(dirname);

my $lib = dirname(__FILE__) . '/lib';

# Starts a test file of this text; its exit code and output come later.
sub start ($text) {
    my $file = File::Temp->new(SUFFIX => '.t');
    print $file "use Gate;\n$text\nok(1, 'act');\n";
    close $file;
    open(my $out, '-|', "$^X -I$lib $file 2>&1") or die "$file: $!";
    return [$file, $out];
}

sub result ($run) {
    my $said = do { local $/; readline $run->[1] };
    close $run->[1];
    return ($? >> 8, $said);
}

my $new = 'my $t = Gate->new(tests => 1, module => 0, ';
my @cases = (
    ['a quiet file passes', 0, qr/ok 2/, "$new);"],
    ['a killed worker', 1, qr/exited on signal 9/,
        "$new); \$t->kill_worker; \@{\$t->{allowed}} = ();"],
    ['a worker killed on purpose', 0, qr/ok 2/, "$new); \$t->kill_worker;"],
    ['a crit line', 1, qr/\[crit\]/, "$new conf => 'location = /a { proxy_pass"
        . ' http://unix:/nowhere; }\'); $t->request(GET => "/a");'],
    ['a crit line on purpose', 0, qr/ok 2/, "$new conf => 'location = /a {"
        . ' proxy_pass http://unix:/nowhere; }\'); $t->request(GET => "/a");'
        . ' $t->allow_log(qr/nowhere/);'],
    ['a key in a log', 1, qr/a key stands in 1 lines of access.log/,
        "$new); \$t->request(GET => '/?' . Gate::key(name => 'a')->{key});"
        . '$t->access_log;'],
    ['a secret in a log', 1, qr/a key stands in 1 lines of access.log/,
        "$new); \$t->secret('hidden'); \$t->request(GET => '/?hidden');"
        . '$t->access_log;'],
    ['a descriptor that stays', 1, qr/descriptors, \d+ at its start/,
        'my $up = Gate::upstream(code => sub ($conn, $request) {'
        . ' $conn->hang });'
        . "$new conf => \"location / { proxy_pass \$up;"
        . ' proxy_ignore_client_abort on; }");'
        . '$t->connect->send("GET / HTTP/1.0\r\n\r\n");'
        . '$up->wait_requests(1);'],
    ['an nginx that died', 1, qr{nginx (has died|ended)},
        "$new); kill KILL => \$t->worker_pids, \$t->master_pid;"],
    ['a sanitizer report', 1, qr/sanitizer report.*\n.*heap-use/,
        "$new); open(my \$out, '>', \$t->prefix . '/asan.7');"
        . 'print $out "ERROR: heap-use-after-free\n"; close $out;'],
    ['an nginx that does not start', 1, qr/unknown directive "nonsense"/,
        "$new main => 'nonsense;');"],
    ['a test that waits for ever', 1, qr/took too long/,
        "$new); alarm 1; sleep 50;"],
);
plan(tests => 2 * @cases + 8);

my @runs = map { start($_->[3]) } @cases;

# ---- meanwhile: configuration tests and reloads
my ($code, $said) = Gate::config_test('location / { nonsense; }', module => 0);
is($code, 1, 'nginx -t fails');
like($said, qr/unknown directive "nonsense" in \S+nginx.conf:\d+/, 'and why');
is((Gate::config_test('', module => 0))[0], 0, 'nginx -t succeeds');

my $t = Gate->new(module => 0, workers => 2,
    conf => 'location = /a { return 200 old; }');
my @before = $t->worker_pids;
ok($t->reload(conf => 'location = /a { return 200 new; }'), 'a reload');
is($t->request(GET => '/a')->body, 'new', 'brings the new configuration');
ok(!$t->reload(conf => 'nonsense;'), 'a broken one is kept out');
$t->allow_log(qr/nonsense/);
is(scalar(grep { my $pid = $_; grep { $_ == $pid } @before } $t->worker_pids),
    0, 'all workers are new');

for my $i (0 .. $#cases) {
    my ($name, $fails, $pattern) = @{$cases[$i]};
    my ($status, $output) = result($runs[$i]);
    is(!!$status, !!$fails, "$name: " . ($fails ? 'fails' : 'passes'));
    like($output, $pattern, "$name: says so");
}
