# gate_stream messages: however the upstream ends, whole events, then one
# error event of the messages dialect.
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
        $error ? join(' ', $error->{type}, @{$error->{error}}{qw(type reason)},
                     $error->{error}{retryable} ? 'retryable' : 'final') : $_;
    } Gate::events($bytes);
}

my $end = event('message_stop');

sever_table(
    conf => 'gate_stream messages; proxy_pass http://%%ADDRESS%%;',
    uri => '/v1/messages',
    event => sub ($n, $text) {
        event('content_block_delta', index => 0,
            delta => { type => 'text_delta', text => $text }) },
    end => $end,
    read => \&words,
    whole => sub ($n) { words($end) },
    cut => sub ($n) { 'error api_error stream_severed retryable' },
);
