# U27: a prompt that an upstream may have read is never sent to another one;
# one that was not sent is.
use Gate;
use Gate::Chat;

my $second = Gate::upstream(sse => [turn('second')]);
my %first = (
    closes => Gate::upstream(raw => ['fin']),
    resets => Gate::upstream(raw => ['rst']),
    garbage => Gate::upstream(raw => ["upstream says\r\n\r\n", 'fin']),
    fails => Gate::upstream(status => 503, body => 'upstream says'),
    hangs => Gate::upstream(code => sub ($conn, $request) { $conn->hang }),
    refuses => '127.0.0.1:' . Gate::free_port(),
);
my $http = join "\n", map {
    my $first = ref $first{$_} ? $first{$_}->address : $first{$_};
    my $other = $second->address;
    "upstream $_ { server $first max_fails=0; server $other backup; }";
} keys %first;
my $t = chat_nginx(tests => 16, upstreams => { map { $_ => $_ } keys %first },
    http => $http, conf => 'proxy_read_timeout 300ms;');

my %want = (hangs => '504 timeout retryable');
for my $name (qw(closes resets garbage fails hangs)) {
    refused(talk($t, $name), $want{$name}
        // '502 intern_unreachable retryable', "$name: an intern");
    my $answer = relay($t, $name);
    is($answer->status, $name eq 'hangs' ? 504 : $name eq 'fails' ? 503 : 502,
        "$name: a relay");
}
is($second->connections, 0, 'the second upstream saw nothing');
is(scalar $first{closes}->requests, 2, 'and the first each prompt once');

is_deeply([seen(talk($t, 'refuses'))], [whole('second')],
    'a refused connection: an intern');
is_deeply([seen(relay($t, 'refuses'))], [relayed(whole('second'))],
    'a refused connection: a relay');
my ($line) = grep { m{refuses/chat/completions.*"502, 200"} }
    $t->access_log(12);
ok($line, 'the access log shows both');
ok(well($t), 'others are served');
