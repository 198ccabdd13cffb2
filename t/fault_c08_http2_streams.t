# C08: RST_STREAM, a window of nothing and a hundred streams on one connection
# touch only the stream they are about.
use Gate;
use Gate::Chat;

my $up = Gate::upstream(code => sub ($conn, $request) {
    my $n = $request->header('x-n') // 0;
    $conn->head(200, [['Content-Type', 'text/event-stream'],
        ['Connection', 'close']]);
    for my $i (1 .. 5) {
        $conn->write(says("$n.$i"));
        # these are cancelled by the client
        $conn->hang if $n && $n % 7 == 0 && $n <= 63;
        $conn->pause(0.1);
    }
    $conn->write(join '', finish('stop'), usage_chunk(), done());
    $conn->close;
});
my $t = chat_nginx(tests => 10, upstreams => { many => $up }, kind => 'chat',
    listen => [qw(h1 h2c h2)]);

my %headers = ('content-type' => 'application/json',
    authorization => 'Bearer ' . $t->key);
my $prompt = '{"stream":true,"messages":[{"role":"user","content":"hi"}]}';

for my $proto (qw(h2c h2)) {
    my $h2 = $t->h2($proto);
    my @streams = map {
        my $path = $_ % 2 ? '/api/v1/interns/many' : '/many';
        $h2->open(POST => "$path/chat/completions",
            { %headers, 'x-n' => $_ }, $prompt)
    } 0 .. 99;
    $h2->pump(5, sub { !grep { $_->body eq '' } @streams });
    my @gone = @streams[map { 7 * $_ } 1 .. 9];
    $h2->rst($_) for @gone;

    my $wrong = 0;
    for my $n (0 .. $#streams) {
        next if grep { $_ == $streams[$n] } @gone;
        $h2->wait($streams[$n], 10);
        my @texts = map { "$n.$_" } 1 .. 5;
        my @want = $n % 2 ? whole(@texts)
            : (@texts, (relayed(whole()))[1 .. 3]);
        $wrong++ if join(' ', seen($streams[$n])) ne "@want";
    }
    is($wrong, 0, "$proto: 91 of 100 streams are whole");
    is($h2->{goaway}, undef, "$proto: the connection stays");
    is($h2->request(GET => '/ok')->body, 'ok', "$proto: and serves");
    $h2->close;
}
ok(wait_idle($t), 'no stream is left open');
is($t->status->{streams}{client_gone}, 18, 'the cancelled ones are counted');

# one stream without window, another beside it
my $h2 = $t->h2('h2c', window => 0);
my $stuck = $h2->open(POST => '/many/chat/completions', \%headers, $prompt);
$h2->pump(0.3);
my $other = $h2->open(POST => '/many/chat/completions', \%headers, $prompt);
$h2->credit($other->{id}, 100_000);
my @words = seen($h2->wait($other, 5));
$h2->credit($stuck->{id}, 100_000);
is(join(' ', @words, seen($h2->wait($stuck, 5))), join(' ', @words, @words),
    'a window of nothing holds up one stream only');
ok(well($t), 'others are served');
