# Every wrong line of the keys and interns files makes `nginx -t` fail and
# name the file, the line and what is wrong with it.
use Gate;
use Gate::Expect;
use Digest::SHA qw(sha256_hex);

my $hash = sha256_hex('a key');
my $other = sha256_hex('another key');
my $good = qq({"hash":"$hash"});
my $intern = '{"id":"alpha","upstream":"127.0.0.1:1"}';

# nginx -t with these files; http: more directives there
sub try_files ($keys, $interns, $http = '') {
    my ($code, $output) = Gate::config_test(zone => '',
        main => 'thread_pool gate threads=1;', http => <<"EOT",
        gate_keys keys;
        gate_interns interns;
        $http
EOT
        files => { keys => $keys, interns => $interns }, keys => 0,
        interns => 0, conf => 'location / { gate_chat;'
            . ' proxy_pass http://$gate_intern_upstream; }');
    return ($code, $output);
}

# One test: this third line of the file is refused with these words.
sub judge ($file, $line, $words, $title, $http = '') {
    my $text = "# a comment\n\n$line\n";
    my ($code, $output) = $file eq 'keys'
        ? try_files($text, "$intern\n", $http)
        : try_files("$good\n", $text, $http);
    my ($emerg) = $output =~ /(\[emerg\].*)/;
    $emerg //= '';
    my $ok = ok($code == 1 && $emerg =~ m{ in \S+/$file:3$}
        && $emerg =~ $words && $emerg !~ /\Q$hash/, "$file: $title");
    diag("exit code $code\n$output") if !$ok;
}
sub keys_line ($line, $words, $title = $line) {
    judge('keys', $line, $words, $title);
}
sub interns_line ($line, $words, $title = $line, $http = '') {
    judge('interns', $line, $words, $title, $http);
}
sub takes ($keys, $interns, $title, $http = '') {
    my ($code, $output) = try_files($keys, $interns, $http);
    ok($code == 0, $title) or diag($output);
    return $output;
}

