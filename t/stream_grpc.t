# A gRPC answer keeps its trailers, and those of nginx's own, in a location
# that supervises streams: what a client sees is what it sees without us.
use Gate;
use Gate::Hpack;

my %frame = (data => 0, headers => 1, settings => 4);
my ($end_stream, $end_headers) = (1, 4);

# What the upstream sends for a path; 'fin' closes.
my @status = (['grpc-status', 0], ['grpc-message', 'fine']);
my @head = ([':status', 200], ['content-type', 'application/grpc']);
my %answer = (
    whole => [[headers => @head], [data => 'hello'], [trailers => @status]],
    large => [[headers => @head], (map { [data => 'x' x 16_000] } 1 .. 20),
        [trailers => @status]],
    empty => [[headers => @head], [trailers => @status]],
    # no message: the status is in the only header
    failed => [[trailers => @head, ['grpc-status', 5]]],
    cut => [[headers => @head], [data => 'hello'], 'fin'],
);

sub send_frame ($conn, $type, $flags, $id, $payload) {
    $conn->write(pack('CnCCN', 0, length $payload, $frame{$type}, $flags, $id)
        . $payload);
}

# An HTTP/2 server of one connection with prior knowledge.
sub serve ($conn, $) {
    my $hpack = Gate::Hpack->new;
    my $need = sub ($n) {
        while (length $conn->{in} < $n) {
            $conn->watch(10) or return undef;
        }
        return substr($conn->{in}, 0, $n, '');
    };
    $need->(24) // return;
    send_frame($conn, settings => 0, 0, '');
    my $path;
    while (defined(my $head = $need->(9))) {
        my ($high, $low, $type, $flags, $id) = unpack 'CnCCN', $head;
        my $payload = $need->($high << 16 | $low) // return;
        if ($type == $frame{settings} && !($flags & 1)) {
            send_frame($conn, settings => 1, 0, '');
        } elsif ($type == $frame{headers}) {
            my %header = map { @$_ } $hpack->decode($payload);
            ($path) = $header{':path'} =~ m{(\w+)\z};
        }
        my $is_request = $type == $frame{headers} || $type == $frame{data};
        next if !$is_request || !($flags & $end_stream);
        for my $step (@{$answer{$path}}) {
            return $conn->close if $step eq 'fin';
            my ($what, @rest) = @$step;
            if ($what eq 'data') {
                send_frame($conn, data => 0, $id, @rest);
                next;
            }
            send_frame($conn, headers => $end_headers
                | ($what eq 'trailers' ? $end_stream : 0), $id,
                $hpack->encode(@rest));
        }
    }
}

my $up = Gate::upstream(code => \&serve, unread => 1);
my $to = 'grpc_pass grpc://' . $up->address . ';';
my $t = Gate->new(listen => [qw(h2c)], conf => <<"EOT");
    location /bare/ { $to }
    location /gate/ { gate_stream auto; $to }
    location /chat/ { gate_stream chat; gate_stream_deadline 20s; $to }
    location /trailer/bare/ { add_trailer X-Own yes always; $to }
    location /trailer/gate/ {
        gate_stream auto; add_trailer X-Own yes always; $to
    }
EOT

my %headers = ('content-type' => 'application/grpc', te => 'trailers');
sub seen ($uri, $body = "\0\0\0\0\0") {
    my $s = $t->request(POST => $uri, \%headers, $body, proto => 'h2c');
    return { status => $s->status, body => length $s->body,
        grpc => $s->header('grpc-status'), trailers => $s->trailers,
        complete => $s->complete };
}

for my $name (sort keys %answer) {
    for my $prefix ('', '/trailer') {
        my $bare = seen("$prefix/bare/$name");
        is_deeply(seen("$prefix/gate/$name"), $bare,
            "$prefix $name: the same as without us")
            or diag explain $bare;
    }
}
my $whole = seen('/gate/whole');
is_deeply($whole->{trailers}, ['grpc-status: 0', 'grpc-message: fine'],
    'the trailers came');
is_deeply(seen('/chat/whole'), $whole, 'with other settings, too');
is_deeply(seen('/trailer/gate/whole')->{trailers},
    ['grpc-status: 0', 'grpc-message: fine', 'x-own: yes'],
    'those of nginx follow them');
ok(!seen('/gate/cut')->{complete}, 'a cut answer stays cut');
