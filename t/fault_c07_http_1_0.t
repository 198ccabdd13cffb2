# C07: a client of HTTP/1.0 gets the whole stream, ended by close.
use Gate;
use Gate::Chat;

my %up = (whole => Gate::upstream(sse => [says('a'), \0.1, says('b'),
        finish('stop'), usage_chunk(), done()]),
    cut => Gate::upstream(sse => [says('a'), 'rst']));
my $t = chat_nginx(tests => 10, upstreams => \%up, kind => 'chat');

for my $case (['an intern', \&talk, ['role'], sub (@words) { @words }],
    ['a relay', \&relay, [], \&relayed])
{
    my ($name, $ask, $start, $as) = @$case;
    my $answer = $ask->($t, 'whole', version => '1.0');
    is_deeply([seen_text($answer->body)], [@$start, 'a', 'b',
        $as->((whole())[1 .. 3])], "$name: the whole stream");
    is($answer->framing, 'close', "$name: without chunks");
    ok($answer->closed, "$name: and then closed");

    $answer = $ask->($t, 'cut', version => '1.0');
    is_deeply([seen_text($answer->body)], [@$start, 'a', $as->(tail())],
        "$name: a cut has its tail");
}
refused(talk($t, 'whole', version => '1.0', body => '{}'),
    '400 bad_request final', 'a refusal is whole');
ok(well($t), 'others are served');
