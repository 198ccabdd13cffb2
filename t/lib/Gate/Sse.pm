# Reads server-sent events out of a body that a client received.
package Gate::Sse;
use v5.36;

use JSON::PP ();

my $json = JSON::PP->new->utf8->allow_nonref;

# The texts of all whole events and comments, without their blank lines.
sub events ($body) {
    my @events;
    while ($body =~ /\G(.*?)(?:\r\n|\n|\r)(?:\r\n|\n|\r)/gcs) {
        push @events, $1 if $1 ne '';
    }
    return @events;
}

# What follows the last whole event: '' in a stream that ended properly.
sub unfinished ($body) {
    my $end = 0;
    $end = $+[0] while $body =~ /(?:\r\n|\n|\r)(?:\r\n|\n|\r)/g;
    return substr $body, $end;
}

# The decoded data of each event; '[DONE]' stays as it is. Data that is not
# JSON, or an event without an end, becomes a string that says so, which no
# test expects by accident.
sub chunks ($body) {
    my @chunks;
    for my $event (events($body)) {
        my @data = map { /\Adata:[ ]?(.*)\z/s } split /\r\n|\n|\r/, $event;
        next if !@data;
        my $text = join "\n", @data;
        push @chunks, $text eq '[DONE]' ? $text
            : eval { $json->decode($text) } // "[NOT JSON] $text";
    }
    my $tail = unfinished($body);
    push @chunks, "[UNFINISHED] $tail" if $tail ne '';
    return @chunks;
}

1;
