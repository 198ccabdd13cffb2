# G26 and every other thing that can be written wrong about guardrails:
# `nginx -t` fails, names the file and the line and says what to write instead.
use Gate;

my $pool = 'thread_pool gate threads=2;';
my $location = 'location / { gate_apply_guardrail a;'
    . ' proxy_pass http://127.0.0.1:1; }';
my %with = (main => $pool, conf => $location, zone => '');

# The number of the line on which this text stands.
sub line_of ($marker, $path) {
    open(my $in, '<', $path) or die "$path: $!";
    my @lines = <$in>;
    my ($at) = grep { index($lines[$_ - 1], $marker) >= 0 } 1 .. @lines;
    return $at // -1;
}
sub try_conf ($marker, %opt) {
    my $conf = Gate::Conf->new(%with, %opt);
    $conf->write;
    my ($code, $output) = Gate::Nginx->new($conf->{prefix}, 1)->config_test;
    my $line = line_of($marker, "$conf->{prefix}/nginx.conf");
    return ($code, $output, $output =~ /nginx\.conf:$line\b/ ? 1 : 0);
}

# One test: it fails at the line of $marker with these words. A guardrail's
# lines stand each on its own line.
sub fails ($marker, $remedy, %opt) {
    my ($code, $output, $named) = try_conf($marker, %opt);
    my ($emerg) = $output =~ /(\[emerg\].*)/;
    my $ok = ok($code == 1 && $named && ($emerg // '') =~ $remedy,
        'fails: ' . substr($marker, 0, 70) =~ s/[^ -~]/?/gr);
    diag("exit code $code, line named: $named\n$output") if !$ok;
}
sub passes ($title, %opt) {
    my ($code, $output) = try_conf('', %opt);
    # a sanitizer makes every pattern costly
    $output =~ s/\[warn\].* costs? up to .*//g if $ENV{GATE_PRELOAD};
    my $ok = ok($code == 0 && $output !~ /\[(?:warn|emerg)\]/,
        "passes: $title");
    diag("exit code $code\n$output") if !$ok;
}
sub rail (@lines) {
    return "gate_guardrail a {\n" . join("\n", @lines) . "\n}\n";
}
sub line_fails ($line, $remedy) {
    fails($line, $remedy, http => rail('filter email block;', $line));
}

# ---- lines of a guardrail
line_fails('filter e-mail block;', qr/write email, phone, ssn/);
line_fails("filter '' block;", qr/write email/);
line_fails('filter phone flag;', qr/write block or redact/);
line_fails('filter phone none;', qr/write block or redact/);
line_fails('filter phone Block;', qr/write block or redact/);
line_fails('filter regex-prompt-injection drop;',
    qr/write block, redact or flag/);
line_fails('filter phone block loose;', qr/write strict, shape or nothing/);
line_fails('filter ssn block strict;', qr/only phone and credit-card/);
line_fails('filter email redact;', qr/remove one/);
line_fails('filter phone;', qr/filter SLUG block\|redact\|flag/);
line_fails('filter phone block strict more;', qr/filter SLUG block/);
line_fails('filter;', qr/filter SLUG/);
line_fails('filters email block;', qr/unknown line.*write allow_models/);
line_fails('filter_regex x;', qr/filter_regex PATTERN block\|redact\|flag/);
line_fails('filter_regex x hide;', qr/write block, redact or flag/);
line_fails('filter_regex x redact [A] more;', qr/filter_regex PATTERN/);
line_fails('filter_regex x redact ' . 'l' x 101 . ';', qr/at most 100/);
line_fails("filter_regex x redact 'a\x01b';", qr/control/);
line_fails("filter_regex x redact 'a\xffb';", qr/label/);
for my $list (qw(allow_models ignore_models allow_providers ignore_providers
    zdr allow_text))
{
    line_fails("$list;", qr/write "/);
    line_fails("$list '';", qr/remove it/);
}
line_fails('limit_usd 10 daily;', qr/limit_usd/);
line_fails('proxy_pass http://x;', qr/unknown line/);

# ---- G26: patterns
line_fails("filter_regex '$_' block;", qr/not accepted at byte \d+: \S/)
    for '(', ')', '[a', '*a', 'a**', '(?<n', '[z-a]', 'a{5,2}',
        '(a)\1', '(?=a)b', '(?<!a)b', '(?>a+)', 'a++', '(?R)', '\p{Nothing}',
        '[[:nothing:]]', 'a{1,100000}', '\x{110000}', '\K';
line_fails("filter_regex '' block;", qr/not accepted at byte 0: \S/);
line_fails("filter_regex '$_' block;", qr/not accepted.*empty/)
    for 'a*', '(a|)', 'x?', '^', '\b', '(a*)*';
# raw line ends and control bytes do not break the message
for my $case (["(a\nb", '(a\\\\x0ab'], ["[x\e\x01", '[x\\\\x1b\\\\x01']) {
    my ($code, $output) = Gate::config_test(%with, http =>
        rail("filter_regex '$case->[0]' block;"));
    my $shown = quotemeta($case->[1] =~ s/\\\\/\\/gr);
    like($output, qr/\[emerg\].*pattern "$shown" is not accepted.*conf:\d+$/m,
        "fails: $case->[1] on one line");
}
# what would take long to compile, or much memory
line_fails("filter_regex '$_' block;", qr/not accepted.*(?:large|repeats)/)
    for '\p{L}{1,200}@\p{L}{1,200}', '((a{1,30}){1,30}){1,30}', 'x.{1000}y',
        '(' . join('|', map { "$_.{0,60}z" } 1 .. 60) . ')';
{
    my $long = 'ab' x 5_000;
    my ($code, $output) = Gate::config_test(%with, http =>
        rail("filter_regex (x|$long)y block;"));
    # nginx itself ends a word at 4 KB
    ok($code == 1 && $output =~ /\[emerg\].*nginx\.conf:\d+/,
        'fails: a pattern of 10 KB') or diag($output);
}
# what costs much to look for
for my $costly ('x{1,1000}', 'b.{300}b') {
    my ($code, $output, $named) = try_conf($costly,
        http => rail("filter_regex '\\d{4}' flag;",
                     "filter_regex '$costly' flag;"));
    my ($cost) = $output =~
        /\[warn\].*pattern "\Q$costly\E" costs up to (\d+) ns per byte/;
    ok($code == 0 && $named && ($cost // 0) > 500
        && $output !~ /\[warn\].*d\{4\}/, "warns: $costly, with its cost")
        or diag($output);
}
# filters have numbers of 16 bits
fails('filter_regex last flag;', qr/at most 65526 patterns/,
    http => rail(('filter_regex a flag;') x 65_526,
                 'filter_regex last flag;'));
passes('a pattern that would backtrack',
    http => rail("filter_regex '(a+)+\$' block;"));
passes('patterns with all that may be used', http => rail(
    'filter_regex "\bid-\d{4,6}\b" redact [ID];',
    'filter_regex "(?i)caf\x{e9}" flag;', 'filter_regex "\p{Greek}{3}" block;',
    'filter_regex "(?P<n>x)|[[:alpha:]]{9}" block;'));

# ---- names, uses and places
for my $name ("''", 'off', "'a b'", 'a/b', "'a\"b'", 'x' x 201) {
    fails("gate_guardrail $name {", qr/name a guardrail with letters/,
        http => rail() . "gate_guardrail $name {\n}\n");
}
{
    my $twice = rail('filter email block;') . "gate_guardrail a { }\n";
    my ($code, $output) = Gate::config_test(%with, http => $twice);
    like($output, qr/"a" is defined already in \S+:\d+ in \S+:\d+/,
        'fails: a guardrail twice, both places are named');
}
fails('gate_apply_guardrail b;', qr/gate_guardrail b \{ \.\.\. \}/,
    http => rail(), conf => 'gate_apply_guardrail b;');
fails('gate_apply_guardrail a a;', qr/name each guardrail once/,
    http => rail(), conf => 'gate_apply_guardrail a a;');
fails('gate_apply_guardrail;', qr/number of arguments/, http => rail(),
    conf => 'gate_apply_guardrail;');
fails('gate_apply_guardrail a off;', qr/"off"/, http => rail(),
    conf => 'gate_apply_guardrail a off;');
fails($_, qr/is duplicate/, http => rail(), conf => "location / {\n$_\n}")
    for 'gate_apply_guardrail a; gate_apply_guardrail a;',
        'gate_media pass; gate_media pass;',
        'gate_plain_text judge; gate_plain_text judge;',
        'gate_token_ids pass; gate_token_ids pass;',
        'gate_trace on; gate_trace on;';
fails($_, qr/$_|invalid value/, http => rail(), conf => $_)
    for 'gate_media maybe;', 'gate_plain_text yes;', 'gate_trace 1;',
        'gate_token_ids block;';
fails($_, qr/is not allowed here/, http => rail(), conf => $_)
    for 'gate_guardrail b { }', 'gate_catalog c;', 'gate_zdr_vendors a b c;',
        'gate_cache_dir c;', 'gate_thread_pool gate;';

# ---- the thread pool
passes('without a pool nginx has one', main => '', http => rail());
fails('gate_thread_pool other;', qr/thread_pool other/, http => rail()
    . "\ngate_thread_pool other;");
fails('gate_thread_pool a; gate_thread_pool b;', qr/is duplicate/,
    http => rail() . 'gate_thread_pool a; gate_thread_pool b;');
passes('another pool', main => 'thread_pool own threads=1;',
    http => rail() . 'gate_thread_pool own;');

# ---- vendors, folder and catalogue
fails('gate_guardrail a {', qr/zdr x.*write vendor_a, vendor_b, vendor_c, or/,
    http => rail('zdr x;'));
fails('gate_zdr_vendors', qr/number of arguments/,
    http => rail() . 'gate_zdr_vendors;');
fails('gate_zdr_vendors other b c;', qr/write the words of vendors/,
    http => rail() . 'gate_zdr_vendors other b c;');
fails('gate_zdr_vendors a b c; gate', qr/is duplicate/, http => rail()
    . 'gate_zdr_vendors a b c; gate_zdr_vendors a b c;');
fails('gate_cache_dir /nowhere/at/all;', qr/its parent must exist/,
    http => rail() . 'gate_cache_dir /nowhere/at/all;');
fails('gate_catalog none;', qr/cannot read ".*none"/,
    http => rail() . 'gate_catalog none;');
sub catalog_fails ($text, $words, $line = 1) {
    my ($code, $output) = Gate::config_test(%with, files => { c => $text },
        http => rail() . 'gate_catalog %%PREFIX%%/c;');
    ok($code == 1 && $output =~ /\[emerg\].*$words.* in \S+\/c:$line$/m,
        'fails: the catalogue ' . substr $text, 0, 60) or diag($output);
}
catalog_fails('', qr/\S/);
catalog_fails('{"models":[', qr/\S/);
catalog_fails('[]', qr/\S/);
catalog_fails('{"models":{}}', qr/models/);
catalog_fails('{"models":[{}]}', qr/slug/);
catalog_fails('{"models":[{"slug":1}]}', qr/slug/);
catalog_fails('{"models":[{"slug":"a/b"},{"slug":"a/b"}]}', qr{a/b|twice});
catalog_fails('{"models":[{"slug":"a/b","aliases":"c"}]}', qr/aliases/);
catalog_fails(qq({"models":[\n{"slug":"a/b"},\n{"slug":1}]}), qr/slug/, 3);
catalog_fails(qq({"models":[\n{"slug":"a/b"},\n{"slug":"a/b"}]}), qr{a/b}, 3);
catalog_fails(qq({"models":[],\n\n"x\\ny":[]}), qr/unknown member "x\\x0ay"/,
    3);
catalog_fails(qq({"models":[\n"\x01"]}), qr/byte 13/, 2);
catalog_fails('{"models":[{"slug":"a/b","providers":[1]}]}', qr/providers/);
catalog_fails('{"providers":[{"zero_retention":true}]}', qr/id/);
{
    catalog_fails('{"providers":[{"id":"x","zero_retention":"yes"}]}',
        qr/zero_retention/);
}
{
    my ($code, $output) = Gate::config_test(%with, files => { c =>
        '{"models":[{"slug":"a/b"}]}' }, http => rail('allow_models a/c;')
        . 'gate_catalog %%PREFIX%%/c;');
    ok($code == 0 && $output =~ /\[warn\].*"a\/c".*not in the catalogue in/,
        'warns: a model that the catalogue lacks') or diag($output);
}

# ---- keys
{
    my ($code, $output) = Gate::config_test(%with, http => rail(), keys =>
        ['one', { name => 'two', guardrails => ['missing'] }],
        conf => "gate_auth key; $location");
    my $wanted =
        qr/"missing" is not defined; add "gate_guardrail .* in \S+keys:2/;
    ok($code == 1 && $output =~ $wanted,
        'fails: a key with an unknown guardrail') or diag($output);
}

# ---- all of it, as it should be written
passes('everything', http => <<'EOT', conf => <<'EOT2',
    gate_zdr_vendors x y z w;
    gate_cache_dir %%PREFIX%%/kept;
    gate_catalog %%PREFIX%%/c;
    gate_thread_pool gate;
    gate_guardrail a {
        allow_models a/b a/*; ignore_models a/b; allow_providers n s;
        ignore_providers n; zdr x other;
        filter email redact; filter phone block strict;
        filter credit-card redact shape; filter ssn block;
        filter ip-address redact; filter person-name redact;
        filter address block;
        filter_regex 'id-\d+' redact '[ID]'; filter_regex x flag;
        allow_text 'id-1' 'id-2';
    }
    gate_guardrail b-1.x_y { }
EOT
    gate_apply_guardrail a b-1.x_y; gate_media block; gate_trace on;
    location / { gate_apply_guardrail off; gate_plain_text judge; }
    location /x { gate_plain_text refuse; gate_media pass;
        gate_apply_guardrail a; proxy_pass http://127.0.0.1:1; }
EOT2
    files => { c => '{"models":[{"slug":"a/b"}],"providers":[{"id":"n"}]}' });

done_testing();
