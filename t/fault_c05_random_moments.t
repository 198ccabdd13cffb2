# C05: clients that leave at random moments, in every way, from locations that
# do more than one thing at once: deadlines, early headers, a second upstream,
# fallbacks, mirrors, subrequests, questions of a real daemon. Nothing is left
# behind. Most telling with a sanitizer; the seed of a failure is in its output.
use Gate;
use Gate::Chat;
use Gate::Internd;

use Time::HiRes qw(sleep time);

my $seed = $ENV{GATE_SEED} || int(1000 * time()) % 1_000_000;
srand($seed);
my $rounds = 30;
my @ends = qw(fin rst hang end done);
my $up = Gate::upstream(code => sub ($conn, $request) {
    srand($request->{n} + $seed);
    $conn->pause(rand 0.03) if rand() < 0.5;
    return $conn->answer(503, 'busy') if rand() < 0.1;
    return $conn->close if rand() < 0.1;
    $conn->head(200, { 'Content-Type' => 'text/event-stream',
        'Transfer-Encoding' => 'chunked' });
    for (1 .. 1 + rand 6) {
        $conn->chunk(rand() < 0.2 ? 'data: {"half'
            : says('x' x (rand() < 0.2 ? 20_000 : 20)));
        $conn->pause(rand 0.02);
    }
    my $end = $ends[rand @ends];
    return $conn->hang if $end eq 'hang';
    return $conn->reset if $end eq 'rst';
    $conn->chunk(join '', finish('stop'), usage_chunk(), done())
        if $end eq 'done';
    $conn->write("0\r\n\r\n") if $end ne 'fin';
    $conn->close;
});
my $daemon = Gate::Internd->new('--open-questions', 1000);
my $address = $up->address;
my $dead = Gate::free_port();
my $timers = 'gate_stream_keepalive 10ms; gate_stream_commit 15ms;';
my $t = chat_nginx(tests => 5, kind => 'chat',
    listen => [qw(h1 tls h2c h2)], listen_args => 'sndbuf=16k',
    upstreams => { some => $up, daemon => $daemon },
    http => "upstream two { server 127.0.0.1:$dead max_fails=0;"
        . " server $address max_fails=0; }",
    chat => $timers, conf => <<"EOF");
    location /timers/ { gate_stream chat; $timers proxy_pass http://$address; }
    location /deadline/ { gate_stream auto; gate_stream_deadline 40ms;
                          proxy_pass http://$address; }
    location /two/ { gate_stream chat; proxy_pass http://two; }
    location /slow/ { gate_stream chat; proxy_pass http://$address;
                      limit_rate 20k; proxy_read_timeout 30ms; }
    location /fallback/ { gate_stream chat; proxy_pass http://$address;
                          proxy_intercept_errors on;
                          error_page 502 503 504 = \@fallback; }
    location \@fallback { proxy_pass http://$address; }
    location /mirror/ { mirror /copy; gate_stream chat;
                        proxy_pass http://$address; }
    location /copy { internal; proxy_pass http://$address; }
    location /asked/ { auth_request /ask; gate_stream auto; gate_auth key;
                       proxy_pass http://$address; }
    location = /ask { internal; proxy_pass http://127.0.0.1:%%PORT:h1%%/ok;
                      proxy_pass_request_body off;
                      proxy_set_header Content-Length ''; }
    location /zipped/ { gzip on; gzip_types *; gzip_min_length 1;
                        gzip_proxied any; gate_stream chat; $timers
                        proxy_pass http://$address; }
EOF

my @paths = ((map { "/$_/chat/completions" } qw(some timers deadline two slow
        fallback mirror asked zipped)),
    map { "/api/v1/interns/$_/chat/completions" } qw(some daemon daemon));
my @prompts = ('Hello', "!say one\n!tokens 40 every 5ms", "!hold 20ms\nHi",
    "!shell echo asked", "!say one\n!cut rst", "!bytes 300000", '!hang',
    "!delay 10ms\n!error turn_failed");
my %headers = ('content-type' => 'application/json',
    'accept-encoding' => 'gzip', authorization => 'Bearer ' . $t->key);

sub one_of (@list) { return $list[rand @list] }

sub start {
    my $proto = one_of(qw(h1 tls h2c h2));
    my $body = JSON::PP::encode_json({ stream => JSON::PP::true,
        %{prompt(one_of(@prompts), approval_mode => 'manual')} });
    # some never send the whole of it
    my $all = rand() < 0.9;
    $body .= ' ' x 70_000 if rand() < 0.1;
    my @request = (POST => one_of(@paths), \%headers);
    if ($proto =~ /h2/) {
        my $client = $t->h2($proto, window => one_of(500, 65_535));
        my @streams = map { $client->open(@request, $body, end => $all) }
            1 .. one_of(1, 3);
        return { client => $client, streams => \@streams };
    }
    my $client = $t->connect($proto, rcvbuf => one_of(4096, 65_536));
    my $bytes = Gate::Client::build(@request, $body);
    $client->send($all ? $bytes : substr $bytes, 0, rand length $bytes);
    return { client => $client };
}

sub leave ($one) {
    my $client = $one->{client};
    if ($one->{streams} && rand() < 0.5) {
        # the connection stays for a while
        $client->pump(0.001);
        $client->rst($_) for grep { !$_->{closed} } @{$one->{streams}};
        $client->pump(0.001);
        return $one;
    }
    my $way = one_of(qw(reset reset close shut_wr));
    $client->fill(0) if rand() < 0.3;
    $client->$way;
    return $way eq 'shut_wr' ? $one : ();
}

my $served = 0;
my @stay;
for my $round (1 .. $rounds) {
    my @clients = map { start() } 1 .. 6;
    sleep rand 0.06;
    for my $one (@clients) {
        push @stay, leave($one);
        sleep rand 0.005;
    }
    $served++ if $t->request(GET => '/ok')->body eq 'ok';
    $_->{client}->close for splice @stay, 0, @stay > 10 ? @stay - 10 : 0;
}
$_->{client}->close for @stay;

is($served, $rounds, 'every round was survived') or diag("GATE_SEED=$seed");
ok(wait_idle($t, 5), 'no stream is left open') or diag("GATE_SEED=$seed");
ok(Gate::wait_for(sub {
    !grep { $_->{state} eq 'streaming' } @{$daemon->runs};
}, 3), 'no run goes on without a client') or diag("GATE_SEED=$seed");
cmp_ok($t->status->{streams}{total}, '>', $rounds, 'there were many streams');
ok(well($t), 'others are served') or diag("GATE_SEED=$seed");
