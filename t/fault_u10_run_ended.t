# U10: the intern confirms that the run has ended: an error chunk 410
# run_ended, the usage it reports, [DONE]. No second error follows.
use Gate;
use Gate::Chat;

my %end = (error => { code => 410, message => 'upstream says',
    metadata => { reason => 'run_ended', retryable => \0 } });
my %up = (
    whole => [says('a'), chunk(finish_reason => 'error', %end), usage_chunk(),
        done()],
    bare => [says('a'), chunk(choices => [], %end), done()],
    'only' => ['data: {"error":{"code":410,"metadata":'
        . "{\"reason\":\"run_ended\"}}}\n\n", done()],
    # confirmed, so the cut that follows is none
    cut => [says('a'), chunk(finish_reason => 'error', %end), 'rst'],
    pre => undef,
);
my $refusal = { error => { code => 410, message => 'upstream says',
    metadata => { reason => 'run_ended', retryable => \0 } } };
my $t = chat_nginx(tests => 8, upstreams => { map {
        $_ => $up{$_} ? Gate::upstream(sse => $up{$_})
                      : Gate::upstream(json => $refusal, status => 410)
    } keys %up });

my @words = ('role', 'a', 'error 410 run_ended final');
my $answer = talk($t, 'whole');
is_deeply([seen($answer)], [@words, (whole())[-2, -1]],
    'the error, the usage, the end');
is(shape($answer), '', 'in their shape');
unlike($answer->text, qr/upstream says/, 'in our words');
is_deeply([seen(talk($t, 'bare'))], [@words, 'final usage null', '[DONE]'],
    'an error beside no choices');
is_deeply([seen(talk($t, 'only'))], ['role', $words[2], 'final usage null',
    '[DONE]'], 'an error alone');
is_deeply([seen(talk($t, 'cut'))], [@words, 'final usage null', '[DONE]'],
    'a cut after the confirmation is no second error');
is($t->status->{streams}{outcomes}{run_ended}, 4, 'all are counted as ended');
ok(well($t), 'others are served');
