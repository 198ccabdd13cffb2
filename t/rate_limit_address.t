# Where no key is asked the client's network is the caller: an IPv6 /64, a
# whole IPv4 address, or what gate_rate_limit_prefix says; and as many callers
# as the README names have room in a zone.
use Gate;

my $t = Gate->new(workers => 2, zone => '1m', timeout => 120,
    files => { map { ("html/$_/f" => 'served') }
        qw(usual wide exact inner all) },
    http => 'set_real_ip_from 127.0.0.1; set_real_ip_from unix:;'
        . ' real_ip_header X-Real-IP; gate_rate_limit_prefix 64;',
    server => 'listen unix:%%PREFIX%%/sock; keepalive_requests 1000000;'
        . ' access_log off;',
    conf => <<'EOT');
    root html;
    location /usual/ { gate_rate_limit 2r/m; }
    location /wide/ { gate_rate_limit 2r/m; gate_rate_limit_prefix 48 24; }
    location /exact/ { gate_rate_limit 2r/m; gate_rate_limit_prefix 128; }
    location /all/ { gate_rate_limit 1r/m; }
EOT

my $c = $t->connect;
sub ask ($uri, @addresses) {
    return join ' ', map {
        $c->request(GET => $uri, { 'X-Real-IP' => $_ })->status
    } @addresses;
}
my ($granted, $refused) = ('200 200 429', 429);

is(ask('/usual/f', qw(2001:db8::1 2001:db8::2 2001:db8::ffff:0:0:3)),
    $granted, 'a /64 is one caller');
is(ask('/usual/f', '2001:db8:0:1::1'), 200, 'the next one is another');
is(ask('/usual/f', qw(192.0.2.1 192.0.2.1 ::ffff:192.0.2.1)), $granted,
    'a mapped address is the IPv4 one');
is(ask('/usual/f', '::ffff:192.0.2.2'), 200, 'of which each is a caller');
is(ask('/wide/f', qw(2001:db8:5::1 2001:db8:5:1::1 2001:db8:5:ffff::1)),
    $granted, 'another prefix');
is(ask('/wide/f', qw(192.0.2.1 192.0.2.254 ::ffff:192.0.2.7)), $granted,
    'also for IPv4');
is(ask('/exact/f', qw(2001:db8::8 2001:db8::9 2001:db8::8 2001:db8::8)),
    '200 200 200 429', 'a whole address');
is(ask('/exact/f', qw(192.0.2.9 192.0.2.9 192.0.2.9)), $granted,
    'one number says nothing of IPv4');
$c->close;

# a unix socket has no addresses; realip may name one
sub on_socket (%headers) {
    my $sock = IO::Socket::UNIX->new(Peer => $t->prefix . '/sock')
        or die "socket: $!";
    print $sock Gate::Client::build(GET => '/usual/f',
        { Connection => 'close', %headers });
    my $all = do { local $/; <$sock> };
    return $all =~ m{\AHTTP/1.1 (\d+)} ? $1 : 'none';
}
require IO::Socket::UNIX;
is(join(' ', map { on_socket() } 1 .. 3), $granted,
    'all clients of a unix socket are one caller');
is(on_socket('X-Real-IP' => '2001:db8:77::1'), 200,
    'but for those with an address');

# ---- room: 45,000 callers in 1m, each with a first request
my ($sent, $answered, $count) = (0, 0, 45_000);
my %status;
$c = $t->connect;
BATCH: while ($answered < $count) {
    my $batch = '';
    for (1 .. 500) {
        my $address = sprintf '2001:db8:%x:%x::1', $sent >> 16, $sent & 0xffff;
        $batch .= "GET /all/f HTTP/1.1\r\nHost: a\r\nX-Real-IP: $address\r\n"
            . "\r\n";
        $sent++;
    }
    $c->send($batch);
    while ($answered < $sent) {
        my $answer = $c->response(60);
        last BATCH if !defined $answer->status;
        $status{$answer->status}++;
        $answered++;
    }
}
is_deeply(\%status, { 200 => $count }, "the first requests of $count callers");
