# The Vercel AI SDK, unmodified: streamText through gate_chat to a real intern
# daemon, and through gate_stream to scripted servers that break off.
use Gate;
use Gate::Node qw(ai @ai-sdk/openai @ai-sdk/openai-compatible);

my $t = client_nginx();
my @whole = qw(chat/whole auto/whole
               responses/responses_whole auto/responses_whole);
my @cut = qw(chat/fin chat/rst auto/fin auto/rst
             responses/responses_fin auto/responses_fin);
my $seen = run_clients('ai_sdk.mjs',
    intern($t, 'plain', "Hello\nthere"),
    intern($t, 'mid-event cut', "!say half\n!cut mid"),
    intern($t, 'reset', "!say half\n!delay 50ms\n!cut rst"),
    intern($t, 'ended run', "!say half\n!end"),
    intern($t, 'wrong key', 'Hello', key => 'igk_nobody'),
    intern($t, 'late answer', '!fail 409 interaction_not_pending'),
    intern($t, 'no intern', 'Hello', id => 'nobody'),
    backends($t, @whole, @cut));

# ---- streams that end well
like($seen->{plain}{text}, qr/Hello\s+there/, 'plain: the whole text');
is($seen->{$_}{text}, /responses_/ ? 'half' : 'all of it',
    "$_: the whole text") for @whole;
for my $name ('plain', @whole) {
    is($seen->{$name}{finish}, 'stop', "$name: finishReason is stop");
    is($seen->{$name}{error}{message}, undef, "$name: no error part");
    is($seen->{$name}{tokens}, 6, "$name: the usage has arrived");
}

# ---- streams that break: what came before, an error part, finishReason error
for my $name ('mid-event cut', 'reset', 'ended run', @cut) {
    is_deeply([@{$seen->{$name}}{qw(text finish)}], ['half', 'error'],
        "$name: finishReason is error after what had arrived");
    my $error = $seen->{$name}{error} // {};
    my $wanted = $name eq 'ended run' ? 'run_ended' : 'stream_severed';
    is($error->{reason} // $error->{code}, $wanted,
        "$name: an error part says $wanted");
}

# ---- refusals before a stream
my %refusals = (
    'wrong key'   => [401, undef],
    'late answer' => [409, 'interaction_not_pending'],
    'no intern'   => [502, 'intern_unreachable'],
);
for my $name (sort keys %refusals) {
    my $error = $seen->{$name}{error} // {};
    my $body = eval { JSON::PP::decode_json($error->{body}) } // {};
    is_deeply([$error->{type}, $error->{status},
        $body->{error}{metadata}{reason}], ['APICallError',
        @{$refusals{$name}}], "$name: an APICallError with its reason");
}
