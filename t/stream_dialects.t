# Which dialect a stream has, what ends it, and its tail: by the directive, by
# the first event, or by the path.
use Gate;
use Gate::Chat;

use JSON::PP ();

sub event ($name, %of) {
    my $data = JSON::PP->new->canonical->encode({ type => $name, %of });
    return "event: $name\ndata: $data\n\n";
}

# what they send; the last element is the end
my %streams = (
    chat => [chunk(delta => { role => 'assistant' }), says('a'),
        finish('stop'), usage_chunk(), done()],
    completions => ['data: {"id":"c-1","object":"text_completion","created":5,'
        . '"model":"m-2","choices":[{"text":"a"}]}' . "\n\n", done()],
    responses => [event('response.created', response => { id => 'r' }),
        event('response.output_text.delta', delta => 'a'),
        event('response.completed', response => { usage => {
            input_tokens => 1 } })],
    incomplete => [event('response.created', response => {}),
        event('response.incomplete', response => {})],
    failed => [event('response.created', response => {}),
        event('response.failed', response => {})],
    cancelled => [event('response.created', response => {}),
        event('response.cancelled', response => {})],
    reported => [event('response.created', response => {}),
        event('error', code => 'x', message => 'm')],
    messages => [event('message_start', message => {}), event('ping'),
        event('content_block_delta', delta => {}), event('message_stop')],
    overloaded => [event('message_start', message => {}),
        event('error', error => { type => 'overloaded_error' })],
    # no `event:` lines
    plain => ['data: {"type":"message_start","message":{}}' . "\n\n",
        'data: {"type":"message_stop"}' . "\n\n"],
    unknown => ["data: 1\n\n", "data: 2\n\n"],
);
my %tail = (
    chat => [relayed(tail())], completions => [relayed(tail())],
    (map { $_ => ['error stream_severed'] }
        qw(responses incomplete failed cancelled reported)),
    (map { $_ => ['error api_error stream_severed'] }
        qw(messages overloaded plain)),
);
my @names = sort keys %tail;

my %up;
for my $name (keys %streams) {
    my @events = @{$streams{$name}};
    $up{$name} = Gate::upstream(sse => \@events);
    $up{"cut$name"} = Gate::upstream(sse => [@events[0 .. $#events - 1]]);
}
$up{cutunknown} = Gate::upstream(sse => ["data: 1\n\n", 'data: 2', 'fin']);
$up{early} = Gate::upstream(sse => [": hi\n\n", 'fin']);
$up{ping} = Gate::upstream(sse => [event('ping'), 'fin']);

my $t = chat_nginx(tests => 3 * @names + 10, upstreams => \%up,
    http => "log_format told '\$uri \$gate_stream_outcome"
        . " \$gate_prompt_tokens \$gate_completion_tokens';",
    conf => 'access_log %%PREFIX%%/logs/told.log told;' . join "\n", map {
        my $address = $up{cutunknown}->address;
        "location /as$_/ { gate_stream $_; proxy_pass http://$address; }"
    } qw(chat responses messages));

# The tail in words.
sub tail_of ($text) {
    return map {
        my ($data) = /^data: (.*)/m;
        my $said = $data eq '[DONE]' ? {} : JSON::PP->new->decode($data);
        my $error = $said->{error};
        $said->{choices} || $data eq '[DONE]' ? seen_text("$_\n\n")
            : !/\Aevent: error\n/ ? 'no error event'
            : join ' ', 'error', $error->{reason} ? $error->{type} : (),
                $error->{reason} // $said->{code}
                // $error->{metadata}{reason};
    } Gate::events($text);
}

for my $name (@names) {
    my $whole = join '', @{$streams{$name}};
    # a path that tells nothing: the first event does
    is(relay($t, $name, uri => "/$name/x")->body, $whole,
        "$name: nothing is added to a complete stream");
    my $begun = join '', @{$streams{$name}}[0 .. $#{$streams{$name}} - 1];
    my $answer = relay($t, "cut$name", uri => "/cut$name/x");
    is(substr($answer->body, 0, length $begun), $begun,
        "$name: what came of a cut one");
    is_deeply([tail_of(substr $answer->body, length $begun)], $tail{$name},
        "$name: and its tail");
}
is(relay($t, 'unknown', uri => '/unknown/x')->body, "data: 1\n\ndata: 2\n\n",
    'no dialect: a clean end is the end');
is_deeply([tail_of(relay($t, 'cutunknown', uri => '/cutunknown/x')->body
    =~ s/\Adata: 1\n\n//r)], ['error stream_severed'],
    'no dialect: a cut has an error event');

# ---- the path, where the first event does not tell
is_deeply([tail_of(relay($t, 'early', uri => '/early/v1/messages')->body
    =~ s/\A: hi\n\n//r)], ['error api_error stream_severed'],
    'by the path: messages');
is_deeply([tail_of(relay($t, 'early', uri => '/early/v1/responses')->body
    =~ s/\A: hi\n\n//r)], ['error stream_severed'],
    'by the path: responses');
is((seen(relay($t, 'early')))[-1], '[DONE]', 'by the path: chat');
is_deeply([tail_of(relay($t, 'ping', uri => '/ping/v1/messages')->body
    =~ s/\Aevent: ping.*?\n\n//sr)], ['error api_error stream_severed'],
    'an event of any dialect leaves it to the path');

# ---- the directive
is((seen(relay($t, 'x', uri => '/aschat/x')))[-1], '[DONE]',
    'by the directive: chat');
is((tail_of(relay($t, 'x', uri => '/asmessages/v1/responses')->body
    =~ s/\Adata: 1\n\n//r))[0], 'error api_error stream_severed',
    'the directive is over the path');

# ---- what the variables say
relay($t, 'chat', uri => '/chat/told');
my ($line) = grep { m{^/chat/told} } map { $t->read_log('told.log') }
    Gate::wait_for(sub { grep { m{/told} } $t->read_log('told.log') }, 2);
is($line, '/chat/told complete 4 2', 'outcome and tokens are variables');
ok(well($t), 'others are served');
