# Free loopback ports for a server that binds them a moment later.
#
# A port stays ours while this process lives: an abstract unix socket of that
# name is the lock, so parallel test files never share one and nothing is left
# behind. Ports come from below the ephemeral range: an outgoing connection
# cannot take one between the choice and the bind.
package Gate::Ports;
use v5.36;

use IO::Socket::INET;
use Socket qw(AF_UNIX SOCK_STREAM pack_sockaddr_un);

my @locks;

sub take {
    my $end = ephemeral_start();
    for (1 .. 500) {
        my $port = 10_000 + int rand($end - 10_000);
        socket(my $lock, AF_UNIX, SOCK_STREAM, 0) or die "socket: $!";
        bind($lock, pack_sockaddr_un("\0interngate-port-$port")) or next;
        is_free($port) or next;
        push @locks, $lock;
        return $port;
    }
    die "no free port found";
}

sub is_free ($port) {
    return IO::Socket::INET->new(
        Listen => 1, LocalAddr => '127.0.0.1', LocalPort => $port,
        ReuseAddr => 1);
}

sub ephemeral_start {
    open(my $in, '<', '/proc/sys/net/ipv4/ip_local_port_range')
        or return 32_768;
    my ($start) = split ' ', <$in>;
    return $start > 12_000 ? $start : 32_768;
}

1;
