# The far side of one connection to a scripted upstream: runs in a process of
# its own, so a script may sleep and block as it likes. This is the $conn of
# Gate::upstream(code => sub ($conn, $request) { ... }).
#
# Every wait also watches the peer: when it leaves, the script ends there and
# the time is recorded.
package Gate::Script;
use v5.36;

use Errno qw(EAGAIN EINTR);
use JSON::PP ();
use Socket qw(:DEFAULT IPPROTO_TCP TCP_NODELAY);
use Time::HiRes qw(time);
use Gate::Message;

my $longest = 60;

sub new ($class, $sock, $number, $record) {
    setsockopt($sock, IPPROTO_TCP, TCP_NODELAY, 1);
    return bless { sock => $sock, number => $number, record => $record,
                   in => '', idle => 1 }, $class;
}

# Serves requests with $answer->($conn, $request) until someone closes.
sub serve ($self, $answer) {
    eval {
        while (my $request = $self->read_request) {
            $self->{idle} = 0;
            $self->{is_head} = $request->method eq 'HEAD';
            $answer->($self, $request);
            $self->{mute} = 0;
            $self->close if !keeps_alive($request);
            last if $self->{over};
            $self->{idle} = 1;
        }
    };
    return if !$@ || ref $@;
    $self->record(failed => why => "$@");
    warn "scripted upstream: $@";
}

# The next request, undef when the peer closed instead of sending one.
sub read_request ($self) {
    my $request = Gate::Message->new(kind => 'request');
    until ($request->take(\$self->{in})) {
        if (($request->header('expect') // '') =~ /100-continue/i
            && !$self->{continued}++)
        {
            $self->write("HTTP/1.1 100 Continue\r\n\r\n");
        }
        $self->watch($longest) or return undef;
    }
    delete $self->{continued};
    $request->{n} = $self->{record}->(request => {
        connection => $self->{number}, request => $request });
    return $request;
}

sub keeps_alive ($request) {
    my $connection = $request->header('connection') // '';
    return $connection =~ /keep-alive/i if $request->version eq 'HTTP/1.0';
    return $connection !~ /close/i;
}

# ---- what a script can do

sub write ($self, $bytes) {
    return if $self->{mute};    # an answer to HEAD ends with its head
    my $sent = 0;
    while ($sent < length $bytes) {
        my $n = syswrite($self->{sock}, $bytes, length($bytes) - $sent, $sent);
        if (!defined $n) {
            next if $! == EINTR;
            $self->gone($!);
        }
        $sent += $n;
    }
}

sub chunk ($self, $bytes) {
    $self->write(sprintf "%x\r\n%s\r\n", length $bytes, $bytes);
}

# headers: a hash, or a list of pairs
sub head ($self, $status, $headers = {}) {
    my @pairs = ref $headers eq 'HASH'
        ? map { [$_, $headers->{$_}] } sort keys %$headers : @$headers;
    $self->write(join "\r\n", "HTTP/1.1 $status " . reason($status),
        (map { "$_->[0]: $_->[1]" } @pairs), '', '');
    $self->{mute} = $self->{is_head};
}

sub reason ($status) {
    return { 200 => 'OK', 202 => 'Accepted', 404 => 'Not Found',
             409 => 'Conflict' }->{$status} // 'Answer';
}

# A whole answer with Content-Length; a reference as body becomes JSON.
sub answer ($self, $status, $body = '', %headers) {
    if (ref $body) {
        $body = JSON::PP->new->utf8->canonical->encode($body);
        $headers{'Content-Type'} //= 'application/json';
    }
    my %given = map { lc $_ => 1 } keys %headers;
    $headers{'Content-Length'} = length $body if !$given{'content-length'};
    $self->head($status, \%headers);
    $self->write($body);
}

# Waits; ends the script if the peer leaves meanwhile.
sub pause ($self, $seconds) {
    my $until = time() + $seconds;
    while ((my $left = $until - time()) > 0) {
        $self->watch($left) or $self->gone($self->{why});
    }
}

sub hang ($self) { $self->pause($longest) }

sub close ($self) {
    $self->{over} = 1;
    CORE::close($self->{sock});
}

sub reset ($self) {
    setsockopt($self->{sock}, SOL_SOCKET, SO_LINGER, pack('ii', 1, 0));
    $self->{over} = 1;
    CORE::close($self->{sock});
}

# Plays a list of steps: bytes (through $out), \seconds, a sub, or a word.
# Returns false if a word ended the connection.
sub play ($self, $steps, $out) {
    for my $step (@$steps) {
        if (ref $step eq 'SCALAR') {
            $self->pause($$step);
        } elsif (ref $step eq 'CODE') {
            $step->($self);
        } elsif ($step eq 'hang') {
            $self->hang;
        } elsif ($step eq 'fin') {
            $self->close;
        } elsif ($step eq 'rst' || $step eq 'reset') {
            $self->reset;
        } elsif ($step eq 'done-chunk') {
            $self->write("0\r\n\r\n");
        } else {
            $out->($step);
        }
        return 0 if $self->{over};
    }
    return 1;
}

# ---- watching the peer

# Waits for bytes or the end; false at the end. True after a quiet time, too.
sub watch ($self, $seconds) {
    my $bits = '';
    vec($bits, fileno $self->{sock}, 1) = 1;
    select($bits, undef, undef, $seconds) > 0 or return 1;

    my $n = sysread($self->{sock}, $self->{in}, 65_536, length $self->{in});
    return 1 if $n || (!defined $n && ($! == EINTR || $! == EAGAIN));
    $self->{why} = defined $n ? 'fin' : "$!";
    $self->record_closed if $self->{idle};
    return 0;
}

sub gone ($self, $why) {
    $self->{why} = "$why";
    $self->record_closed;
    die { gone => 1 };
}

sub record_closed ($self) {
    return if $self->{over}++;
    $self->record(closed => idle => $self->{idle}, how => $self->{why});
}

sub record ($self, $type, %facts) {
    $self->{record}->($type => { connection => $self->{number}, %facts });
}

1;
