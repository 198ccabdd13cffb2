# H06-H08: a chat body may be 1,048,576 bytes long and no byte longer, with
# its length announced, in chunks, and over HTTP/2.
use Gate;
use Gate::Expect;

my $limit = 1_048_576;
my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)], conf => <<'EOT');
    gate_json_errors on;
    # how long nginx waits for the rest of a body that it has refused
    lingering_timeout 100ms;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOT
my $about = qr/\b1048576 bytes/;
my $path = '/api/v1/interns/alpha/chat/completions';
my %headers = (Authorization => 'Bearer ' . $t->key,
               'Content-Type' => 'application/json');

# ---- H06
my $head = chat_head($t, 'Content-Length: ' . ($limit + 1)) . "\r\n";
refused(raw_request($t, $head), 413, 'payload_too_large',
    'H06: one byte more is refused before it is sent', message => $about,
    closed => 1);
unharmed($t, $up, 'H06: and nothing came of it');
refused(scalar $t->chat('alpha', chat_body($limit + 1)), 413,
    'payload_too_large', 'H06: also when it is sent', message => $about);
unharmed($t, $up, 'H06: and nothing came of it then');
refused(raw_request($t, chat_head($t, 'Content-Length: 9223372036854775807')
    . "\r\n"), 413, 'payload_too_large', 'H06: the longest length of all');

my $h2 = $t->h2('h2c');
my $s = $h2->open(POST => $path, { %headers,
    'Content-Length' => $limit + 1 }, undef, end => 0);
refused($h2->wait($s, 3), 413, 'payload_too_large', 'H06: over HTTP/2',
    message => $about);
unharmed($t, $up, 'H06: and nothing came of that');

# ---- H07
for my $way (['with its length'], ['in chunks', chunked => 1],
             ['over HTTP/2', proto => 'h2c'])
{
    my ($title, %opt) = @$way;
    my $body = chat_body($limit);
    $opt{chunked} &&= [unpack '(a60000)*', $body];
    my $answer = $t->request(POST => $path, \%headers,
        $opt{chunked} ? undef : $body, %opt);
    is($answer->status, 200, "H07: the whole limit $title is served");
    $up->{expected}++;
}

# ---- H08
my @pieces = unpack '(a65536)*', chat_body($limit);
refused($t->request(POST => $path, \%headers, undef,
    chunked => [@pieces, ' ']), 413, 'payload_too_large',
    'H08: one byte more in a chunk of its own');
unharmed($t, $up, 'H08: and nothing came of it');

# no last chunk: whoever waits for the end of the body hangs here
my $c = $t->connect;
$c->send(chat_head($t, 'Transfer-Encoding: chunked') . "\r\n");
$c->send(Gate::Client::chunk($_)) for @pieces, ' ' x 1000;
refused($c->response(3), 413, 'payload_too_large',
    'H08: refused at the crossing', closed => 1);
$c->close;
unharmed($t, $up, 'H08: and nothing came of that');

# a chunk is refused for the size it announces, too
$c = $t->connect;
$c->send(chat_head($t, 'Transfer-Encoding: chunked') . "\r\n7fffffff\r\n");
$c->send('x' x ($limit + 1));
refused($c->response(3), 413, 'payload_too_large', 'H08: one endless chunk');
$c->close;
unharmed($t, $up, 'H08: and nothing came of it');

$h2 = $t->h2('h2c');
$s = $h2->open(POST => $path, \%headers, undef, end => 0);
$h2->data($s, chat_body($limit + 1), 0);
refused($h2->wait($s, 3), 413, 'payload_too_large',
    'H08: over HTTP/2 without a length');
unharmed($t, $up, 'H08: and nothing came of this');
