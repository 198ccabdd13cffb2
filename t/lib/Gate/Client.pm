# A raw HTTP/1 client: what goes out is exactly what the test says.
#
#     my $c = $t->connect('tls', rcvbuf => 4096);
#     $c->send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
#     $c->read_until(qr/data: 1\n\n/, 2);     # peeks; response() still has it
#     $c->stall(3);  $c->reset;  $c->shut_wr;  $c->alive
#     my $res = $c->response(5);              # a Gate::Message
#     my $next = $c->request(GET => '/2');    # same connection
package Gate::Client;
use v5.36;
use parent 'Gate::Socket';

use Time::HiRes qw(time);
use Gate::Message;

# The bytes of a proper request. $headers is a hash or, to repeat or order
# names, a list of pairs. %opt: chunked => [pieces], version => '1.0', host
sub build ($method, $uri, $headers = {}, $body = undef, %opt) {
    my @pairs = ref $headers eq 'HASH'
        ? map { [$_, $headers->{$_}] } sort keys %$headers : @$headers;
    my %given = map { lc $_->[0] => 1 } @pairs;

    unshift @pairs, ['Host', $opt{host} // 'localhost'] if !$given{host};
    if ($opt{chunked}) {
        push @pairs, ['Transfer-Encoding', 'chunked'];
        $body = join '', (map { chunk($_) } @{$opt{chunked}}), "0\r\n\r\n";
    } elsif (defined $body && !$given{'content-length'}) {
        push @pairs, ['Content-Length', length $body];
    }
    return join "\r\n", "$method $uri HTTP/" . ($opt{version} // '1.1'),
        (map { "$_->[0]: $_->[1]" } @pairs), '', $body // '';
}

sub chunk ($bytes) { return sprintf "%x\r\n%s\r\n", length $bytes, $bytes }

# Sends a request built by build() and reads its answer.
sub request ($self, $method, $uri, $headers = {}, $body = undef, %opt) {
    $self->send(build($method, $uri, $headers, $body, %opt));
    return $self->response($opt{timeout}, bodyless => $method eq 'HEAD');
}

# The next response on the connection, as far as it came in the time.
sub response ($self, $seconds = undef, %opt) {
    my $until = time() + ($seconds // $self->{timeout});
    my $message = Gate::Message->new(kind => 'response', %opt);
    $self->{seen} = 0;
    until ($message->take(\$self->{in})) {
        next if $self->fill($until - time());
        if ($self->{eof}) {
            $message->eof;
        } else {
            $message->{timed_out} = 1;
        }
        last;
    }
    $message->{closed} ||= !$self->alive(closes($message) ? 1 : 0);
    return $message;
}

sub closes ($message) {
    return $message->{complete}
        && ($message->header('connection') // '') =~ /close/i;
}

# Waits for bytes that match; returns the text from the last match (or the
# start) to the end of this one, undef if it does not come. Takes nothing
# away from response().
sub read_until ($self, $pattern, $seconds = $self->{timeout}) {
    my $until = time() + $seconds;
    my $from = $self->{seen} // 0;
    while (1) {
        if (substr($self->{in}, $from) =~ $pattern) {
            my $length = $+[0];
            $self->{seen} = $from + $length;
            return substr($self->{in}, $from, $length);
        }
        my $left = $until - time();
        return undef if $left <= 0 || (!$self->fill($left) && $self->{eof});
    }
}

# Everything until the peer closes or the time is over.
sub read_all ($self, $seconds = $self->{timeout}) {
    my $until = time() + $seconds;
    while ((my $left = $until - time()) > 0) {
        $self->fill($left);
        last if $self->{eof};
    }
    $self->{seen} = 0;
    return substr($self->{in}, 0, length $self->{in}, '');
}

1;