# ---- what both files have in common: one JSON object a line
for my $file (qw(keys interns)) {
    my $line = $file eq 'keys' ? $good : $intern;
    my ($known) = $file eq 'keys' ? qr/"hash", "kind"|hash, kind/
                                  : qr/id, name, upstream/;
    my %wrong = (
        'no JSON' => ['hello', qr/JSON object/],
        'a list' => ['[]', qr/JSON object/],
        'two objects' => ["$line $line", qr/one whole JSON object/],
        'a cut object' => [substr($line, 0, -1), qr/JSON object/],
        'a comma at the end' => [$line =~ s/\}/,}/r, qr/JSON object|string/],
        'an empty object' => ['{}', qr/is missing/],
        'an unknown member' => [$line =~ s/\}/,"colour":1}/r,
            qr/"colour".*$known/],
        'a member twice' => [$line =~ s/\{("\w+":"[^"]*")/{$1,$1/r,
            qr/twice/],
        'bytes that are no UTF-8' => [$line =~ s/\{/{"\xff":1,/r,
            qr/UTF-8 at column 3/],
        'a NUL' => ["$line\0", qr/control character/],
        'a lone surrogate' => [$line =~ s/\{/{"id":"\\ud800",/r,
            qr/surrogate/],
        'a BOM' => ["\xef\xbb\xbf$line", qr/ASCII|BOM|byte order/],
        '70 levels' => ['[' x 70, qr/JSON object/],
    );
    for my $what (sort keys %wrong) {
        judge($file, $wrong{$what}[0], $wrong{$what}[1], $what);
    }
}

# ---- keys
keys_line('{"kind":"regular"}', qr/"hash" is missing/);
for my $value ('1', 'null', '""', '"abc"', '"' . uc($hash) . '"',
               '"' . 'g' x 64 . '"', "\"${hash}0\"", '"' . 'a' x 63 . '"')
{
    keys_line("{\"hash\":$value}",
        qr/"hash" .*(?:64 lower-case hex|string|empty)/,
        'a hash that is ' . substr $value, 0, 20);
}
my $key = "{\"hash\":\"$hash\"";
keys_line("$key,\"kind\":\"admin\"}", qr/"kind".*regular.*management/,
    'an unknown kind');
for my $name (qw(id user_id workspace_id)) {
    keys_line("$key,\"$name\":$_}", qr/"$name" must/, "$name $_")
        for '1', '""', '[]', '"a\nb"', '"a\u007fb"';
}
for my $name (qw(programme member)) {
    keys_line("$key,\"$name\":$_}", qr/"$name" must be true or false/,
        "$name $_") for '1', '"true"', 'null';
}
keys_line("$key,\"guardrails\":$_}", qr/"guardrails" must be a list/,
    "guardrails $_") for '"a"', '{}', '[1]', '[null]', 'null';
my ($code, $output) = try_files("$good\n\n$key}\n", $intern);
like($output, qr/the same "hash" stands in line 1 in \S+keys:3$/m,
    'keys: a hash that stands twice');

takes(join("\n", '# all members', "$key,\"kind\":\"provisioning\","
    . '"id":"k","user_id":"u","workspace_id":"w","programme":true,'
    . '"member":false,"guardrails":["a","b"]}', "\t", ' # no members',
    qq({"hash":"$other","id":null,"user_id":null,"workspace_id":null}\r)),
    $intern, 'keys: all members, comments, CRLF and no last line end',
    'gate_guardrail a { } gate_guardrail b { }');
($code, $output) = try_files(qq($key,"guardrails":["a"]}), $intern);
like($output, qr/guardrail "a" is not defined; add .* in \S+keys:1$/m,
    'keys: a guardrail that is not there');
takes('', $intern, 'keys: an empty file has no keys');

# ---- interns
interns_line('{"upstream":"127.0.0.1:1"}', qr/"id" is missing/);
interns_line('{"id":"a"}', qr/"upstream" is missing/);
for my $id ('a/b', 'a b', '..', '.', 'a?b', 'a%41', "caf\xc3\xa9", 'a\\\\b',
            'a\nb')
{
    interns_line(qq({"id":"$id","upstream":"127.0.0.1:1"}), qr/"id"/,
        "the id '" . ($id =~ s/[^ -~]/?/gr) . q('));
}
my $rest = '"upstream":"127.0.0.1:1"}';
for my $name (qw(name owner_user_id workspace_id model)) {
    interns_line("{\"id\":\"a\",\"$name\":$_,$rest", qr/"$name" must/,
        "$name $_") for '1', '""', '"a\r\nb"';
}
interns_line("{\"id\":\"a\",\"status\":$_,$rest",
    qr/"status" must/, "status $_")
    for '"awake"', '""', 'null', '1', '"Running"';
for my $upstream ('', 'http://127.0.0.1:1', 'unix:/tmp/s', '127.0.0.1',
    '127.0.0.1:', '127.0.0.1:0', '127.0.0.1:65536', '127.0.0.1:x',
    '127.0.0.1:1x', ':80', '/base', '127.0.0.1/base', '[::1', '[::1]',
    '::1:80', '[127.0.0.1]x:80', '127.0.0.1:1 /x', '127.0.0.1:1/a b',
    '127.0.0.1:1/a?b', '127.0.0.1:1/%41', '127.0.0.1:1/$uri', '$host:80',
    'user@127.0.0.1:1', '127.0.0.1:1#x', "caf\xc3\xa9:80", 'a,b:80')
{
    interns_line(qq({"id":"a","upstream":"$upstream"}), qr/"upstream"/,
        "the upstream '" . ($upstream =~ s/[^ -~]/?/gr) . q('));
}
interns_line('{"id":"a","upstream":"nowhere"}',
    qr/no block "upstream nowhere"/, 'a name without an upstream block');
($code, $output) = try_files($good, "$intern\n\n$intern\n");
like($output, qr/"id" alpha stands in line 1 already in \S+interns:3$/m,
    'interns: an id that stands twice');

# ---- where an upstream may point
for my $address ('8.8.8.8:80', '[2001:db8::1]:80', '169.254.169.254:80',
                 '0.0.0.0:80', '[::]:80', '172.32.0.1:80', '11.0.0.1:1/x',
                 '[::ffff:8.8.8.8]:80', '100.64.0.1:80')
{
    interns_line(qq({"id":"a","upstream":"$address"}),
        qr/outside the networks of "gate_intern_networks"/,
        "$address is outside the default networks");
}
interns_line('{"id":"a","upstream":"127.0.0.1:1"}', qr/gate_intern_networks/,
    'loopback is outside of others', 'gate_intern_networks 10.0.0.0/8;');
takes($good, join("\n", map { qq({"id":"a$_->[0]","upstream":"$_->[1]"}) }
    [1, '127.9.9.9:80'], [2, '[::1]:80'], [3, '10.1.2.3:65535'],
    [4, '172.31.0.1:1/base/'], [5, '192.168.0.1:1/a/b-c_d.e~f'],
    [6, '[fd00::1]:80/v1'], [7, '[::ffff:127.0.0.1]:80']),
    'interns: loopback and private addresses by default');
takes($good, '{"id":"a","upstream":"8.8.8.8:80"}',
    'interns: others when they are named', 'gate_intern_networks 8.8.8.0/24;');
takes($good, '{"id":"a","upstream":"pool"}',
    'interns: the name of an upstream block, wherever that points',
    'upstream pool { server 8.8.8.8:80; }');
like(takes($good, '{"id":"a","upstream":"intern.example:80"}',
    'interns: a host name passes'),
    qr/\[warn\].*intern a .*"resolver".* in \S+interns:1$/m,
    'interns: with a warning');
takes($good, '{"id":"a","name":"n","upstream":"127.0.0.1:1/x",'
    . '"owner_user_id":null,"workspace_id":"w","model":"m","status":'
    . "\"$_\"}", "interns: all members, status $_")
    for qw(awaiting_chat_install queued provisioning running failed stopped
    destroying destroy_failed);

done_testing();
