# One client connection to the server under test, plain or TLS, non-blocking
# inside, every wait bounded. What was read and not yet taken is in {in}.
#
# Gate::Client speaks HTTP/1 over it, Gate::H2 HTTP/2.
package Gate::Socket;
use v5.36;

use IO::Socket::INET;
use Socket qw(:DEFAULT IPPROTO_TCP TCP_NODELAY);
use Time::HiRes qw(time sleep);

# %opt: port, tls, alpn => [...], rcvbuf => bytes, timeout
sub new ($class, %opt) {
    my $sock = IO::Socket::INET->new(Proto => 'tcp') or die "socket: $!";
    if ($opt{rcvbuf}) {
        # only a size set before the handshake bounds the window
        setsockopt($sock, SOL_SOCKET, SO_RCVBUF, $opt{rcvbuf});
    }
    $sock->connect(pack_sockaddr_in($opt{port}, inet_aton('127.0.0.1')))
        or die "connect to port $opt{port}: $!\n";
    setsockopt($sock, IPPROTO_TCP, TCP_NODELAY, 1);

    my $self = bless {
        sock => $sock, in => '', tls => $opt{tls},
        timeout => $opt{timeout} // 10,
    }, $class;
    $self->start_tls($opt{alpn}) if $opt{tls};
    $sock->blocking(0);
    return $self;
}

sub start_tls ($self, $alpn) {
    require IO::Socket::SSL;
    IO::Socket::SSL->start_SSL($self->{sock},
        SSL_verify_mode => 0, Timeout => $self->{timeout},
        ($alpn ? (SSL_alpn_protocols => $alpn) : ()))
        or die "TLS handshake: " . IO::Socket::SSL::errstr() . "\n";
}

# Reads what is there, waiting at most $seconds for the first byte. Returns
# the number of bytes; 0 on a timeout and, then and later, at the end (eof).
sub fill ($self, $seconds = $self->{timeout}) {
    my $until = time() + $seconds;
    until ($self->{eof}) {
        # read first: TLS may hold bytes that select() does not see
        my $n = $self->{sock}->sysread(my $bytes, 65_536);
        if ($n) {
            $self->{in} .= $bytes;
            return $n;
        }
        if (defined $n || !would_block()) {
            $self->{eof} = 1;
            $self->{was_reset} = $!{ECONNRESET} ? 1 : 0 if !defined $n;
            return 0;
        }
        my $left = $until - time();
        return 0 if $left <= 0;
        $self->ready(read => $left);
    }
    return 0;
}

# Sends all of $bytes; returns how many went out before the peer closed or
# the time was over. A peer that refuses the rest is no error here.
sub send ($self, $bytes, $seconds = $self->{timeout}) {
    my $until = time() + $seconds;
    my $sent = 0;
    while ($sent < length $bytes) {
        my $n = $self->{sock}->syswrite($bytes, length($bytes) - $sent, $sent);
        if ($n) {
            $sent += $n;
            next;
        }
        last if !would_block() || time() >= $until;
        $self->ready(write => $until - time());
    }
    return $sent;
}

# Sends in pieces, each its own segment.
sub send_split ($self, $bytes, %opt) {
    for my $piece (unpack '(a' . ($opt{size} // 1) . ')*', $bytes) {
        $self->send($piece) or last;
        sleep($opt{delay}) if $opt{delay};
    }
}

sub ready ($self, $for, $seconds) {
    my $bits = '';
    vec($bits, fileno $self->{sock}, 1) = 1;
    return $for eq 'read' ? select($bits, undef, undef, $seconds)
                          : select(undef, $bits, undef, $seconds);
}

sub would_block { return $!{EAGAIN} || $!{EWOULDBLOCK} || $!{EINTR} }

# True unless the peer has closed; waits for that at most $seconds.
sub alive ($self, $seconds = 0) {
    my $until = time() + $seconds;
    do {
        1 while $self->fill(0);
        return 0 if $self->{eof};
        $self->ready(read => $until - time()) if time() < $until;
    } while (time() < $until);
    return 1;
}

# A reader that stops reading.
sub stall ($self, $seconds) { sleep $seconds }

# Leaves with RST. The peer sees ECONNRESET, whatever it was doing.
sub reset ($self) {
    setsockopt($self->{sock}, SOL_SOCKET, SO_LINGER, pack('ii', 1, 0));
    $self->close;
}

# Half-close. nginx takes it for an abort of the request in progress.
sub shut_wr ($self) { shutdown($self->{sock}, 1) }

sub close ($self) {
    my $sock = $self->{sock};
    if ($sock->isa('IO::Socket::SSL')) {
        $sock->close(SSL_no_shutdown => 1);
    } else {
        $sock->close;
    }
    $self->{eof} = 1;
}

1;
