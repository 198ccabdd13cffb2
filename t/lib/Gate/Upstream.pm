# A scripted upstream on a free port; what it does is in Gate.pm's summary.
#
# One process accepts, one more serves each connection (Gate::Script). They
# append what happens to a file of JSON lines, which the test reads through
# requests(), closed() and the two waits.
package Gate::Upstream;
use v5.36;
use overload '""' => sub ($self, @) { 'http://' . $self->address },
    fallback => 1;

use Fcntl qw(:flock :seek);
use File::Temp ();
use IO::Socket::INET;
use JSON::PP ();
use POSIX ();
use Time::HiRes qw(time sleep);
use Gate::Script;

my @all;
my $json = JSON::PP->new->latin1->canonical;

# %spec: one of
#   sse => [steps], framing => 'chunked' | 'close' | 'length'
#   raw => [steps]           the bytes of the whole answer, head included
#   json => {...}            with Content-Length
#   body => 'text'           the same, no content type of its own
#   code => sub ($conn, $request) {...}
#   turns => [{...}, ...]    such a spec for each request; the last repeats
#   deaf => 1                connections hang in the handshake
# and status, headers (hash or pairs), unread => 1 (answers without a request)
sub new ($class, @args) {
    my %spec = ref $args[0] eq 'CODE'  ? (code => @args)
             : ref $args[0] eq 'ARRAY' ? (raw => @args) : @args;
    my $self = bless {
        spec => \%spec, owner => $$, dir => File::Temp->newdir('gate-up-XXXXXX',
            TMPDIR => 1), events => [], offset => 0,
        listen => IO::Socket::INET->new(LocalAddr => '127.0.0.1',
            Listen => 1024) // die("listen: $!"),
    }, $class;
    $self->{port} = $self->{listen}->sockport;
    $self->{file} = "$self->{dir}/events";
    CORE::open(my $out, '>', $self->{file}) or die "$self->{file}: $!";

    $spec{deaf} ? $self->fill_backlog : $self->start;
    push @all, $self;
    return $self;
}

sub last_made { return $all[-1] }
sub port ($self) { return $self->{port} }
sub address ($self) { return "127.0.0.1:$self->{port}" }

# ---- what happened; all waits are bounded and in seconds

# The requests so far, in order: Gate::Message objects (method, uri, headers,
# body, json, ...) with {connection}, {n} and {at}.
sub requests ($self) { return $self->events('request') }

# The same after at least $n of them, or as many as came in time.
sub wait_requests ($self, $n, $seconds = 5) {
    $self->wait_events(request => $n, $seconds);
    return $self->requests;
}

# Connections that the peer closed: {connection, at, how, idle}; idle ones had
# no request in progress.
sub closed ($self) { return $self->events('closed') }

# Seconds from now (or from since => time) until the peer has closed the n-th
# connection; infinite if it has not. 0 if that was before.
sub wait_closed ($self, $n = 1, $seconds = 5, %opt) {
    my $since = $opt{since} // time();
    my $event = $self->wait_events(closed => $n, $seconds) or return 9**9**9;
    return $event->{at} > $since ? $event->{at} - $since : 0;
}

# How many connections were accepted.
sub connections ($self) { return scalar $self->events('accepted') }

sub wait_connections ($self, $n, $seconds = 5) {
    $self->wait_events(accepted => $n, $seconds);
    return $self->connections;
}

sub wait_events ($self, $type, $n, $seconds) {
    my $until = time() + $seconds;
    while (1) {
        my @events = $self->events($type);
        return $events[$n - 1] if @events >= $n;
        return undef if time() >= $until;
        sleep 0.005;
    }
}

sub events ($self, $type) {
    CORE::open(my $in, '<', $self->{file}) or die "$self->{file}: $!";
    seek($in, $self->{offset}, SEEK_SET);
    while (my $line = <$in>) {
        $line =~ /\n\z/ or last;
        $self->{offset} = tell $in;
        push @{$self->{events}}, $self->read_event($line);
    }
    return grep { $_->{type} eq $type } @{$self->{events}};
}

sub read_event ($self, $line) {
    my $event = $json->decode($line);
    return $event if $event->{type} ne 'request';
    my $file = "$self->{dir}/request-$event->{n}";
    CORE::open(my $in, '<:raw', $file) or die "$file: $!";
    my $raw = do { local $/; <$in> };
    my $request = Gate::Message->new(kind => 'request', %$event);
    $request->take(\$raw);
    return $request;
}

# ---- the processes

