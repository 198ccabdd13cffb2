# Header blocks of HTTP/2. Encoding is literal and literal only, so that a
# test can send names and values no real encoder would; decoding is left to
# the distribution's Protocol::HTTP2.
package Gate::Hpack;
use v5.36;

use Protocol::HTTP2::Constants qw(:settings);
use Protocol::HTTP2::HeaderCompression qw(int_encode headers_decode);

sub new ($class) {
    return bless { context => {
        header_table => [], emitted_headers => [], ht_size => 0,
        max_ht_size => 4096,
        settings => { SETTINGS_HEADER_TABLE_SIZE() => 4096 },
    } }, $class;
}

# pairs => bytes (RFC 7541 6.2.2: literal, not indexed, new name)
sub encode ($self, @pairs) {
    return join '', map {
        "\0" . int_encode(length $_->[0], 7) . $_->[0]
             . int_encode(length $_->[1], 7) . $_->[1]
    } @pairs;
}

# bytes => pairs; dies on a block that cannot be decoded
sub decode ($self, $bytes) {
    $self->{context}{emitted_headers} = [];
    headers_decode($self, \$bytes, 0, length $bytes, 0);
    die "bad header block: $self->{failed}\n" if $self->{failed};
    my @flat = @{$self->{context}{emitted_headers}};
    my @pairs;
    while (my ($name, $value) = splice @flat, 0, 2) {
        push @pairs, [$name, $value];
    }
    return @pairs;
}

# what headers_decode() asks of its connection
sub decode_context ($self) { return $self->{context} }
sub error ($self, $code) { $self->{failed} = "connection error $code" }
sub stream_error ($self, $id, $code) { $self->{failed} = "name ($code)" }

1;
