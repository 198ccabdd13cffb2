# U14, U15: a 200 that is no event stream, or a status that an intern has no
# use for, is an intern that cannot be reached. A relay leaves them alone.
use Gate;
use Gate::Chat;

sub head ($line, @headers) {
    return join "\r\n", $line, @headers, 'Connection: close', '', '';
}

my $sse = 'Content-Type: text/event-stream';
my %up = (
    html => [head('HTTP/1.1 200 OK', 'Content-Type: text/html'),
        'upstream says', 'fin'],
    json => [head('HTTP/1.1 200 OK', 'Content-Type: application/json'),
        '{"upstream says":1}', 'fin'],
    untyped => [head('HTTP/1.1 200 OK'), turn('upstream says'), 'fin'],
    alike => [head('HTTP/1.1 200 OK', 'Content-Type: text/event-streams'),
        turn('upstream says'), 'fin'],
    gzip => [head('HTTP/1.1 200 OK', $sse, 'Content-Encoding: gzip'),
        turn('upstream says'), 'fin'],
    204 => [head('HTTP/1.1 204 No Content'), 'fin'],
    201 => [head('HTTP/1.1 201 Created', $sse), turn('upstream says'), 'fin'],
    206 => [head('HTTP/1.1 206 Partial', $sse), turn('upstream says'), 'fin'],
    304 => [head('HTTP/1.1 304 Not Modified'), 'fin'],
    999 => [head('HTTP/1.1 999 Odd', $sse), turn('upstream says'), 'fin'],
    600 => [head('HTTP/1.1 600 Odd', $sse), turn('upstream says'), 'fin'],
    '000' => [head('HTTP/1.1 000 Odd', $sse), turn('upstream says'), 'fin'],
    20 => [head('HTTP/1.1 20 OK', $sse), turn('upstream says'), 'fin'],
    2000 => [head('HTTP/1.1 2000 OK', $sse), turn('upstream says'), 'fin'],
);
# these are right, if seldom
my %fine = (
    plain => [head('HTTP/1.1 200', $sse), turn('a'), 'fin'],
    charset => [head('HTTP/1.1 200 OK',
        'Content-Type: Text/Event-Stream;charset=utf-8'), turn('a'), 'fin'],
    old => [head('HTTP/1.0 200 OK', $sse), turn('a'), 'fin'],
);
my $t = chat_nginx(tests => keys(%up) + 2 * keys(%fine) + 5, upstreams => {
    map { $_ => Gate::upstream(raw => $up{$_} // $fine{$_}) }
        keys %up, keys %fine });

refused(talk($t, $_), '502 intern_unreachable retryable', "$_: an intern")
    for sort keys %up;
for my $name (sort keys %fine) {
    is_deeply([seen(talk($t, $name))], [whole('a')], "$name: an intern");
    is_deeply([seen(relay($t, $name))], [relayed(whole('a'))],
        "$name: a relay");
}

my $answer = relay($t, 'json');
is($answer->body . $answer->header('content-type'),
    '{"upstream says":1}application/json', 'a relay hands JSON on');
refused(relay($t, 'gzip'), '502 upstream_unavailable retryable',
    'but not a stream that it cannot read');
$t->allow_log(qr/compressed event stream/);
is(relay($t, 204)->status, 204, 'and an empty answer');
refused(relay($t, 20), '502 upstream_unavailable retryable',
    'a status that is none is refused on a relay too');
ok(well($t), 'others are served');
