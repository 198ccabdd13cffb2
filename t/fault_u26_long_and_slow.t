# U26: a long stream keeps memory flat, and each event of a slow one goes on
# as soon as its last byte has come. (1 GB in full: t/load.)
use Gate;
use Gate::Chat;

use Time::HiRes qw(time);

# small events, so that a few bytes kept of each would show
my $event = says('x' x 100);
my $block = $event x 256;
my $blocks = int 48 * 1024 * 1024 / length $block;
# a sanitizer keeps 256 MB of what was freed
my $bound = $ENV{GATE_PRELOAD} ? 400_000 : 6000;

my %up = (
    long => Gate::upstream(code => sub ($conn, $request) {
        $conn->head(200, [['Content-Type', 'text/event-stream'],
            ['Connection', 'close']]);
        $conn->write($block) for 1 .. $blocks;
        $conn->write(done());
        $conn->close;
    }),
    # the time of sending stands in the event
    slow => Gate::upstream(code => sub ($conn, $request) {
        $conn->head(200, [['Content-Type', 'text/event-stream'],
            ['Connection', 'close']]);
        for my $n (1 .. 12) {
            my $said = says(sprintf '%.6f', time());
            $conn->write(substr $said, 0, 20);
            $conn->write(substr($said, 20, -1));
            $conn->pause(0.06);
            # the last byte comes apart, 60 ms after that time
            $conn->write("\n");
        }
        $conn->write(finish('stop') . usage_chunk() . done());
        $conn->close;
    }),
);
my $t = chat_nginx(tests => 7, upstreams => \%up, kind => 'chat');

for my $path ('/api/v1/interns/long/chat/completions',
    '/long/chat/completions')
{
    my $before = rss_kb($t);
    my $client = $t->connect;
    $client->send(Gate::Client::build(POST => $path, {
        'Content-Type' => 'application/json',
        Authorization => 'Bearer ' . $t->key },
        '{"stream":true,"messages":[{"role":"user","content":"hi"}]}'));
    my ($n, $tail, $most) = (0, '', 0);
    my $reads = 0;
    # counts, as 48 MB are too many to keep
    while ($client->fill(5)) {
        my $text = $tail . $client->{in};
        $client->{in} = '';
        $n++ while $text =~ /"content":"x/g;
        $tail = substr $text, -12;
        $tail =~ s/"content":"x.*//s;
        my $rss = $reads++ % 100 ? 0 : rss_kb($t);
        $most = $rss if $rss > $most;
        last if $text =~ /\r\n0\r\n\r\n\z/;
    }
    $client->close;
    is($n, 256 * $blocks, "$path: every event came");
    cmp_ok($most - $before, '<', $bound, "$path: memory is flat");
}

for my $path ('/api/v1/interns/slow/chat/completions',
    '/slow/chat/completions')
{
    my $client = $t->connect;
    $client->send(Gate::Client::build(POST => $path, {
        'Content-Type' => 'application/json',
        Authorization => 'Bearer ' . $t->key },
        '{"stream":true,"messages":[{"role":"user","content":"hi"}]}'));
    my @late;
    for (1 .. 12) {
        my $text = $client->read_until(qr/"content":"\d+\.\d+"/, 3) // last;
        my ($sent) = $text =~ /(\d+\.\d+)"\z/;
        push @late, time() - $sent - 0.06;
    }
    $client->close;
    # the row says 10 ms; a shared machine may take 20 times that
    my @slow = grep { $_ > 0.2 * $Gate::Nginx::patience } @late;
    ok(@late == 12 && !@slow, "$path: each event goes on at once")
        or diag("@late");
}
ok(well($t), 'others are served');
