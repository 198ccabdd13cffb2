# gate_stream responses: however the upstream ends, whole events, then one
# error event of the responses dialect.
use Gate;
use Gate::Sever;

use JSON::PP ();

sub event ($name, %of) {
    my $data = JSON::PP->new->canonical->encode({ type => $name, %of });
    return "event: $name\ndata: $data\n\n";
}

# The error event in words; any other event as it stands.
sub words ($bytes) {
    return map {
        my ($data) = /\Aevent: error\ndata: (.*)\z/;
        my $error = defined $data ? JSON::PP->new->decode($data) : undef;
        # its code stands in two places, as two kinds of client look for it
        $error ? join(' ', (map { $error->{$_} // 'null' }
                     qw(type code param sequence_number)),
                     $error->{error}{code}) : $_;
    } Gate::events($bytes);
}

my $end = event('response.completed', response => { id => 'resp-1' });

sever_table(
    conf => 'gate_stream responses; proxy_pass http://%%ADDRESS%%;',
    uri => '/v1/responses',
    event => sub ($n, $text) {
        event('response.output_text.delta', delta => $text,
            sequence_number => $n - 1) },
    end => $end,
    read => \&words,
    whole => sub ($n) { words($end) },
    cut => sub ($n) { "error stream_severed null $n stream_severed" },
);
