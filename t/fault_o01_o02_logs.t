# O01, O02: nothing that a client sends breaks a log line or becomes a header
# line of its own.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $plain = Gate::upstream(body => 'served');
my $t = Gate->new(
    status => 1, interns => [{ id => 'alpha', upstream => $up }],
    http => 'log_format v escape=json \'{"uri":"$uri","key":"$gate_key_id",'
        . '"session":"$gate_session_id","intern":"$gate_intern_id",'
        . '"agent":"$http_user_agent","reason":"$gate_reason"}\';',
    server => 'access_log %%PREFIX%%/logs/vars.log v;',
    conf => <<"EOT");
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /keyed/ { gate_auth key; proxy_pass $plain; }
EOT

my $forged = '[crit] 1#1: *1 gate: key="root" status=200';
my $auth = { Authorization => 'Bearer ' . $t->key };

# ---- O01: paths, agents and keys
my %bytes = (LF => "\n", CR => "\r", CRLF => "\r\n", ESC => "\x1b[31m",
    BEL => "\x07", DEL => "\x7f", 'U+2028' => "\xe2\x80\xa8",
    'invalid UTF-8' => "\xff\xfe", 'a cut sequence' => "\xe2\x82",
    quote => '"', backslash => '\\', 'a tab' => "\t");
my $n = 0;
for my $what (sort keys %bytes) {
    my $encoded = join '', map { sprintf '%%%02x', ord }
        split //, "$bytes{$what}$forged";
    refused($t->request(GET => "/keyed/$encoded"), 401, undef,
        "O01: $what in a path, no key");
    is($t->request(GET => "/keyed/$encoded", $auth)->body, 'served',
        "O01: $what in a path, a key");
    refused($t->request(POST => "/api/v1/interns/$encoded/chat/completions",
        $auth, '{}'), 404, 'not_found', "O01: $what in an intern's id");
    $n += 3;
    next if $bytes{$what} =~ /[\r\n]/;
    refused($t->request(GET => '/keyed/', {
        'User-Agent' => "$bytes{$what}$forged" }), 401, undef,
        "O01: $what in an agent");
    refused($t->request(GET => '/keyed/', {
        Authorization => "Bearer x$bytes{$what}$forged" }), 401, undef,
        "O01: $what in a key");
    $n += 2;
}

# ---- O02: a session becomes a header of the request to the intern
my $json = JSON::PP->new->utf8->canonical;
for my $code (0 .. 31, 127) {
    my $body = $json->encode(prompt('hi', stream => JSON::PP::true,
        session_id => 'a' . chr($code) . "X-User-Id: root"));
    my $answer = $t->chat('alpha', $body);
    refused($answer, 400, 'bad_request',
        sprintf 'O02: U+%04X in a session', $code);
    $n++;
}
unharmed($t, $up, 'O02: nothing reached the intern');
$n++;
my $wide = "s\x{85}\x{2028}\x{1f600}\"\\";
is($t->chat('alpha', prompt('hi', session_id => $wide))->status, 200,
    'O02: other characters pass');
$n++;
my $request = ($up->requests)[-1];
is($request->json->{session_id}, $wide, 'O02: as they are in the body');
utf8::encode(my $bytes = $wide);
is($request->header('x-session-id'), $bytes, 'O02: and in the header');

# ---- the logs
my @access = Gate::wait_for(sub {
    $t->read_log('vars.log') >= $n }, 2) ? $t->read_log('vars.log') : ();
is(scalar @access, $n, 'O01: one access line a request');
is(scalar(grep { !eval { JSON::PP->new->decode($_) } } @access), 0,
    'O01: which is JSON');
my @audit = grep { / gate: / } $t->error_log;
is(scalar @audit, $n, 'O01: one audit line a request');
is(scalar(grep { !/\A[\x20-\x7e]+\z/ } @audit), 0, 'O01: of plain ASCII');
my $line = qr{\A[\d/]+ [\d:]+ \[(?:warn|info)\] \d+\#\d+: \*\d+ gate:};
is(scalar(grep { !/$line(?: [a-z_]+=(?:\d+|"[^"]*"))+\z/ } @audit), 0,
    'O01: and of names and quoted values only');
is(scalar(grep { /^\[crit\]/ } $t->error_log, $t->read_log('access.log')), 0,
    'O01: nothing is forged');
