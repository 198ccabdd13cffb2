# R04: when worker_shutdown_timeout passes, a leaving worker ends its streams
# with the error chunk and [DONE] where the socket takes them, closes what is
# left, and goes.
use Gate;
use Gate::Chat;
use Time::HiRes qw(time);

my $limit = 1;
my $sse = { 'Content-Type' => 'text/event-stream' };
my $up = Gate::upstream(code => sub ($conn, $request) {
    my ($name) = $request->uri =~ m{/(\w+)/chat};
    $conn->hang if $name eq 'mute';
    $conn->head(200, $sse);
    $conn->write(says('one'));
    if ($name eq 'bulk') {
        $conn->write(says('x' x 4000)) for 1 .. 2000;
    } elsif ($name eq 'half') {
        $conn->write('data: {"id"');
    }
    $conn->hang;
});
my @names = qw(silent half bulk mute);
my $t = chat_nginx(
    listen => [qw(h1 tls h2c h2)], listen_args => 'sndbuf=16k',
    kind => 'chat', main => "worker_shutdown_timeout ${limit}s;",
    upstreams => { map { ($_ => $up) } @names });

my %paths = map { ($_ => "/api/v1/interns/$_/chat/completions",
    "relay $_" => "/$_/chat/completions") } @names;
my %headers = ('content-type' => 'application/json',
    authorization => 'Bearer ' . $t->key);
my $body = '{"stream":true,"messages":[{"role":"user","content":"hi"}]}';

sub start ($path, $proto, %opt) {
    my @request = (POST => $path, \%headers, $body);
    if ($proto =~ /h2/) {
        my $client = $t->h2($proto, %opt);
        return { client => $client, stream => $client->open(@request) };
    }
    my $client = $t->connect($proto, %opt);
    $client->send(Gate::Client::build(@request));
    return { client => $client };
}

my ($old) = $t->worker_pids;
my %held;
for my $name ('silent', 'half', 'mute') {
    for my $proto (qw(h1 tls h2c h2)) {
        for my $kind ('', 'relay ') {
            $held{"$kind$name, $proto"} = start($paths{"$kind$name"}, $proto);
        }
    }
}
my %stalled = map { ("$_, bulk" => start($paths{bulk}, $_, rcvbuf => 4096,
    window => 1000)) } qw(h1 h2c);
my $sending = $t->connect;
$sending->send(substr Gate::Client::build(POST => $paths{silent}, \%headers,
    $body), 0, -10);
is(scalar $up->wait_requests(26), 26, 'the upstreams have all the requests');
Gate::wait_for(sub { $t->status->{streams}{active} == 18 }, 3);

my $began = time();
ok($t->reload, 'the reload is taken');
ok(scalar(grep { $_ == $old } $t->leaving_pids), 'the old worker leaves');

my $took = 0;
for my $title (sort keys %held) {
    my ($client, $stream) = @{$held{$title}}{qw(client stream)};
    my $answer = $stream ? $client->wait($stream, 4) : $client->response(4);
    $took ||= time() - $began;
    ok($answer->complete, "$title: the answer is whole");
    if ($title =~ /mute/) {
        my $status = $answer->status // 'none';
        like(refusal($answer), qr/\A50[234] \w+ retryable\z/,
            "$title: it is refused in JSON");
        next;
    }
    is_deeply([seen($answer)], [$title =~ /relay/ ? relayed('one', tail())
                                                  : severed('one')],
        "$title: it ends with an error chunk and [DONE]");
    ok(!$client->alive(1), "$title: the connection is closed");
}
my $most = ($limit + 0.5) * $Gate::Nginx::patience;
cmp_ok($took, '>', 0.5 * $limit, 'the streams are given their time');
cmp_ok($took, '<', $most, 'and no more');

ok(Gate::wait_for(sub { !-e "/proc/$old" }, 2), 'the old worker is gone');
cmp_ok(time() - $began, '<', $most + 1, 'soon after the limit');
ok(!$sending->alive(1), 'a client that was still sending is closed');
for my $title (sort keys %stalled) {
    my ($client, $stream) = @{$stalled{$title}}{qw(client stream)};
    my $bytes = $stream ? do { $client->pump(1); $stream->body }
                        : $client->read_all(1);
    unlike($bytes, qr/DONE/, "$title: a stalled client sees a cut");
}
ok(well($t), 'the new worker serves');
