# Random requests of t/soak/storm.pl: bodies of every kind that the gate reads,
# whole and broken.
package Bodies;
use v5.36;

use MIME::Base64 qw(encode_base64);

my @words = qw(the order of alpha was sent to Berlin and 12 came back with
    nothing else than a note about version 1.2.3 of the list);
my @odd = ("\xc3\xa9", "\xe2\x80\x8b", "\xf0\x9f\x98\x80", '\n', '\"', '\\\\',
    '\u00e9', '\ud83d\ude00', '\/', "\xc2\xad", '&#64;', "\xef\xbc\x91");
my @secrets = (
    sub { 'jane' . int(rand 1e6) . '@example.com' },
    sub { sprintf 'ACME-%06d', rand 1e6 },
    sub { sprintf '219-%02d-%04d', 10 + rand 80, 1000 + rand 8000 },
    sub { '4111 1111 1111 1111' },
    sub { '10.20.' . int(rand 200) . '.' . int(1 + rand 200) },
);

sub one_of (@list) { return $list[rand @list] }

sub text ($length) {
    my $text = '';
    while (length $text < $length) {
        $text .= rand() < 0.15 ? one_of(@odd) : one_of(@words);
        $text .= one_of(' ', ' ', ' ', ', ', '. ', '\n');
    }
    return $text;
}

# One text of a JSON string; what it plants is added to @$planted.
sub string ($planted, $size) {
    my $text = text(rand $size);
    if (rand() < 0.4) {
        my $secret = one_of(@secrets)->();
        push @$planted, $secret;
        $text .= " write to $secret please" . one_of('', '.', '\n');
    }
    if (rand() < 0.1) {
        # JSON inside a string
        my $inner = '{"a":"' . text(20) . '"}';
        $text .= ' ' . $inner =~ s/(["\\])/\\$1/gr;
    }
    return qq{"$text"};
}

sub media {
    my $bytes = join '', map { chr rand 256 } 1 .. 50 + rand 3000;
    my $data = encode_base64("\x89PNG\r\n\x1a\n" . $bytes, '');
    $data =~ s{/}{\\/}g if rand() < 0.3;
    return '{"type":"image_url","image_url":{"url":"data:image\/png;base64,'
        . $data . '"}}';
}

sub content ($planted, $size) {
    return string($planted, $size) if rand() < 0.6;
    my @parts = map {
        rand() < 0.15 ? media()
            : '{"type":"text","text":' . string($planted, $size) . '}'
    } 1 .. 1 + rand 4;
    return '[' . join(',', @parts) . ']';
}

sub document ($planted) {
    my $size = rand() < 0.03 ? 300_000 : rand() < 0.2 ? 8000 : 300;
    my @messages = map {
        '{"role":"' . one_of(qw(user user assistant system tool))
            . '","content":' . content($planted, $size) . '}'
    } 1 .. 1 + rand 4;
    my $more = one_of('', ',"n":123456789', ',"user":"u1"',
        ',"tools":[{"type":"function","function":{"name":"f"}}]');
    return '{"model":"m","stream":' . one_of(qw(true false)) . $more
        . ',"messages":[' . join(',', @messages) . ']}';
}

sub form ($planted) {
    my $secret = one_of(@secrets)->();
    push @$planted, $secret;
    return 'q=hello+there&t=' . $secret =~ s/([^\w.-])/sprintf '%%%02X',
        ord $1/ger;
}

sub broken ($body) {
    return substr $body, 0, rand length $body if rand() < 0.4;
    substr $body, rand length $body, 1, chr rand 256;
    return $body;
}

# {body, type, mode, pieces, authorization, api_key, leaves, secrets, is_json}
sub random ($kind) {
    my (@planted, $body);
    my %case = (type => 'application/json', is_json => 1, leaves =>
        rand() < 0.05, mode => $kind eq 'stream' ? 'stream'
                             : $kind eq 'monitor' ? 'sum' : 'echo');
    my $choice = rand();
    if ($choice < 0.8) {
        $body = document(\@planted);
    } elsif ($choice < 0.9) {
        $body = form(\@planted);
        $case{type} = 'application/x-www-form-urlencoded';
        $case{is_json} = 0;
    } else {
        $body = text(rand 2000) =~ s/\\/ /gr;
        $case{type} = 'text/plain';
        $case{is_json} = 0;
    }
    if (rand() < 0.2) {
        $body = broken($body);
        @planted = ();
        $case{is_json} = 0;
    }
    if (rand() < 0.2) {
        $case{pieces} = [pieces($body)];
    }
    if ($kind eq 'monitor') {
        $case{type} = one_of($case{type}, 'image/png', 'text/html; charset=x')
            if rand() < 0.2;
        $case{authorization} = one_of('Bearer sk-provider', 'Basic abc=',
            'Bearer') if rand() < 0.6;
        $case{api_key} = 'sk-other' if rand() < 0.3;
    }
    return { %case, body => $body, secrets => \@planted };
}

sub pieces ($body) {
    my @pieces;
    while (length $body) {
        my $size = 1 + int rand(rand() < 0.5 ? 40 : 20_000);
        push @pieces, substr $body, 0, $size, '';
        last if @pieces > 40;
    }
    push @pieces, $body if length $body;
    return @pieces;
}

1;
