# Where an intern's requests go: host:port, host:port/base, the name of an
# upstream block, and what a base does to the path.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $second = Gate::upstream(sse => [whole_turn('second')]);
my $at = $up->address;
my $port = $up->port;
my %path = (
    plain   => [$at, undef],
    slash   => ["$at/", undef],
    base    => ["$at/v1", '/v1/chat/completions'],
    deep    => ["$at/a/b-c_d.e~f/", '/a/b-c_d.e~f/chat/completions'],
    block   => ['pool', undef],
    block_b => ['pool2', undef],
    name    => ["localhost:$port", undef],
);
# a host name needs a resolver that is not there in a test
delete $path{name};
my $t = Gate->new(
    status => 1, upstream_keepalive => 1,
    interns => [map { { id => $_, upstream => $path{$_}[0] } }
        sort keys %path],
    http => "upstream pool { server $at; keepalive 4; }"
        . "upstream pool2 { server " . $second->address . "; }",
    conf => <<'EOT');
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $client = '/api/v1/interns/%s/chat/completions';
for my $intern (sort keys %path) {
    my $to = $intern eq 'block_b' ? $second : $up;
    is($t->chat($intern, prompt())->status, 200, "$intern is served");
    my $request = ($to->requests)[-1];
    is($request->uri, $path{$intern}[1] // sprintf($client, $intern),
        "$intern: the path");
    is($request->header('x-intern-id'), $intern, "$intern: the id");
    is($request->header('host'), $path{$intern}[0] =~ s{/.*}{}r,
        "$intern: the host");
}

# ---- a query does not matter to the intern's base
my %type = ('Content-Type' => 'application/json');
$t->request(POST => sprintf($client, 'base') . '?a=b', \%type, chat_body(),
    key => 'default');
like(($up->requests)[-1]->uri, qr{\A/v1/chat/completions(?:\?a=b)?\z},
    'a base and a query');

# ---- connections are used again with the name of a block
my $before = $up->connections;
is($t->chat('block', prompt())->status, 200, 'a chat') for 1 .. 3;
is($up->connections, $before, 'three chats open no new connection');
is(($up->requests)[-1]->header('connection'), undef,
    'what proxy_set_header takes away stays away');
