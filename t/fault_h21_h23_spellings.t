# H21-H23: other spellings of a guarded path are guarded or 404, ids that are
# no ids are 404, and nothing of them gets into what the intern is sent.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, conf => <<'EOT');
    gate_json_errors on;
    large_client_header_buffers 4 64k;
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $body = chat_body();
my $key = { Authorization => 'Bearer ' . $t->key };
my %type = ('Content-Type' => 'application/json');

sub ask ($uri, %headers) {
    return raw_request($t, Gate::Client::build(POST => $uri,
        { %type, %headers }, $body));
}

# ---- H21
my $good = '/api/v1/interns/alpha/chat/completions';
my @spellings = (
    '/a/../api/v1/interns/alpha/chat/completions',
    '/api/v1//interns/alpha/chat/completions',
    '//api/v1/interns/alpha/chat/completions',
    '/api/v1/%69nterns/alpha/chat/completions',
    '/api/v1/%2569nterns/alpha/chat/completions',
    '/%61pi/v1/interns/alpha/chat/completions',
    '/api/v1/./interns/alpha/chat/completions',
    '/api/v1/interns/x/../alpha/chat/completions',
    '/API/v1/interns/alpha/chat/completions',
    '/api/v1/INTERNS/alpha/chat/completions',
    '/api/v1/interns;x/alpha/chat/completions',
    '/api/v1/interns%2falpha/chat/completions',
    '/api/v1/interns/alpha;x/chat/completions',
    '/api/v1/interns/alpha/chat/completions/',
    '/api/v1/interns/alpha/chat/completions;x',
    '/api/v1/interns/alpha/chat/completions%20',
    '/api/v1/interns/alpha/chat%2fcompletions',
    '/api/v1/interns/alpha/CHAT/completions',
    '/api/v1/interns/alpha/chat\\completions',
    '/api/v1/interns/alpha/completions',
    '/api/v1/interns/alpha/', '/api/v1/interns/alpha', '/api/v1/interns/',
    '/api/v1/interns/alpha%2f/chat/completions',
    '/api/v1/interns//chat/completions',
    'http://localhost/api/v1/interns/alpha/chat/completions',
    'http://regional.example/api/v1/interns/alpha/chat/completions',
    "$good?key=x", "$good#part",
);
for my $uri (@spellings) {
    my $without = ask($uri);
    my $n = () = $up->requests;
    like($without->status, qr/\A40[14]\z/, "H21: $uri without a key");
    is($n, $up->{expected} // 0, "H21: $uri: nothing got through");

    my $with = ask($uri, %$key);
    like($with->status, qr/\A(?:200|404)\z/, "H21: $uri with a key");
    if ($with->status == 200) {
        $up->{expected}++;
        is($without->status, 401, "H21: $uri is guarded as the plain one");
    } else {
        refused($with, 404, '*', "H21: $uri: as JSON");
    }
}

# ---- H22
for my $id ('..', '%2e%2e', '%2e%2e%2f', '..%2f..', '.', 'x' x 10_000,
            '%c3%a9', "\xc3\xa9", '%ff', 'a%0d%0ab', 'a%0ab', 'a%20b',
            'alpha%00' =~ s/%00/%01/r, 'alpha%3f', '$host',
            '%24gate_intern_upstream', 'alpha@127.0.0.1', 'ALPHA', 'alph',
            'alphaa', '*', '%25')
{
    my $title = length $id < 40 ? $id =~ s/[^ -~]/?/gr : 'an id of 10 KB';
    refused(ask("/api/v1/interns/$id/chat/completions", %$key), 404, '*',
        "H22: $title is no intern");
}
unharmed($t, $up, 'H22: nothing reached the intern');

# ---- H23: the host of the request does not choose the rules
for my $host ('eu.example', 'localhost:1', '[::1]', 'LOCALHOST') {
    is(ask($good, Host => $host)->status, 401, "H23: Host $host is guarded");
    is(ask($good, %$key, Host => $host)->status, 200, "H23: $host is served");
    $up->{expected}++;
}
unharmed($t, $up, 'H23: nothing else reached the intern');
