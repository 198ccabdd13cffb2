# G26 to G28: hostile patterns run in linear time, redaction changes nothing
# but what was found, and very many matches are done or refused, not slow.
# What nginx -t says of a wrong pattern is in guard_config.t.
use Gate;
use Gate::Guard;

use Time::HiRes qw(time);

my $long = 'L' x 100;
my $http = <<"EOT";
    gate_guardrail several {
        filter email redact;
        filter ip-address redact;
        filter_regex 'john\@exam' redact '[A]';
        filter_regex 'example.com now' redact '[B]';
        filter_regex 'ab' redact '[AB]';
        filter_regex 'say "\\w+"' redact '[SAID]';
        filter_regex 'line\\nend' redact '[LINES]';
    }
    gate_guardrail quoted { filter_regex 'x' redact '"\\\\'; }
    gate_guardrail long { filter_regex 'z' redact '$long'; }
    gate_guardrail hostile {
        filter_regex '(a+)+\$' redact '[A]';
        filter_regex '(b|b)*c' redact '[B]';
        filter_regex '(d+d+)+e' redact '[D]';
        filter_regex 'f.*g.*h.*i' redact '[F]';
        filter_regex '(x{1,20}){1,20}y' redact '[X]';
    }
EOT
my $locations = sub ($up) { join '', map { <<"EOT" }
    location /plain/$_ { gate_apply_guardrail $_; proxy_pass $up; }
EOT
    qw(several quoted long hostile) };
my $up = Gate::upstream(json => { ok => 1 });
my $g = Gate::Guard->new(filters => ['email'], upstream => $up,
    http => $http, conf => $locations->($up));
my $t = $g->t;

sub becomes ($rail, $title, $text, $wanted) {
    for my $proto (qw(h1 h2c)) {
        my $body = "{ \"messages\" :[ {\"content\":\"$text\"}] }\n";
        my $answer = $g->ask($proto, "/plain/$rail", {}, $body);
        $g->sent or return fail("$title: $answer->{status}");
        my $request = ($up->requests)[-1];
        is($request->body, "{ \"messages\" :[ {\"content\":\"$wanted\"}] }\n",
            "$title, $proto");
        is($request->header('content-length'), length $request->body,
            "$title, $proto: its length");
        ok(eval { $request->json; 1 }, "$title, $proto: it is JSON");
    }
}

# ---- G27
becomes(several => 'G27: adjacent matches', 'x abab ababab y',
    'x [AB][AB] [AB][AB][AB] y');
becomes(several => 'G27: first and last', 'ab and ab', '[AB] and [AB]');
becomes(several => 'G27: nothing but a match', 'ab', '[AB]');
becomes(several => 'G27: a match with escapes',
    'so say \"hello\" \u00e9 \ud83d\ude00', 'so [SAID] \u00e9 \ud83d\ude00');
becomes(several => 'G27: a match over an escaped line end',
    'a line\nend\tb', 'a [LINES]\tb');
becomes(several => 'G27: escapes around a match', '\"ab\"\\\\ab\/\u0061b\\\\',
    '\"[AB]\"\\\\[AB]\/[AB]\\\\');
becomes(several => 'G27: different ones', 'a@b.co, 203.0.113.9 and ab',
    '[EMAIL], [IP_ADDRESS] and [AB]');
becomes(quoted => 'G27: a label that must be escaped', 'axb', 'a\"\\\\b');
{
    $g->ask(h1 => '/plain/several', {}, '{"a":"to john@example.com now ok"}');
    my $body = $g->sent->body;
    like($body, qr/\A\{"a":"to \[(?:A|B|EMAIL)\] ok"\}\z/,
        'G27: overlapping matches become one');
}
{
    my $body = '{"b":["ab","ab",{"c":"ab"}],"n":1e5,"x":"ab" }';
    $g->ask(h1 => '/plain/several', {}, $body);
    is($g->sent->body, $body =~ s/ab/[AB]/gr, 'G27: in many texts');
}
{
    my $body = '{"n":[203011113,{"card":4111111111111111}],"x":1}';
    $g->ask(h1 => '/plain/several', {}, $body);
    is($g->sent->body, $body, 'G27: numbers that are no match stay');
}

# ---- G26 at run
for my $text ('a' x 100_000 . '!', 'b' x 100_000, 'd' x 100_000,
    'fgh' x 33_000, 'x' x 100_000)
{
    my $start = time();
    $g->ask(h1 => '/plain/hostile', {}, "{\"text\":\"$text\"}");
    cmp_ok(time() - $start, '<', 2, 'G26: ' . substr($text, 0, 3)
        . '... is linear');
    ok($g->sent, 'G26: and decided');
}

# ---- G28
sub timed ($rail, $body) {
    my $start = time();
    my $answer = $g->ask(h1 => "/plain/$rail", {}, $body);
    return (time() - $start, $answer, $g->sent);
}
sub many ($n) { return '{"a":"' . 'a@example.com me and ' x $n . '"}' }
my ($some) = timed(several => many(5_000));
my ($more, $answer, $request) = timed(several => many(50_000));
is($answer->status, 200, 'G28: 50,000 matches');
ok($request && $request->body eq many(50_000)
    =~ s/a\@example\.com/[EMAIL]/gr, 'G28: each is redacted');
cmp_ok($more, '<', 40 * $some + 1, 'G28: in linear time');
(undef, $answer, $request) = timed(long => '{"a":"' . 'z ' x 600 . '"}');
is($answer->status, 200, 'G28: a body may grow');
for my $n (10_000, 50_000) {
    (undef, $answer, $request) = timed(long => '{"a":"' . 'z ' x $n . '"}');
    is($answer->status . ' ' . $answer->reason_word, '403 content_blocked',
        "G28: but not without bound, $n");
    ok(!$request, 'G28: nothing of it is sent');
}
{
    (undef, $answer, $request) = timed(long => '{"a":"' . 'z ' x 400_000
        . '"}');
    ok(!$request, 'G28: nothing of the largest is sent');
    is($answer->status . ' ' . $answer->reason_word, '403 content_blocked',
        'G28: and it is blocked');
}
