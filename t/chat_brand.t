# gate_brand: the word in model names and in the name of the question tool.
use Gate;
use Gate::Chat;

my %up = (
    neutral => Gate::upstream(sse => [call(), finish('tool_calls'), done()]),
    branded => Gate::upstream(sse => [call('call-1',
        name => 'acme.provide_input'), finish('tool_calls'), done()]),
    foreign => Gate::upstream(sse => [call('call-1',
        name => 'other.provide_input'), finish('tool_calls'), done()]),
    cut => Gate::upstream(sse => [says('a'), 'fin']),
);
my $t = chat_nginx(tests => 5, upstreams => \%up, http => 'gate_brand acme;');

my @paused = ('role', 'call acme.provide_input call-1', 'finish tool_calls',
    'final usage null', '[DONE]');
is_deeply([seen(talk($t, 'neutral'))], \@paused,
    'a question under the neutral name');
is_deeply([seen(talk($t, 'branded'))], \@paused, 'and under the brand');
is((seen(talk($t, 'foreign')))[1], 'error 502 turn_failed final',
    'not under another');
is((Gate::chunks(talk($t, 'cut')->text))[-2]{model}, 'acme/intern',
    'chunks of our own carry the brand');
is(($up{cut}->requests)[0]->json->{model}, 'acme/intern',
    'so does the request for an intern without a model');
