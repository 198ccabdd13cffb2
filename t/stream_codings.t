# Which answers are event streams: any 2xx that says so in any spelling, also
# with a Content-Encoding that encodes nothing. They never end silently. A
# stream that came compressed although nobody asked for it is 502.
use Gate;
use Gate::Chat;

use IO::Compress::Gzip qw(gzip);

my $event = "data: {\"choices\":[]}\n\n";
my %stream = (
    none => [[['Content-Encoding', 'none']]],
    identity => [[['Content-Encoding', 'identity']]],
    upper => [[['Content-Encoding', 'IDENTITY']]],
    empty => [[['Content-Encoding', '']]],
    list => [[['Content-Encoding', 'identity, none']]],
    twice => [[['Content-Encoding', 'none'], ['Content-Encoding', 'none']]],
    created => [[], 201],
    accepted => [[], 202],
    partial => [[['Content-Range', 'bytes 0-9/10']], 206],
    tab => [[['Content-Type', "text/event-stream\t; charset=utf-8"]]],
    comma => [[['Content-Type', 'text/event-stream, text/plain']]],
    second => [[['Content-Type', 'text/plain, text/event-stream']]],
    case => [[['Content-Type', 'Text/EVENT-stream;a=b']]],
);
gzip(\(my $plain = $event), \my $packed);
my %coded = (
    gzip => [['Content-Encoding', 'gzip']],
    br => [['Content-Encoding', 'br']],
    both => [['Content-Encoding', 'identity, gzip']],
    apart => [['Content-Encoding', 'gzip'], ['Content-Encoding', 'none']],
);
my %up = (
    (map { my ($headers, $status) = @{$stream{$_}};
        $_ => Gate::upstream(sse => [$event, 'fin'], framing => 'close',
            headers => $headers, status => $status // 200) } keys %stream),
    (map { $_ => Gate::upstream(sse => [$packed, 'fin'], framing => 'close',
        headers => $coded{$_}) } keys %coded),
    json => Gate::upstream(body => $packed, headers => {
        'Content-Type' => 'application/json', 'Content-Encoding' => 'gzip' }),
);
my $t = chat_nginx(upstreams => \%up, listen => [qw(h1 h2c)],
    conf => <<"EOT");
    location /commit/ {
        gate_stream auto; gate_stream_commit 20ms;
        proxy_pass $up{gzip}/;
    }
    location /gunzip/ { gate_stream auto; gunzip on; proxy_pass $up{gzip}/; }
EOT

for my $proto (qw(h1 h2c)) {
    for my $name (sort keys %stream) {
        my $answer = relay($t, $name, proto => $proto);
        is($answer->status, $stream{$name}[1] // 200, "$proto $name: status");
        my @seen = Gate::Chat::seen_text($answer->text);
        is("@seen[-3 .. -1]", join(' ', relayed(tail())),
            "$proto $name: a cut stream ends with its error");
        ok($answer->complete, "$proto $name: and properly");
    }
    for my $name (sort keys %coded) {
        refused(relay($t, $name, proto => $proto), '502 upstream_unavailable'
            . ' retryable', "$proto $name: compressed all the same");
    }
    refused(relay($t, 'json', proto => $proto, uri => '/gunzip/chat'),
        '502 upstream_unavailable retryable',
        "$proto: nor is it unpacked here");
}
is(relay($t, 'json')->body, $packed, 'what is no stream may be compressed');
ok($t->wait_log(qr/compressed event stream/), 'the log says why');
$t->allow_log(qr/compressed event stream/);

# a chat knows one answer to stream: a 200
for my $name (qw(none identity empty comma)) {
    like(join(" ", seen(talk($t, $name))), qr{error 502 .*\[DONE\]\z},
        "chat $name: supervised");
    is(talk($t, $name)->status, 200, "chat $name: and begun");
}
for my $name (qw(gzip created partial)) {
    is(talk($t, $name)->status, 502, "chat $name: no answer of an intern");
}
my $answer = $t->request(HEAD => '/gzip/chat/completions');
is($answer->status, 200, 'HEAD has nothing to supervise');
