# U18: bytes after the declared length and events after [DONE] are dropped,
# and a connection that carried them is not used again.
use Gate;
use Gate::Chat;

my $whole = join '', turn('a');
my $long = Gate::upstream(framing => 'length', length => length $whole,
    sse => [$whole . 'upstream says more', 'hang']);
my $late = Gate::upstream(sse => [turn('a'), says('late'), finish('stop'),
    done()]);
# the end of the transfer never comes; nobody waits for it
my $open = Gate::upstream(sse => [turn('a'), \0.1, says('late'), 'hang']);

my %address = (long => $long->address, late => $late->address);
my $t = chat_nginx(tests => 15, upstreams => { long => 'long', late => 'late',
        open => $open }, upstream_keepalive => 1, kind => 'chat',
    http => join "\n", map {
        "upstream $_ { server $address{$_}; keepalive 4; }" } keys %address);

for my $round (1, 2) {
    is_deeply([seen(talk($t, 'long'))], [whole('a')],
        "bytes after the length: an intern, round $round");
    is_deeply([seen(relay($t, 'long'))], [relayed(whole('a'))],
        "bytes after the length: a relay, round $round");
    is_deeply([seen(talk($t, 'late'))], [whole('a')],
        "events after [DONE]: an intern, round $round");
    is_deeply([seen(relay($t, 'late'))], [relayed(whole('a'))],
        "events after [DONE]: a relay, round $round");
}
is($long->wait_connections(4), 4, 'each had a connection of its own');
cmp_ok($long->wait_closed(4), '<', 5, 'which was closed');

for my $case (['an intern', \&talk, whole('a')],
    ['a relay', \&relay, relayed(whole('a'))])
{
    my ($name, $ask, @want) = @$case;
    my $answer = $ask->($t, 'open');
    is_deeply([seen($answer)], \@want, "a transfer without end: $name");
    cmp_ok($open->wait_closed($name eq 'a relay' ? 2 : 1), '<', 4,
        "its upstream is closed: $name");
}
ok(well($t), 'others are served');
