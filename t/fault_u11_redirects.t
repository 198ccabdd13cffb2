# U11: a redirect of an intern is an intern that cannot be reached; it is
# neither followed nor shown.
use Gate;
use Gate::Chat;

my @codes = (301, 302, 303, 307, 308);
my $target = Gate::upstream(sse => [turn('elsewhere')]);
my %up = map {
    $_ => Gate::upstream(status => $_, body => 'upstream says',
        headers => { Location => "$target/x", 'Set-Cookie' => 'a=b' })
} @codes;
# an intern does not steer this server
$up{accel} = Gate::upstream(status => 200, body => 'x',
    headers => { 'X-Accel-Redirect' => '/ok' });
$up{stream} = Gate::upstream(sse => [turn('a')],
    headers => { 'X-Accel-Redirect' => '/ok', 'Refresh' => "0; $target" });

my $t = chat_nginx(tests => 2 * @codes + 5, upstreams => \%up);

for my $code (@codes) {
    refused(talk($t, $code), '502 intern_unreachable retryable',
        "$code: an intern");
    my $answer = relay($t, $code);
    is($answer->status . ' ' . $answer->header('location'),
        "$code $target/x", "$code: a relay hands it on");
}
refused(talk($t, 'accel'), '502 intern_unreachable retryable',
    'X-Accel-Redirect of an intern is not followed', 'ok');
my $answer = talk($t, 'stream');
is_deeply([seen($answer)], [whole('a')], 'not even beside a stream');
is($answer->header('refresh'), undef, "an intern's headers stay unseen");
is($target->connections, 0, 'nobody followed a redirect');
ok(well($t), 'others are served');
