# Two nginx side by side with the same configuration, one of them stock, the
# other with the module loaded: every answer must be the same, byte for byte.
#
#     my ($stock, $loaded) = side_by_side(zone => '');
#     same_answers($stock, $loaded, [qw(h1 tls)], requests());
#     same_bytes($stock, $loaded, raw_requests());
#
# The server behind both shows each request as it came, so that what goes
# upstream is compared, too. Masked are dates, the ports of the two and the
# boundary of multipart ranges; over HTTP/2, where a date changes the length
# of a header block, decoded headers are compared instead of their bytes.
package Gate::NoHarm;
use v5.36;
use parent 'Exporter';

use Gate;
use Gate::H2;
use Gate::NoHarm::Site;

our @EXPORT = (qw(side_by_side same_answers same_bytes),
               @Gate::NoHarm::Site::EXPORT);

# ---- the two

sub side_by_side (%opt) {
    my $up = Gate::upstream(code => \&Gate::NoHarm::Site::behind);
    my $dead = Gate::free_port();
    my $more = delete $opt{conf} // '';
    my @both = map {
        Gate->new(%opt, %$_, listen => [qw(h1 tls h2c h2)],
            files => Gate::NoHarm::Site::files(), http => <<"EOF",
    upstream second {
        server 127.0.0.1:$dead max_fails=0;
        server @{[ $up->address ]} max_fails=0;
    }
    limit_req_zone \$server_name zone=once:32k rate=1r/m;
EOF
            conf => Gate::NoHarm::Site::locations($up, $dead)
                . ($_->{module} // 1 ? $more : ''))
    } { module => 0 }, {};
    for my $t (@both) {
        my $html = $t->prefix . '/html';
        # the age of a file is part of its answers
        utime 1_700_000_000, 1_700_000_000, map { glob "$html/$_" }
            qw(* */* */*/*), $html;
    }
    return @both;
}

# ---- what came back

sub mask ($bytes, $t) {
    my $ports = join '|', map { $t->port($_) } qw(h1 tls h2c h2);
    return $bytes
        =~ s/^(date): [^\r\n]+/$1: masked/gimr
        =~ s/(localhost|127\.0\.0\.1):(?:$ports)\b/$1:port/gr
        =~ s/\b\d{20}\b/boundary/gr;
}

sub same ($title, $stock, $loaded) {
    local $Test::Builder::Level = $Test::Builder::Level + 2;
    return Test::More::pass($title) if $stock eq $loaded;
    Test::More::fail($title);
    my $at = 0;
    $at++ while substr($stock, $at, 1) eq substr($loaded, $at, 1);
    my $from = $at > 60 ? $at - 60 : 0;
    Test::More::diag(sprintf "at byte %d of %d and %d:\n%s: ...%s...\n%s:"
        . ' ...%s...', $at, length $stock, length $loaded,
        map { (shift @$_, substr shift @$_, $from, 200) }
            ['stock', $stock], ['loaded', $loaded]);
}

# One test for each request and protocol.
sub same_answers ($stock, $loaded, $protocols, @requests) {
    for my $proto (@$protocols) {
        my $ask = $proto =~ /\Ah2/ ? \&ask_h2 : \&ask_h1;
        for my $one (@requests) {
            my ($method, $uri, $headers, $body) = ref $one ? @$one
                : (GET => $one);
            my @answers = map { $ask->($_, $proto, $method, $uri,
                $headers // {}, $body) } $stock, $loaded;
            my $status = status_of($answers[0]);
            # two servers that are silent by mistake are the same, too; over
            # HTTP/2 a 1xx is no answer
            $answers[0] = 'an answer' if $status eq 'nothing'
                && $uri !~ m{/(?:bad-chunk|garbage|upgrade|early)\z};
            same("$proto $method $uri: $status", @answers);
        }
    }
}

sub status_of ($answer) {
    return $answer =~ m{\A(?:HTTP/1\.\d|status) (\d+)} ? $1
         : $answer =~ /\A(?:status none\b|\z)/ ? 'nothing' : 'other bytes';
}

sub same_bytes ($stock, $loaded, $protocols, @named) {
    while (my ($name, $bytes) = splice @named, 0, 2) {
        for my $proto (@$protocols) {
            my @answers = map { ask_raw($_, $proto, $bytes) }
                $stock, $loaded;
            my $status = status_of($answers[0]);
            same("$proto $name: $status", @answers);
        }
    }
}

sub ask_raw ($t, $proto, $steps) {
    my $client = $t->connect($proto);
    for my $step (ref $steps ? @$steps : $steps) {
        if (ref $step) {
            $client->ready(never => $$step);
        } elsif ($step eq 'shut') {
            $client->shut_wr;
        } else {
            $client->send($step);
        }
    }
    my $all = $client->read_all(2);
    my $end = $client->{eof} ? '' : '(still open)';
    $client->close;
    return mask($all, $t) . $end;
}

# On a connection of its own with h1; with the others, where a new one is
# expensive, on one that is kept until the server closes it.
sub ask_h1 ($t, $proto, $method, $uri, $headers, $body) {
    return ask_raw($t, $proto, Gate::Client::build($method, $uri,
        { %$headers, connection => 'close' }, $body)) if $proto eq 'h1';
    my $client = kept($t, $proto, sub { $t->connect($proto) });
    # such an answer has no end but the connection's
    my @close = $uri =~ /garbage|upgrade/ ? (connection => 'close') : ();
    my $answer = $client->request($method, $uri, { %$headers, @close }, $body,
        timeout => 2);
    return mask($answer->raw, $t);
}

sub ask_h2 ($t, $proto, $method, $uri, $headers, $body) {
    my $client = kept($t, $proto, sub { $t->keep(Gate::NoHarm::H2->new(
        port => $t->port($proto), tls => $proto eq 'h2')) });
    $client->{control} = [];
    my $s = $client->open($method, $uri, $headers, $body);
    $client->wait($s, 2);
    $client->settle;
    return mask(join("\n", 'status ' . ($s->status // 'none'),
        (map { "$_->[0]: $_->[1]" } @{$s->lines}), '', $s->body,
        (map { "trailer $_" } @{$s->trailers}),
        (map { "$_ " . ($s->{$_} // 'none') } qw(complete rst timed_out)),
        (map { "interim $_" } @{$s->interim}), @{$client->{control}}), $t);
}

sub kept ($t, $proto, $new) {
    my $client = \$t->{kept}{$proto};
    $$client = $new->() if !$$client || !$$client->alive
        || $$client->{goaway};
    return $$client;
}

# An HTTP/2 client that keeps the frames of the connection itself.
package Gate::NoHarm::H2;
use v5.36;
use parent -norequire, 'Gate::H2';

my %unstable = map { $_ => 1 } Gate::H2::DATA, Gate::H2::HEADERS,
    Gate::H2::CONTINUATION, Gate::H2::PING,
    # which of these comes with which byte depends on the moment
    Gate::H2::WINDOW_UPDATE;

sub on_frame ($self, $type, $flags, $id, $payload) {
    push @{$self->{control}}, "frame $type $flags " . unpack 'H*', $payload
        if !$unstable{$type};
    $self->{pong} = 1 if $type == Gate::H2::PING;
    return $self->SUPER::on_frame($type, $flags, $id, $payload);
}

# Waits for what follows the end of a stream.
sub settle ($self) {
    $self->{pong} = 0;
    $self->frame(Gate::H2::PING, 0, 0, 'all here');
    $self->pump(1, sub { $self->{pong} || $self->{eof} });
}

1;
