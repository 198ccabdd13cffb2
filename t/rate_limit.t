# gate_rate_limit: exactly N requests in a window over all workers, then 429
# with the seconds to wait; apart for users, keys and addresses.
use Gate;
use Gate::Expect;
use Time::HiRes qw(time sleep);

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(
    status => 1, workers => 4,
    keys => [
        (map { { name => $_, user_id => 'u-1' } } qw(a b)),
        { name => 'c', user_id => 'u-2' },
        (map { { name => $_, user_id => "u-$_" } } qw(d e f g)),
        'k1', 'k2',
    ],
    files => { 'html/key/f' => 'served', 'html/open/f' => 'served',
        'html/short/f' => 'served', 'html/strict/f' => 'served',
        'html/off/f' => 'served' },
    conf => <<"EOT");
    root html;
    location /key/ { gate_auth key; gate_rate_limit 20r/m; }
    location /strict/ { gate_auth key; gate_rate_limit 2r/m; }
    location /short/ { gate_auth key; gate_rate_limit 3r/s; }
    location /open/ { gate_rate_limit 5r/m; }
    location /off/ {
        gate_auth key; gate_rate_limit 1r/m;
        location /off/f { gate_rate_limit off; }
    }
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
    }
EOT

# Sends all at once on connections of their own, so that all workers take
# part; how many of each status.
sub storm ($n, $uri, $key) {
    my @c = map { $t->connect } 1 .. $n;
    my %headers = $key ? (Authorization => 'Bearer ' . $t->key($key)) : ();
    $_->send(Gate::Client::build(GET => $uri, \%headers)) for @c;
    my (%count, $refused);
    for my $c (@c) {
        my $answer = $c->response(5);
        $count{$answer->status}++;
        $refused = $answer if $answer->status == 429;
        $c->close;
    }
    return (\%count, $refused);
}

# ---- exactly N
my ($count, $refused) = storm(100, '/key/f', 'a');
is_deeply($count, { 200 => 20, 429 => 80 },
    'of 100 requests at once on 4 workers exactly 20 pass');
refused($refused, 429, 'rate_limited', 'the others are refused',
    message => qr/\AToo many requests/);
like($refused->header('retry-after'), qr/\A(?:[1-9]|[1-5]\d|60)\z/,
    'with whole seconds to wait');
ok(Gate::wait_for(sub { $t->status->{refused}{rate_limited} == 80 }, 2),
    'and are counted');

# ---- apart
is_deeply((storm(10, '/key/f', 'b'))[0], { 429 => 10 },
    'another key of the same user shares the window');
is_deeply((storm(30, '/key/f', 'c'))[0], { 200 => 20, 429 => 10 },
    'another user has a window of its own');
is_deeply((storm(30, '/key/f', $_))[0], { 200 => 20, 429 => 10 },
    "a key without a user is counted as a key: $_") for qw(k1 k2);
is_deeply((storm(10, '/open/f', undef))[0], { 200 => 5, 429 => 5 },
    'without a key the address counts');
is_deeply((storm(5, '/strict/f', 'a'))[0], { 200 => 2, 429 => 3 },
    'a location with another limit counts apart');
is_deeply((storm(5, '/off/f', 'a'))[0], { 200 => 5 }, 'off: no limit');

# ---- what is refused before does not count
is_deeply((storm(5, '/strict/f', undef))[0], { 401 => 5 }, 'without a key');
is_deeply((storm(5, '/strict/f', 'd'))[0], { 200 => 2, 429 => 3 },
    'the limit is untouched');

# ---- a window ends
is_deeply((storm(8, '/short/f', 'e'))[0], { 200 => 3, 429 => 5 },
    '3r/s: three of eight');
($count, $refused) = storm(1, '/short/f', 'e');
is($refused->header('retry-after'), 1, 'one second to wait');
sleep 1.05;
is_deeply((storm(8, '/short/f', 'e'))[0], { 200 => 3, 429 => 5 },
    'after it the same again');

# ---- chat: 60 a minute by default; what is refused later counts as well
my $body = chat_body();
my %type = ('Content-Type' => 'application/json');
my $path = '/api/v1/interns/alpha/chat/completions';
my $c = $t->connect;
$c->send(join '', map { Gate::Client::build(POST => $path, { %type,
    Authorization => 'Bearer ' . $t->key('f') }, '{}') } 1 .. 59);
$c->response(3) for 1 .. 59;
is($t->request(POST => $path, \%type, $body, key => 'f')->status, 200,
    'the 60th turn is served');
my $answer = $t->request(POST => $path, \%type, $body, key => 'f');
refused($answer, 429, 'rate_limited', 'the 61st is refused',
    message => qr/\AToo many intern turns\z/);
like($answer->header('retry-after'), qr/\A(?:[1-9]|[1-5]\d|60)\z/,
    'with the seconds to wait');
is(scalar $up->requests, 1, 'and does not reach the intern');
is($t->request(POST => $path, \%type, $body, key => 'g')->status, 200,
    'another user is served');

# ---- a reload keeps the windows
ok($t->reload, 'a reload');
is_deeply((storm(5, '/key/f', 'a'))[0], { 429 => 5 },
    'does not open the windows again');
