# C02, C04: a client that resets, closes or half-closes cancels the run: its
# upstream is closed within a second, whatever it was doing.
use Gate;
use Gate::Chat;

my %script = (
    'before the header' => sub ($conn) { $conn->hang },
    'before the first event' => sub ($conn) {
        $conn->head(200, { 'Content-Type' => 'text/event-stream' });
        $conn->hang;
    },
    'in silence' => sub ($conn) {
        $conn->head(200, { 'Content-Type' => 'text/event-stream' });
        $conn->write(says('Hello'));
        $conn->hang;
    },
    'in a busy stream' => sub ($conn) {
        $conn->head(200, { 'Content-Type' => 'text/event-stream' });
        while (1) {
            $conn->write(says('Hello'));
            $conn->pause(0.02);
        }
    },
);
my @whens = sort keys %script;
my $up = Gate::upstream(code => sub ($conn, $request) {
    my ($n) = $request->uri =~ /w(\d)/;
    $script{$whens[$n]}->($conn);
});
my $address = $up->address;
my $t = chat_nginx(tests => 4 * 2 * 4 + 2 * 2 * 3 + 4,
    upstreams => { map { ("w$_" => $up) } 0 .. $#whens },
    listen => [qw(h1 tls h2c h2)], kind => 'chat');

my $n = 0;
my $streams = 0;
for my $i (0 .. $#whens) {
    for my $path ("/api/v1/interns/w$i/chat/completions",
        "/w$i/chat/completions")
    {
        leaves($i, $path, $_, 'reset') for qw(h1 tls h2c h2);
    }
}
for my $way (qw(close shut_wr), 'RST_STREAM') {
    for my $i (0, 2) {
        for my $path ("/api/v1/interns/w$i/chat/completions",
            "/w$i/chat/completions")
        {
            leaves($i, $path, $way eq 'RST_STREAM' ? 'h2' : 'h1', $way);
        }
    }
}

ok(wait_idle($t), 'no stream is left open');
my $got = $t->status->{streams};
cmp_ok($got->{client_gone}, '==', $got->{total}, 'all are counted as gone');
is((grep { $got->{outcomes}{$_} } keys %{$got->{outcomes}}), 0,
    'and none as ended');
ok(well($t), 'others are served');

sub leaves ($i, $path, $proto, $way) {
    my @request = (POST => $path, { 'content-type' => 'application/json',
        authorization => 'Bearer ' . $t->key },
        '{"stream":true,"messages":[{"role":"user","content":"hi"}]}');
    my ($client, $stream);
    my $started = $whens[$i] =~ /silence|busy/;
    if ($proto =~ /h2/) {
        $client = $t->h2($proto);
        $stream = $client->open(@request);
        $up->wait_requests(++$n);
        $client->pump(3, sub { !$started || $stream->body =~ /Hello/ });
    } else {
        $client = $t->connect($proto);
        $client->send(Gate::Client::build(@request));
        $up->wait_requests(++$n);
        $client->read_until(qr/Hello/, 3) if $started;
    }
    $way eq 'RST_STREAM' ? $client->rst($stream) : $client->$way;
    my $kind = $path =~ /api/ ? 'an intern' : 'a relay';
    cmp_ok($up->wait_closed($n, 3), '<', 1 * $Gate::Nginx::patience,
        "$kind, $proto, $way $whens[$i]");
}
