# A12, A13 in a reduced form: keys are looked up by their digest, so no part
# of a key and not its hash are of any use, and unknown keys leave nothing
# behind that could push out a good one. Timings are not measured here.
use Gate;
use Gate::Expect;
use Digest::SHA qw(sha256_hex);

my $t = Gate->new(
    status => 1, keys => ['one', 'two', 'three'],
    files => { 'html/keyed/file' => 'served' },
    conf => <<"EOT");
    keepalive_requests 100000;
    location /keyed/ { gate_auth key; root html; }
EOT

my $c = $t->connect;
my $key = $t->key('one');
sub ask ($text) {
    return $c->request(GET => '/keyed/file',
        { Authorization => "Bearer $text" });
}
sub served ($name) { return ask($t->key($name))->body }

# ---- A12
is(served('one'), 'served', 'A12: a good key is served');
my $refused = ask('igk_' . 'A' x 43)->raw =~ s/^Date: .*\r\n//mr;
my $same = 0;
for my $n (1 .. length($key) - 1) {
    my $answer = ask(substr($key, 0, $n) . 'A' x (length($key) - $n));
    $same++ if $answer->raw =~ s/^Date: .*\r\n//mr eq $refused;
}
# one of them may be the key itself
is($same, length($key) - 1 - ($key =~ /A\z/ ? 1 : 0),
    'A12: every prefix of it is refused in the same bytes');
refused(ask(sha256_hex($key)), 401, undef,
    'A12: its hash, as the file has it, is no key');
refused(ask(pack 'H*', sha256_hex('x')), 401, undef, 'A12: nor are raw bytes');
open(my $in, '<', $t->prefix . '/keys') or die;
unlike(join('', <$in>), qr/\Q$key\E/, 'A12: the file holds no key');

# ---- A13, with 20,000 keys in all
my $before = $t->status->{keys};
my $rss = memory();
for my $round (1 .. 40) {
    $c->send(join '', map { Gate::Client::build(GET => '/keyed/file',
        { Authorization => "Bearer igk_$round-$_" }) } 1 .. 500);
    my %seen;
    $seen{$c->response(5)->status}++ for 1 .. 500;
    die join ' ', %seen if $seen{401} != 500;
}
pass('A13: 20,000 unknown keys are refused');
is(join(' ', map { served($_) } qw(one two three)), 'served served served',
    'A13: the good keys are still served');
is_deeply($t->status->{keys}, $before, 'A13: the table has not grown');
SKIP: {
    skip 'a sanitizer keeps memory', 1 if $ENV{GATE_PRELOAD};
    cmp_ok(memory() - $rss, '<', 2 * 1_048_576, 'A13: nor has the worker');
}

sub memory {
    open(my $in, '<', '/proc/' . ($t->worker_pids)[0] . '/status') or die;
    my ($kb) = map { /\AVmRSS:\s+(\d+)/ } <$in>;
    return $kb * 1024;
}
