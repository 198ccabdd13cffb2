# U05, U06: bytes that are no HTTP never reach a client, and an interim
# response is never taken for the final one.
use Gate;
use Gate::Chat;

my $head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    . "Connection: close\r\n\r\n";
my %up = (
    banner => ["220 mail upstream says hello\r\n", \0.05, 'fin'],
    events => [turn('upstream says'), 'fin'],
    binary => [join('', map { chr } 0 .. 255), 'fin'],
    almost => ["HTTP/1.x 200 OK\r\n\r\nupstream says", 'fin'],
    c100 => ["HTTP/1.1 100 Continue\r\n\r\n", $head, turn('a'), 'fin'],
    c102 => ["HTTP/1.1 102 Processing\r\n\r\n", \0.1, $head, turn('a'), 'fin'],
    c103 => ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", \0.1, $head,
        turn('a'), 'fin'],
);
my $t = chat_nginx(tests => 2 * keys(%up) + 1,
    upstreams => { map { $_ => Gate::upstream(raw => $up{$_}) } keys %up });

for my $name (qw(banner events binary almost)) {
    refused(talk($t, $name), '502 intern_unreachable retryable',
        "$name: an intern's bytes stay unseen", 'mail');
    refused(relay($t, $name), '502 upstream_unavailable retryable',
        "$name: a relay's too", 'mail');
}

# skipped or refused, both are right
for my $name (qw(c100 c102 c103)) {
    is(outcome(talk($t, $name), whole('a')), 'fine', "$name: an intern");
    is(outcome(relay($t, $name, timeout => 2), relayed(whole('a'))), 'fine',
        "$name: a relay");
}
ok(well($t), 'others are served');

sub outcome ($answer, @whole) {
    return "relayed as " . $answer->{interim}[0] if @{$answer->interim};
    return 'fine' if join(' ', seen($answer)) eq "@whole";
    my $refusal = refusal($answer);
    return $refusal =~ /\A502 / ? 'fine' : $refusal;
}
