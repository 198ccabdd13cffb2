# J25: a body of another type is refused: 415 where gate_content_type names
# types, 400 on chat, which has no 415.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $plain = Gate::upstream(body => 'served');
my $t = Gate->new(status => 1, interns => [{ id => 'alpha', upstream => $up }],
    conf => <<"EOT");
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /typed/ {
        gate_content_type application/json;
        proxy_pass $plain;
    }
    location /two/ {
        gate_content_type text/plain Application/XML;
        proxy_pass $plain;
    }
    location /typed/off/ { gate_content_type off; proxy_pass $plain; }
EOT

my $body = chat_body();
my $auth = 'Bearer ' . $t->key;
my $chat = '/api/v1/interns/alpha/chat/completions';
sub headers ($type) {
    return { Authorization => $auth,
             defined $type ? ('Content-Type' => $type) : () };
}

for my $type (undef, '', 'text/json', 'application/jsonx', 'application/json+x',
    'application', 'json', 'multipart/form-data', 'text/plain', '*/*',
    'application/x-www-form-urlencoded', 'application/json, text/plain',
    'application/json,application/json', ' / ', '"application/json"',
    'application/json; charset=utf-16', 'application/json; charset=latin1',
    'application/json;charset="utf-16le"', 'application/json; charset=',
    'application/json; charset=utf-7', 'application/json;CHARSET=UTF-32')
{
    my $title = defined $type ? "'$type'" : 'no type';
    refused($t->request(POST => $chat, headers($type), $body), 400,
        'bad_request', "$title on chat is 400");
    refused($t->request(POST => '/typed/', headers($type), '{}'), 415,
        'unsupported_media_type', "$title is 415");
}
unharmed($t, $up, 'nothing reached the intern');
is(scalar $plain->requests, 0, 'nothing reached the other upstream');

for my $type ('application/json', 'Application/JSON; charset=UTF-8',
    'application/json;charset=utf-8', 'application/json; charset="utf-8"',
    'application/json ; charset=utf-8', 'application/json; x=y',
    'APPLICATION/JSON', 'application/json;')
{
    is($t->request(POST => $chat, headers($type), $body)->status, 200,
        "'$type' on chat is served");
    is($t->request(POST => '/typed/', headers($type), '{}')->body, 'served',
        "'$type' is served");
    $up->{expected}++;
}

# ---- without a body there is no type to judge
is($t->request(GET => '/typed/', {})->body, 'served', 'no body, no type');
is($t->request(POST => '/typed/', {}, '')->body, 'served',
    'an empty body neither');
refused($t->request(POST => '/typed/', {}, undef, chunked => ['{}']), 415,
    'unsupported_media_type', 'a body in chunks has to have one');

# ---- other lists
for my $type ('text/plain', 'application/xml') {
    is($t->request(POST => '/two/', headers($type), 'x')->body, 'served',
        "$type of two types");
}
refused($t->request(POST => '/two/', headers('application/json'), 'x'), 415,
    'unsupported_media_type', 'none of the two types');
is($t->request(POST => '/typed/off/', headers('x/y'), 'x')->body, 'served',
    'off takes the list of the level above away');

# ---- a compressed body cannot be read, so chat refuses it as it stands
for my $coding (qw(gzip br deflate identity x)) {
    refused($t->request(POST => $chat, { %{headers('application/json')},
        'Content-Encoding' => $coding }, $body), 400, 'bad_request',
        "Content-Encoding $coding on chat is 400");
}
unharmed($t, $up, 'nothing more reached the intern');
