# A small HTTP/2 client, cleartext with prior knowledge or TLS with ALPN.
#
#     my $h2 = $t->h2('h2', window => 1000);
#     my $s  = $h2->open(POST => '/x', { 'x-a' => 1 }, $body);
#     $h2->stall(3);              # reads on, but gives no window for 3 s
#     $h2->wait($s, 5);           # until END_STREAM, RST or GOAWAY
#     # $s->status, headers, body, complete, {rst}, {times}
#     my $other = $h2->request(GET => '/y');         # open and wait
#     $h2->rst($s, 8);  $h2->{goaway};  $h2->frame(type, flags, id, payload)
package Gate::H2;
use v5.36;
use parent 'Gate::Socket';

use Time::HiRes qw(time);
use Gate::Hpack;
use Gate::Message;

use constant {
    DATA => 0, HEADERS => 1, RST => 3, SETTINGS => 4, PING => 6, GOAWAY => 7,
    WINDOW_UPDATE => 8, CONTINUATION => 9,
    ACK => 1, END_STREAM => 1, END_HEADERS => 4, PADDED => 8, PRIORITY => 32,
    INITIAL_WINDOW => 4, MAX_FRAME => 5,
};

# %opt: port, tls, window (bytes a stream may send before it must wait for
# us, default 1 MB), conn_window (the same for the connection), preface => 0
sub new ($class, %opt) {
    my $self = $class->SUPER::new(%opt, alpn => ['h2']);
    %$self = (%$self,
        hpack => Gate::Hpack->new, next_id => 1, streams => {},
        window => $opt{window} // 1_048_576, hold => 0, owed => {},
        peer_window => 65_535, peer_initial => 65_535, peer_frame => 16_384);
    return $self if exists $opt{preface} && !$opt{preface};

    $self->send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    # id 2 is ENABLE_PUSH
    $self->frame(SETTINGS, 0, 0,
        pack 'nN nN', INITIAL_WINDOW, $self->{window}, 2, 0);
    my $more = ($opt{conn_window} // 0x7fff_ffff) - 65_535;
    $self->frame(WINDOW_UPDATE, 0, 0, pack 'N', $more) if $more > 0;
    return $self;
}

# ---- requests

# Starts a request and returns its stream. $headers as for Gate::Client.
# %opt: pseudo => [pairs] in place of the four usual ones, end => 0 to leave
# the request open for data(), key
sub open ($self, $method, $uri, $headers = {}, $body = undef, %opt) {
    my @pairs = ref $headers eq 'HASH'
        ? map { [$_, $headers->{$_}] } sort keys %$headers : @$headers;
    my @pseudo = $opt{pseudo} ? @{$opt{pseudo}} : (
        [':method', $method], [':path', $uri],
        [':scheme', $self->{tls} ? 'https' : 'http'],
        [':authority', $opt{host} // 'localhost']);
    # names are lower-case in HTTP/2; a list of pairs is sent as it stands
    @pairs = map { [lc $_->[0], $_->[1]] } @pairs if ref $headers eq 'HASH';

    my $s = bless {
        id => $self->{next_id}, headers => {}, lines => [], body => '',
        complete => 0, closed => 0, trailers => [], interim => [], times => [],
        raw => '',
        peer_window => $self->{peer_initial}, started => time(),
    }, 'Gate::H2::Stream';
    $self->{next_id} += 2;
    $self->{streams}{$s->{id}} = $s;

    my $last = !defined $body && ($opt{end} // 1);
    $self->frame(HEADERS, END_HEADERS | ($last ? END_STREAM : 0), $s->{id},
        $self->{hpack}->encode(@pseudo, @pairs));
    $self->data($s, $body, $opt{end} // 1) if defined $body;
    return $s;
}

# Sends body bytes as the server's windows allow; true when all went out.
sub data ($self, $s, $bytes, $end = 1, $seconds = $self->{timeout}) {
    my $until = time() + $seconds;
    while (1) {
        my $n = length $bytes;
        for my $most (@$self{qw(peer_window peer_frame)}, $s->{peer_window}) {
            $n = $most if $n > $most;
        }
        if ($n > 0 || $bytes eq '') {
            my $piece = substr($bytes, 0, $n, '');
            $_ -= $n for $self->{peer_window}, $s->{peer_window};
            my $last = $end && $bytes eq '';
            $self->frame(DATA, $last ? END_STREAM : 0, $s->{id}, $piece);
            last if $bytes eq '';
            next;
        }
        return 0 if $s->{closed} || $self->{eof} || time() >= $until;
        $self->{got_window} = 0;
        $self->pump(0.1, sub { $s->{closed} || $self->{got_window} });
    }
    return 1;
}

sub wait ($self, $s, $seconds = $self->{timeout}) {
    $self->pump($seconds, sub { $s->{closed} });
    $s->{timed_out} = !$s->{closed};
    return $s;
}

sub request ($self, $method, $uri, $headers = {}, $body = undef, %opt) {
    my $s = $self->open($method, $uri, $headers, $body, %opt);
    return $self->wait($s, $opt{timeout} // $self->{timeout});
}

sub rst ($self, $s, $code = 8) {
    $self->frame(RST, 0, $s->{id}, pack 'N', $code);
    $s->{closed} = 1;
}

# ---- flow control

# From here on no window is given back; what the server may still send is
# what is left of the windows.
sub hold ($self) { $self->{hold} = 1 }

# Gives back what is owed, and 1 MB more to each stream: a window that was
# chosen small for a stall should not slow down the rest.
sub release ($self) {
    $self->{hold} = 0;
    my $owed = $self->{owed};
    $self->{owed} = {};
    $self->credit(0, $owed->{0});
    $self->credit($_->{id}, ($owed->{$_->{id}} // 0) + 1_048_576)
        for values %{$self->{streams}};
}

# Holds for that long while frames are read and pings are answered. To leave
# the socket itself unread use sleep.
sub stall ($self, $seconds) {
    $self->hold;
    $self->pump($seconds);
    $self->release;
}

sub credit ($self, $id, $bytes) {
    if ($self->{hold}) {
        $self->{owed}{$id} += $bytes;
        return;
    }
    return if !$bytes || ($id && $self->{streams}{$id}{closed});
    $self->frame(WINDOW_UPDATE, 0, $id, pack 'N', $bytes);
}

# ---- frames

sub frame ($self, $type, $flags, $id, $payload = '') {
    my $length = length $payload;
    $self->send(pack('CnCCN', $length >> 16, $length & 0xffff, $type, $flags,
                     $id) . $payload);
}

# Handles frames until $enough says so, the time is over or the peer closed.
sub pump ($self, $seconds, $enough = sub { 0 }) {
    my $until = time() + $seconds;
    while (1) {
        1 while $self->next_frame;
        return 1 if $enough->();
        my $left = $until - time();
        return 0 if $left <= 0;
        if (!$self->fill($left) && $self->{eof}) {
            1 while $self->next_frame;
            $self->close_stream($_) for values %{$self->{streams}};
            return $enough->();
        }
    }
}

sub next_frame ($self) {
    return 0 if length $self->{in} < 9;
    my ($high, $low, $type, $flags, $id) = unpack 'CnCCN', $self->{in};
    my $length = $high << 16 | $low;
    return 0 if length $self->{in} < 9 + $length;
    my $payload = substr($self->{in}, 9, $length);
    substr($self->{in}, 0, 9 + $length, '');
    $self->on_frame($type, $flags, $id & 0x7fff_ffff, $payload);
    return 1;
}

sub on_frame ($self, $type, $flags, $id, $payload) {
    my $s = $self->{streams}{$id} // {};
    if ($type == DATA) {
        my $size = length $payload;
        $payload = unpad($payload) if $flags & PADDED;
        $s->{body} .= $payload;
        push @{$s->{times}}, [time(), length $payload];
        $self->end($s) if $flags & END_STREAM;
        $self->credit(0, $size);
        $self->credit($id, $size);
    } elsif ($type == HEADERS) {
        $payload = unpad($payload) if $flags & PADDED;
        $payload = substr $payload, 5 if $flags & PRIORITY;
        $self->{block} = $payload;
        $self->{block_ends} = $flags & END_STREAM;
        $self->on_headers($s) if $flags & END_HEADERS;
    } elsif ($type == CONTINUATION) {
        $self->{block} .= $payload;
        $self->on_headers($s) if $flags & END_HEADERS;
    } elsif ($type == RST) {
        $s->{rst} = unpack 'N', $payload;
        $self->close_stream($s);
    } elsif ($type == SETTINGS) {
        $self->on_settings($payload) if !($flags & ACK);
    } elsif ($type == PING) {
        $self->frame(PING, ACK, 0, $payload) if !($flags & ACK);
    } elsif ($type == GOAWAY) {
        my ($last, $code) = unpack 'NN', $payload;
        $self->{goaway} = { last => $last, code => $code };
        $self->close_stream($_)
            for grep { $_->{id} > $last } values %{$self->{streams}};
    } elsif ($type == WINDOW_UPDATE) {
        ($id ? $s : $self)->{peer_window} += unpack 'N', $payload;
        $self->{got_window} = 1;
    }
}

sub on_headers ($self, $s) {
    my @pairs = $self->{hpack}->decode($self->{block});
    my %pseudo = map { @$_ } grep { $_->[0] =~ /\A:/ } @pairs;
    if (defined $s->{status}) {
        push @{$s->{trailers}}, map { "$_->[0]: $_->[1]" } @pairs;
    } elsif ($pseudo{':status'} =~ /\A1/) {
        push @{$s->{interim}}, $pseudo{':status'};
    } else {
        $s->{status} = $pseudo{':status'};
        $s->add_header(@$_) for grep { $_->[0] !~ /\A:/ } @pairs;
    }
    $self->end($s) if $self->{block_ends};
}

sub on_settings ($self, $payload) {
    while ($payload =~ /\G(..)(....)/gs) {
        my ($id, $value) = (unpack('n', $1), unpack('N', $2));
        if ($id == INITIAL_WINDOW) {
            my $change = $value - $self->{peer_initial};
            $_->{peer_window} += $change for values %{$self->{streams}};
            $self->{peer_initial} = $value;
            $self->{got_window} = 1;
        } elsif ($id == MAX_FRAME) {
            $self->{peer_frame} = $value;
        }
    }
    $self->frame(SETTINGS, ACK, 0);
}

sub end ($self, $s) {
    $s->{complete} = 1;
    $self->close_stream($s);
}

sub close_stream ($self, $s) {
    $s->{ended} //= time();
    $s->{closed} = 1;
}

sub unpad ($payload) {
    my $pad = ord $payload;
    return substr $payload, 1, length($payload) - 1 - $pad;
}

# One request and its answer: a Gate::Message, where complete means that
# END_STREAM was seen; rst is the error code of RST_STREAM, if one came.
package Gate::H2::Stream;
use v5.36;
use parent -norequire, 'Gate::Message';

sub rst ($self) { return $self->{rst} }
sub times ($self) { return $self->{times} }

1;
