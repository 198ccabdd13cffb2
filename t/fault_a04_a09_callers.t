# A04-A09 as far as keys and chat go: the kind of key, the programme, members
# who left, interns of others, and which error comes first.
use Gate;
use Gate::Expect;

my ($w1, $w2) = map { "0000000$_-0000-4000-8000-000000000000" } 1, 2;
my $up = Gate::upstream(sse => [whole_turn()]);
my $plain = Gate::upstream(body => 'served');
my $t = Gate->new(
    status => 1,
    keys => [
        { name => 'anna', user_id => 'u-anna', workspace_id => $w1 },
        { name => 'bob', user_id => 'u-bob', workspace_id => $w1 },
        { name => 'anna2', user_id => 'u-anna', workspace_id => $w2 },
        { name => 'organization', workspace_id => $w1 },
        { name => 'bare' },
        { name => 'outsider', user_id => 'u-out', programme => 0 },
        { name => 'leaver', user_id => 'u-anna', workspace_id => $w1,
          member => 0 },
        { name => 'boss', kind => 'management', user_id => 'u-anna',
          workspace_id => $w1 },
        { name => 'boss2', kind => 'provisioning', programme => 1 },
    ],
    interns => [
        { id => 'alpha', upstream => $up },
        { id => 'annas', upstream => $up, owner_user_id => 'u-anna',
          workspace_id => $w1 },
        { id => 'shared', upstream => $up, workspace_id => $w1 },
        { id => 'own', upstream => $up, owner_user_id => 'u-anna' },
        { id => 'asleep', upstream => $up, status => 'stopped' },
        { id => 'hidden', upstream => $up, owner_user_id => 'u-nobody' },
    ],
    conf => <<"EOT");
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /keyed/ { gate_auth key; proxy_pass $plain; }
    location /managed/ { gate_auth management; proxy_pass $plain; }
EOT

sub chat ($key, $intern, $body = prompt(), %opt) {
    return scalar $t->chat($intern, $body, key => $key, %opt);
}
sub serves ($key, $intern) {
    is(chat($key, $intern)->status, 200, "$key may chat with $intern");
    $up->{expected}++;
}
sub visible ($answer) { return $answer->raw =~ s/^Date: .*\r\n//mr }

# ---- A04, A05: the kind of a key
for my $key (qw(boss boss2)) {
    refused(chat($key, 'alpha'), 401, undef, "A04: $key on chat is 401");
    refused($t->request(POST => '/keyed/', {}, 'x', key => $key), 401, undef,
        "A04: $key is no regular key");
    is($t->request(POST => '/managed/', {}, 'x', key => $key)->body, 'served',
        "A05: $key is a management key");
}
refused($t->request(POST => '/managed/', {}, 'x', key => 'anna'), 401, undef,
    'A05: a regular key is no management key');
is($t->request(POST => '/keyed/', {}, 'x', key => 'anna')->body, 'served',
    'A05: but a regular one');
is($t->request(POST => '/keyed/', {}, 'x', key => 'outsider')->body, 'served',
    'A05: the programme is only for interns');
unharmed($t, $up, 'A04: nothing reached an intern',
    by => sub { chat('anna', 'alpha') });

# ---- A06: outside the programme nothing exists
my $outside = chat('outsider', 'alpha');
refused($outside, 404, undef, 'A06: outside the programme chat is 404');
for my $intern (qw(nowhere asleep hidden annas)) {
    is(visible(chat('outsider', $intern)), visible($outside),
        "A06: $intern looks the same from there");
}
for my $body ('', '{', '{"stream":false}', 'x' x 70_000) {
    is(visible(chat('outsider', 'alpha', $body)), visible($outside),
        'A06: whatever ' . length($body) . ' bytes are sent');
}
for my $method (qw(GET PUT DELETE PATCH)) {
    my $answer = $t->request($method =>
        '/api/v1/interns/alpha/chat/completions', {}, undef,
        key => 'outsider');
    is($answer->body, $outside->body, "A06: with $method");
    is($answer->header('allow'), undef, "A06: $method tells no method");
}
is(chat('outsider', 'alpha', prompt(), headers => { 'Content-Type' =>
    'text/plain' })->body, $outside->body, 'A06: with another media type');
unharmed($t, $up, 'A06: nothing reached an intern',
    by => sub { chat('anna', 'alpha') });

# ---- A07
refused(chat('leaver', 'alpha'), 403, undef, 'A07: a creator who left is 403',
    message => qr/no longer a member/);
refused(chat('leaver', 'nowhere'), 403, undef, 'A07: for every intern');
refused($t->request(POST => '/keyed/', {}, 'x', key => 'leaver'), 403, undef,
    'A07: and at every location');
serves('organization', 'alpha');
serves('organization', 'shared');

# ---- A08: interns of others look like interns that are not there
my $absent = chat('bob', 'nowhere');
refused($absent, 404, 'not_found', 'A08: an unknown intern is 404');
for my $case (qw(bob:annas bob:own bob:hidden anna2:annas anna2:shared
                 organization:annas organization:own bare:shared bare:annas))
{
    my ($key, $intern) = split /:/, $case;
    is(visible(chat($key, $intern)), visible($absent),
        "A08: $intern is hidden from $key");
}
serves(split /:/) for qw(anna:annas anna:shared anna:own bob:shared bob:alpha
    anna2:own anna2:alpha bare:alpha);
unharmed($t, $up, 'A08: nothing reached an intern',
    by => sub { chat('anna', 'alpha') });

# ---- an intern that does not run
refused(chat('anna', 'asleep'), 409, 'intern_not_ready',
    'an intern that does not run is 409');

# ---- A09: each request has this error and all that follow
my $long = 'x' x 1_048_577;
my $text = { 'Content-Type' => 'text/plain' };
my @order = (
    ['key', 401, undef, GET => 'nowhere', undef],
    ['member', 403, undef, GET => 'nowhere', 'leaver'],
    ['programme', 404, undef, GET => 'nowhere', 'outsider'],
    ['intern', 404, 'not_found', GET => 'nowhere', 'anna'],
    ['method', 405, undef, GET => 'asleep', 'anna'],
    ['media type', 400, 'bad_request', POST => 'asleep', 'anna', $text],
    ['size', 413, 'payload_too_large', POST => 'asleep', 'anna'],
    ['body', 400, 'bad_request', POST => 'asleep', 'anna', {}, 'x'],
    ['status', 409, 'intern_not_ready', POST => 'asleep', 'anna', {},
     chat_body()],
);
for my $case (@order) {
    my ($what, $status, $reason, $method, $intern, $key, $headers, $body) =
        @$case;
    refused($t->request($method => "/api/v1/interns/$intern/chat/completions",
        { 'Content-Type' => 'application/json', %{$headers // {}} },
        $body // $long, key => $key), $status, $reason,
        "A09: $what comes before what follows it");
}
unharmed($t, $up, 'A09: nothing reached an intern',
    by => sub { chat('anna', 'alpha') });
