# U29, U30: the reply to a question whose upstream is gone is refused at once;
# a run with more output than its daemon retains is 410 attachment_failed.
use Gate;
use Gate::Chat;

use Time::HiRes qw(time);

my $role = chunk(delta => { role => 'assistant', content => '' });
my @pause = ($role, call(), finish('tool_calls', session_id => 'ses-1'),
    usage_chunk(session_id => 'ses-1'), done());
my $lost = { error => { code => 410, message => 'upstream says',
    metadata => { reason => 'attachment_failed', retryable => \0 } } };
my %up = (
    gone => Gate::upstream(sse => \@pause),
    full => Gate::upstream(turns => [{ sse => \@pause },
        { json => $lost, status => 410 }]),
    late => Gate::upstream(turns => [{ sse => \@pause },
        { sse => [$role, says('a'), chunk(finish_reason => 'error', %$lost),
            done()] }]),
);
my $t = chat_nginx(tests => 9, upstreams => \%up);

for my $name (sort keys %up) {
    my $answer = talk($t, $name);
    my ($session) = map { $_->{session_id} } (Gate::chunks($answer->text))[-2];
    is((seen($answer))[2] . " $session", 'finish tool_calls ses-1',
        "$name: the run is paused");
}
my $reply = tool_reply('call-1', 'ses-1');

$up{gone}->stop;
my $start = time();
refused(talk($t, 'gone', body => $reply), '502 intern_unreachable retryable',
    'the upstream is gone');
cmp_ok(time() - $start, '<', 2, 'said at once');

refused(talk($t, 'full', body => $reply), '410 attachment_failed final',
    'more output than is retained, before the stream');
my $answer = talk($t, 'late', body => $reply);
is_deeply([seen($answer)], ['role', 'a', 'error 410 attachment_failed final',
    'final usage null', '[DONE]'], 'the same in a stream');
unlike($answer->text, qr/upstream says/, 'in our words');
ok(well($t), 'others are served');
