# One HTTP/1 request or response, read piece by piece.
#
#     my $m = Gate::Message->new(kind => 'response');
#     $m->take(\$buffer)    # eats its own bytes; true when it is whole
#     $m->eof               # the peer closed
#
# complete is true only after Content-Length bytes or a last chunk (or where
# no body may follow): a body that ends by close is never complete.
package Gate::Message;
use v5.36;

use JSON::PP ();

# headers: lower-case name => value, or a list of values where it repeats
for my $field (qw(status reason version method uri headers lines body complete
                  raw closed framing interim trailers error)) {
    no strict 'refs';
    *$field = sub ($self) { $self->{$field} };
}

# %opt: kind => 'response' | 'request', bodyless => 1 (answer to HEAD)
sub new ($class, %opt) {
    return bless {
        %opt, raw => '', body => '', headers => {}, lines => [],
        trailers => [], interim => [], complete => 0, closed => 0,
        framing => 'none', step => 'read_head',
    }, $class;
}

sub take ($self, $in) {
    until ($self->{done}) {
        my $step = $self->{step};
        $self->$step($in) or return 0;
    }
    return 1;
}

sub eof ($self) {
    $self->{closed} = 1;
    $self->{done} = 1;
}

# All values of a header in one string, undef when absent.
sub header ($self, $name) {
    my $value = $self->{headers}{lc $name};
    return ref $value ? join(', ', @$value) : $value;
}

# The body as text: inflated when it came with gzip, as far as it goes.
sub text ($self) {
    return $self->{body} if ($self->header('content-encoding') // '') ne 'gzip';
    require Compress::Raw::Zlib;
    my $zlib = Compress::Raw::Zlib::Inflate->new(
        -WindowBits => Compress::Raw::Zlib::WANT_GZIP());
    my $status = $zlib->inflate(my $in = $self->{body}, my $out);
    $self->{gzip_complete} = $status == Compress::Raw::Zlib::Z_STREAM_END();
    return $out // '';
}

sub json ($self) {
    my $value = eval { JSON::PP->new->utf8->allow_nonref->decode($self->text) };
    die "not JSON: " . substr($self->text, 0, 200) . "\n" if $@;
    return $value;
}

# error.metadata.reason of a JSON error answer, undef for anything else
sub reason_word ($self) {
    return eval { $self->json->{error}{metadata}{reason} };
}

# ---- the steps; each returns false when it needs more bytes

sub read_head ($self, $in) {
    if ($self->{kind} eq 'response' && length $$in >= 5
        && substr($$in, 0, 5) ne 'HTTP/')
    {
        # HTTP/0.9, or bytes that are no HTTP at all
        return $self->{step} = 'read_to_close';
    }
    $$in =~ /\A(.*?\n)\r?\n/s or return 0;
    my @lines = split /\r?\n/, $1;
    $self->eat($in, $+[0]);

    my $first = shift @lines;
    $self->{headers} = {};
    $self->{lines} = [];
    for (@lines) {
        my ($name, $value) = /\A([^:]*):[ \t]*(.*?)[ \t]*\z/s or next;
        $self->add_header($name, $value);
    }
    return $self->{kind} eq 'request' ? $self->request_line($first)
                                      : $self->status_line($first);
}

sub add_header ($self, $name, $value) {
    push @{$self->{lines}}, [$name, $value];
    my $slot = \$self->{headers}{lc $name};
    $$slot = !defined $$slot ? $value
           : ref $$slot      ? [@$$slot, $value]
           :                   [$$slot, $value];
}

sub request_line ($self, $line) {
    @$self{qw(method uri version)} = split / /, $line;
    return $self->choose_framing('finish');
}

sub status_line ($self, $line) {
    @$self{qw(version status reason)} = split / /, $line, 3;
    my $status = $self->{status} // 0;
    if ($status =~ /\A1\d\d\z/ && $status != 101) {
        push @{$self->{interim}}, $status;
        return 1;
    }
    return $self->finish
        if $self->{bodyless} || $status == 204 || $status == 304;
    return $self->choose_framing('read_to_close');
}

sub choose_framing ($self, $otherwise) {
    my $length = $self->{headers}{'content-length'};
    if (($self->header('transfer-encoding') // '') =~ /chunked/i) {
        $self->{framing} = 'chunked';
        return $self->{step} = 'read_chunk_size';
    }
    if (defined $length && !ref $length && $length =~ /\A\d+\z/) {
        $self->{framing} = 'length';
        $self->{left} = $length;
        return $self->{step} = 'read_length';
    }
    return $self->finish if $otherwise eq 'finish';
    return $self->{step} = $otherwise;
}

sub read_length ($self, $in) {
    $self->eat_body($in);
    return $self->{left} ? 0 : $self->finish;
}

sub read_chunk_size ($self, $in) {
    $$in =~ /\A[^\n]*\n/ or return 0;
    my $line = $self->eat($in, $+[0]);
    if ($line !~ /\A([0-9a-f]{1,8})(?:;[^\r\n]*)?\r?\n\z/i) {
        $self->{error} = 'bad chunk size';
        return $self->{step} = 'read_to_close';
    }
    $self->{left} = hex $1;
    return $self->{step} = $self->{left} ? 'read_chunk' : 'read_trailer';
}

sub read_chunk ($self, $in) {
    $self->eat_body($in);
    return 0 if $self->{left} || $$in !~ /\A\r?\n/;
    $self->eat($in, $+[0]);
    return $self->{step} = 'read_chunk_size';
}

sub read_trailer ($self, $in) {
    $$in =~ /\A([^\r\n]*)\r?\n/ or return 0;
    $self->eat($in, $+[0]);
    return $self->finish if $1 eq '';
    push @{$self->{trailers}}, $1;
    return 1;
}

sub read_to_close ($self, $in) {
    $self->{framing} = 'close';
    $self->{body} .= $self->eat($in, length $$in);
    return 0;
}

sub finish ($self) {
    $self->{complete} = 1;
    $self->{done} = 1;
}

sub eat ($self, $in, $n) {
    my $bytes = substr($$in, 0, $n, '');
    $self->{raw} .= $bytes;
    return $bytes;
}

sub eat_body ($self, $in) {
    my $n = length $$in < $self->{left} ? length $$in : $self->{left};
    $self->{body} .= $self->eat($in, $n);
    $self->{left} -= $n;
}

1;