sub start ($self) {
    my $pid = fork() // die "fork: $!";
    if ($pid) {
        # a group of its own, so that one signal ends all of them; set on
        # both sides, as either may be first
        setpgrp($pid, $pid);
        $self->{pid} = $pid;
        CORE::close($self->{listen});
        return;
    }
    setpgrp(0, 0);
    # never hold the pipe that prove reads
    CORE::open(STDOUT, '>&', \*STDERR);
    alarm 0;
    $SIG{$_} = 'DEFAULT' for qw(INT TERM ALRM);
    $SIG{PIPE} = $SIG{CHLD} = 'IGNORE';
    eval { $self->accept_all };
    warn $@ if $@;
    POSIX::_exit(0);
}

sub accept_all ($self) {
    my $number = 0;
    while (getppid() == $self->{owner}) {
        my $bits = '';
        vec($bits, fileno $self->{listen}, 1) = 1;
        select($bits, undef, undef, 1) > 0 or next;
        my $sock = $self->{listen}->accept or next;
        $self->record(accepted => { connection => ++$number });
        my $pid = fork() // next;
        next if $pid;

        CORE::close($self->{listen});
        my $conn = Gate::Script->new($sock, $number,
            sub { $self->record(@_) });
        if ($self->{spec}{unread}) {
            $self->answer($conn, undef);
        } else {
            $conn->serve(sub { $self->answer(@_) });
        }
        POSIX::_exit(0);
    }
}

sub answer ($self, $conn, $request) {
    my %spec = %{$self->{spec}};
    if (my $turns = $spec{turns}) {
        my $n = $request->{n} > @$turns ? @$turns : $request->{n};
        %spec = (%spec, %{$turns->[$n - 1]});
    }
    return $spec{code}->($conn, $request) if $spec{code};
    return play_sse($conn, \%spec) if $spec{sse};
    if ($spec{raw}) {
        $conn->play($spec{raw}, sub ($bytes) { $conn->write($bytes) })
            and $conn->close;
        return;
    }
    my $given = $spec{headers} // {};
    my %headers = ref $given eq 'ARRAY' ? map { @$_ } @$given : %$given;
    $conn->answer($spec{status} // 200, $spec{json} // $spec{body} // '',
        %headers);
}

sub play_sse ($conn, $spec) {
    my $framing = $spec->{framing} // 'chunked';
    my $given = $spec->{headers} // {};
    my @headers = ref $given eq 'ARRAY' ? @$given
        : map { [$_, $given->{$_}] } sort keys %$given;
    if (!grep { lc $_->[0] eq 'content-type' } @headers) {
        push @headers, ['Content-Type', 'text/event-stream'];
    }
    push @headers, $framing eq 'chunked' ? ['Transfer-Encoding', 'chunked']
                 : $framing eq 'length'  ? ['Content-Length', length_of($spec)]
                 :                         ['Connection', 'close'];
    $conn->head($spec->{status} // 200, \@headers);

    my $out = $framing eq 'chunked' ? sub ($bytes) { $conn->chunk($bytes) }
                                    : sub ($bytes) { $conn->write($bytes) };
    $conn->play($spec->{sse}, $out) or return;
    return $conn->close if $framing ne 'chunked';
    $conn->write("0\r\n\r\n") if ($spec->{sse}[-1] // '') ne 'done-chunk';
}

# more than will ever be sent, unless the test names a length
sub length_of ($spec) {
    return $spec->{length}
        // 1000 + length join '', grep { !ref } @{$spec->{sse}};
}

# Appends one event; returns the number of the request, for a request.
sub record ($self, $type, $event) {
    CORE::open(my $out, '>>', $self->{file}) or die "$self->{file}: $!";
    flock($out, LOCK_EX);
    my $request = delete $event->{request};
    if ($request) {
        $event->{n} = $self->next_number;
        # bodies may be large or binary: they stay out of the JSON lines
        CORE::open(my $raw, '>:raw', "$self->{dir}/request-$event->{n}")
            or die "request file: $!";
        print $raw $request->raw;
        CORE::close($raw);
    }
    syswrite($out, $json->encode({ type => $type, at => time(), %$event })
        . "\n");
    return $event->{n};
}

# under the lock of record()
sub next_number ($self) {
    my $file = "$self->{dir}/count";
    CORE::open(my $out, '>>', $file) or die "$file: $!";
    syswrite($out, '.');
    return -s $out;
}

# A full backlog: the kernel drops further SYNs, a connect() just waits.
sub fill_backlog ($self) {
    listen($self->{listen}, 0);
    for (1 .. 4) {
        push @{$self->{fillers}}, IO::Socket::INET->new(
            PeerAddr => '127.0.0.1', PeerPort => $self->{port}, Blocking => 0);
    }
    sleep 0.02;
}

# Closes everything at once; its port then refuses connections.
sub stop ($self) {
    CORE::close($_) for grep { $_ } $self->{listen}, @{$self->{fillers}};
    my $pid = delete $self->{pid} or return;
    local ($?, $!);
    kill KILL => -$pid;
    waitpid $pid, 0;
}

sub stop_all {
    $_->{owner} == $$ and $_->stop for @all;
}

END { stop_all() }

1;
