# U03, U04: no header, a header without end, one that is too long, or one with
# a NUL in it: 502, or 504 where only time can tell.
use Gate;
use Gate::Chat;

my $ok = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
my %up = (
    'closed at once' => ['fin'],
    'reset at once' => ['rst'],
    'cut in the status line' => ['HTTP/1.1 20', 'fin'],
    'cut in a header' => ["${ok}X-A: upstream sa", 'fin'],
    'reset in a header' => ["${ok}X-A: upstream sa", 'rst'],
    'a header of 70 KB' => [$ok, 'X-A: ' . 'a' x 70_000, "\r\n\r\n", turn('a')],
    'a NUL in a header' => ["${ok}X-A: a\0b\r\n\r\n", turn('a'), 'fin'],
    # nginx does not wait longer because of them
    'headers without end' => [$ok, ("X-A: upstream says\r\n", \0.1) x 30],
);
my @names = sort keys %up;
my %place = map { $names[$_] => "n$_" } 0 .. $#names;
my $t = chat_nginx(tests => 2 * @names + 1,
    conf => 'proxy_read_timeout 700ms;',
    upstreams => { map { $place{$_} => Gate::upstream(raw => $up{$_}) }
        @names });

for my $name (@names) {
    my $late = $name eq 'headers without end';
    refused(talk($t, $place{$name}), $late ? '504 timeout retryable'
        : '502 intern_unreachable retryable', "$name: an intern");
    refused(relay($t, $place{$name}), $late ? '504 timeout retryable'
        : '502 upstream_unavailable retryable', "$name: a relay");
}
ok(well($t), 'others are served');
