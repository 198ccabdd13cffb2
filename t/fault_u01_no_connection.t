# U01: the upstream refuses, cannot be routed to, or has a name that does not
# resolve: 502, on both kinds of location.
use Gate;
use Gate::Chat;

use IO::Socket::INET;
use POSIX ();

# A name server that knows no names.
my $dns = IO::Socket::INET->new(Proto => 'udp', LocalAddr => '127.0.0.1')
    or die "udp: $!";
my $pid = fork() // die "fork: $!";
if (!$pid) {
    $SIG{$_} = 'DEFAULT' for qw(INT TERM ALRM);
    while (my $from = recv($dns, my $query, 512, 0)) {
        # the same question, marked as an answer with code 3 (no such name)
        substr($query, 2, 2) = pack 'n', 0x8183;
        send($dns, $query, 0, $from);
    }
    POSIX::_exit(0);
}
END { kill KILL => $pid if $pid }

my $port = $dns->sockport;
# nginx keeps its socket to the name server
my $t = chat_nginx(tests => 7, fd_slack => 1, upstreams => {
        refused => '127.0.0.1:' . Gate::free_port(),
        # TCP has no route to a multicast address
        unrouted => '224.0.0.1:81',
        unnamed => 'nowhere.invalid:81',
    }, http => <<"EOF");
    resolver 127.0.0.1:$port ipv6=off;
    resolver_timeout 3s;
    gate_intern_networks 127.0.0.0/8 224.0.0.1/32;
EOF

for my $name (qw(refused unrouted unnamed)) {
    refused(talk($t, $name), '502 intern_unreachable retryable',
        "$name: an intern is unreachable");
    refused(relay($t, $name), '502 upstream_unavailable retryable',
        "$name: a relay says so too");
}
ok(well($t), 'others are served');
