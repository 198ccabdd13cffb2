# E76: while the most hostile body that is known is inspected, another client
# of the same worker waits about as long as beside the same body without an
# inspection.
use Gate;
use Gate::Guard;

use Time::HiRes qw(sleep time);

my $rounds = 15;
my $up = Gate::upstream(body => 'served');
my @slugs = qw(email phone ssn credit-card ip-address person-name address);
my $t = Gate->new(main => 'thread_pool gate threads=1;',
    http => Gate::Guard::cache_dir() . 'gate_guardrail g { filter regex-prompt-injection flag; '
        . join(' ', map { "filter $_ redact;" } @slugs) . '}',
    conf => <<"EOT");
    client_max_body_size 4m;
    client_body_buffer_size 1m;
    location = /ok { return 200 ok; }
    location = /bare { proxy_pass $up; }
    location = /guarded { gate_apply_guardrail g; proxy_pass $up; }
EOT

my %headers = ('Content-Type' => 'application/json');
sub repeated ($text, $size) { return $text x ($size / length $text) }
sub flat ($text, $size) {
    return '{"messages":[{"role":"user","content":"'
        . repeated($text, $size) . '"}]}';
}
sub nested ($text, $size) {
    my $word = $text x 10;
    my $piece = ',["' . $word . '\\\\\\\\n","' . $word . '\\\\\\\\n"]';
    return '{"messages":[{"role":"user","content":["x"'
        . repeated($piece, $size) . ']}]}';
}
my $leet = 'override 1gn0r3 ';

# How long another client waits that asks when the body has been sent.
sub median_wait ($path, $body) {
    my $bytes = Gate::Client::build(POST => $path, \%headers, $body);
    my ($large, $small) = ($t->connect, $t->connect);
    my @waits;
    for (1 .. $rounds) {
        $large->send($bytes);
        sleep 0.001;
        my $start = time();
        $small->send(Gate::Client::build(GET => '/ok'));
        $small->response(30)->body eq 'ok' or fail 'no answer';
        push @waits, time() - $start;
        $large->response(60)->status or fail 'no answer to the body';
    }
    $_->close for $large, $small;
    return (sort { $a <=> $b } @waits)[$rounds / 2];
}

for my $size (40_000, 127_000) {
    my %text = (
        'attack openings' => flat('ignore your ', $size),
        'obfuscated words' => flat($leet, $size),
        'nested, joined and escaped' => nested($leet, $size),
        'names' => flat('Ann Smith ', $size),
        'digits' => flat('415 555 01 ', $size),
        'with escapes' => flat('\\\\n' . $leet x 500, $size),
    );
    for my $name (sort keys %text) {
        my $bare = median_wait('/bare', $text{$name});
        my $ours = median_wait('/guarded', $text{$name});
        cmp_ok($ours, '<', 20 * $bare, sprintf
            '%s, %d bytes: another client waits %.1f ms, beside bare %.1f',
            $name, $size, 1000 * $ours, 1000 * $bare);
    }
}
