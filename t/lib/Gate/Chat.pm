# What tests of streams share: the events of a scripted intern, and what a
# client saw of them, as one word for each event.
#
#     my $up = Gate::upstream(sse => [turn('Hello', ' there')]);
#     my $t  = chat_nginx(tests => 1, upstreams => { alpha => $up });
#     is_deeply([seen(talk($t, 'alpha'))], [whole('Hello', ' there')]);
#
# chat_nginx is Gate->new for upstreams by name, each in two places: the
# intern of that name (gate_chat), and /NAME/chat/completions (gate_stream;
# asked with relay($t, 'name')). The name "well" is a healthy upstream, there
# for well($t): true when both still serve on new connections.
package Gate::Chat;
use v5.36;
use parent 'Exporter';

use JSON::PP ();
use Gate;
use Gate::Sse;

our @EXPORT = qw(prompt tool_reply chunk says turn finish usage_chunk done call
    seen seen_text whole severed tail relayed shape refusal refused chat_nginx
    talk relay well wait_idle rss_kb);

my $json = JSON::PP->new->utf8->canonical;
my $id = 'chatcmpl-up';
my $created = 1_700_000_000;
my $usage = { prompt_tokens => 4, completion_tokens => 2, total_tokens => 6 };

# ---- what clients send

sub prompt ($text = 'hi', %more) {
    return { messages => [{ role => 'user', content => $text }], %more };
}

# An answer to the question $call_id, as the interface composes it.
sub tool_reply ($call_id, $session, $answer = 'allow_once', %more) {
    my $echo = { role => 'assistant', content => undef, tool_calls => [{
        id => $call_id, type => 'function', function => {
            name => 'service.provide_input', arguments => '{}' } }] };
    return { session_id => $session, %more, messages => [$echo,
        { role => 'tool', tool_call_id => $call_id, content => $answer }] };
}

# ---- what an intern sends

# One event; %of are the chunk's members, with delta and finish_reason put
# into its only choice. A member that is undef is left out.
sub chunk (%of) {
    my %chunk = (id => $id, object => 'chat.completion.chunk',
        created => $created, model => 'm-1', %of);
    my $delta = delete $chunk{delta};
    my $reason = delete $chunk{finish_reason};
    $chunk{choices} //= [{ index => 0, delta => $delta // {},
        finish_reason => $reason }] if !exists $chunk{choices};
    delete @chunk{grep { !defined $chunk{$_} } keys %chunk};
    return 'data: ' . $json->encode(\%chunk) . "\n\n";
}

sub says ($text, %of) { return chunk(delta => { content => "$text" }, %of) }
sub finish ($reason, %of) { return chunk(finish_reason => $reason, %of) }
sub usage_chunk (%of) { return chunk(choices => [], usage => $usage, %of) }
sub done { return "data: [DONE]\n\n" }

# A question, as the daemon asks it.
sub call ($call_id = 'call-1', %of) {
    my $name = delete $of{name} // 'service.provide_input';
    my $arguments = delete $of{arguments} // $json->encode({
        kind => 'permission', operation => 'shell',
        options => [qw(allow_once allow_always reject_once reject_always)] });
    return chunk(delta => { tool_calls => [{ index => 0, id => $call_id,
        type => 'function', function => {
            name => $name, arguments => $arguments } }] }, %of);
}

# The events of a whole turn.
sub turn (@texts) {
    return chunk(delta => { role => 'assistant', content => '' }),
        (map { says($_) } @texts), finish('stop'), usage_chunk(), done();
}

# ---- what a client saw

# One word for each event of an answer; after them 'CUT' if the transfer did
# not end properly. An answer that is no event stream is its status.
sub seen ($answer) {
    my $type = $answer->header('content-type') // 'none';
    return "status $answer->{status}, $type" if ($answer->status // '') ne '200'
        || $type !~ m{\Atext/event-stream\b}i;
    return (seen_text($answer->text), $answer->complete ? () : 'CUT');
}

sub seen_text ($text) { return map { word($_) } Gate::Sse::chunks($text) }

sub word ($chunk) {
    return $chunk if !ref $chunk;
    my ($choice, $more) = @{$chunk->{choices} // [{}]};
    return 'two choices' if $more;
    if (!$choice) {
        my $session = exists $chunk->{session_id} ? 'final' : 'end';
        return "$session usage " . (!exists $chunk->{usage} ? 'absent'
            : defined $chunk->{usage} ? $json->encode($chunk->{usage})
            : 'null');
    }
    my $delta = $choice->{delta} // {};
    my @words;
    push @words, 'role' if exists $delta->{role};
    for my $member (qw(reasoning content)) {
        my $text = $delta->{$member} // '';
        push @words, $member eq 'content' ? $text : "($text)" if $text ne '';
    }
    push @words, map { "call $_->{function}{name} $_->{id}" }
        @{$delta->{tool_calls} // []};
    my $reason = $choice->{finish_reason};
    if ($chunk->{error}) {
        my $meta = $chunk->{error}{metadata} // {};
        push @words, join ' ', $reason // 'no reason', $chunk->{error}{code},
            $meta->{reason} // 'none',
            $meta->{retryable} ? 'retryable' : 'final';
    } elsif (defined $reason) {
        push @words, "finish $reason";
    }
    return join '+', @words ? @words : 'nothing';
}

my $final = 'final usage ' . $json->encode($usage);

# The words of a whole turn of gate_chat.
sub whole (@texts) {
    return ('role', @texts, 'finish stop', $final, '[DONE]');
}

# How a stream that was cut ends.
sub tail ($error = '502 stream_severed retryable') {
    return ("error $error", 'final usage null', '[DONE]');
}

sub severed (@texts) { return ('role', @texts, tail()) }

# The same words as gate_stream shows them: a relay adds no session.
sub relayed (@words) { return map { s/\Afinal /end /r } @words }

# What is wrong with the shape of gate_chat's chunks; '' if nothing is.
sub shape ($answer, %opt) {
    my @chunks = Gate::Sse::chunks($answer->text);
    my $end = pop @chunks;
    return 'the last event is not [DONE]' if $end ne '[DONE]';
    my %ids;
    for my $i (0 .. $#chunks) {
        my $chunk = $chunks[$i];
        return "event $i is $chunk" if !ref $chunk;
        $ids{"$chunk->{id} $chunk->{created}"} = 1;
        my %may = map { $_ => 1 } qw(id object created model choices),
            $i == $#chunks ? qw(session_id usage) : (),
            $chunk->{error} ? 'error' : ();
        my $got = join ' ', sort keys %$chunk;
        my $want = join ' ', sort keys %may;
        return "event $i has $got, not $want" if $got ne $want;
        return "event $i is a $chunk->{object}"
            if $chunk->{object} ne 'chat.completion.chunk';
        return "event $i has no choices"
            if ($i < $#chunks) != (@{$chunk->{choices}} == 1);
        for my $choice (@{$chunk->{choices}}) {
            my $members = join ' ', sort keys %$choice;
            return "a choice has $members"
                if $members ne 'delta finish_reason index';
        }
    }
    return 'id or created changes' if keys %ids > 1;
    return '';
}

# ---- refusals

# What an error answer says, without its message: "502 intern_unreachable
# retryable". Says what is wrong instead if it is not the whole envelope, or
# repeats one of the texts that must stay unseen.
sub refusal ($answer, @unseen) {
    my $status = $answer->status // 'none';
    return "status $status, cut" if !$answer->complete;
    for my $text (@unseen, 'upstream says') {
        return "status $status, repeats $text"
            if index($answer->raw . $answer->body, $text) >= 0;
    }
    my $type = $answer->header('content-type') // 'none';
    return "status $status, type $type" if $type ne 'application/json';
    for my $name (qw(location set-cookie www-authenticate)) {
        return "status $status, has $name" if defined $answer->header($name);
    }
    my $body = eval { $answer->json } // return "status $status, no JSON";
    my $error = $body->{error};
    my $meta = $error->{metadata};
    my $odd = join ' ', sort(keys %$body), sort(keys %$error),
        sort(keys %{$meta // {}});
    return "status $status, members $odd"
        if $odd ne 'error code message metadata reason retryable';
    return "status $status, but code $error->{code}"
        if $error->{code} ne $status;
    return "status $status, no message" if ($error->{message} // '') eq '';
    return join ' ', $status, $meta->{reason},
        $meta->{retryable} ? 'retryable' : 'final';
}

sub refused ($answer, $want, $title, @unseen) {
    return Test::More::is(refusal($answer, @unseen), $want, $title);
}

# ---- nginx with both kinds of location

sub chat_nginx (%opt) {
    my %up = (well => undef, %{delete $opt{upstreams} // {}});
    $up{well} //= Gate::upstream(sse => [turn('well')]);
    my $chat = delete $opt{chat} // '';
    my $stream = delete $opt{stream} // '';
    my $kind = delete $opt{kind} // 'auto';
    my $conf = delete $opt{conf} // '';

    my %address = map {
        $_ => ref $up{$_} ? $up{$_}->address : $up{$_}
    } keys %up;
    my $relays = join "\n", map { <<"EOF" } sort keys %up;
    location /$_/ {
        gate_stream $kind;
        $stream
        set \$to $address{$_};
        proxy_pass http://\$to;
    }
EOF
    return Gate->new(status => 1, %opt,
        interns => [map { +{ id => $_, upstream => $address{$_} } }
            sort keys %up],
        conf => <<"EOF");
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    gate_rate_limit off;
    $relays
    location /api/v1/interns/ {
        gate_chat;
        $chat
        proxy_pass http://\$gate_intern_upstream;
    }
    location = /ok { return 200 ok; }
    $conf
EOF
}

# A prompt for this intern, and the whole answer.
sub talk ($t, $name, %opt) {
    my $body = delete $opt{body} // prompt();
    my $answer = $t->chat($name, $body, %opt);
    return $answer;
}

sub relay ($t, $name, %opt) {
    return $t->request(POST => $opt{uri} // "/$name/chat/completions",
        { 'Content-Type' => 'application/json', %{$opt{headers} // {}} },
        $json->encode({ stream => JSON::PP::true, %{prompt()} }), %opt);
}

# ---- afterwards

sub well ($t) {
    my @cases = (['chat', talk($t, 'well'), whole('well')],
        ['relay', relay($t, 'well'), relayed(whole('well'))]);
    for my $case (@cases) {
        my ($name, $answer, @want) = @$case;
        my $got = join ' ', seen($answer);
        $got eq "@want" or Test::More::diag("$name: $got"), return 0;
    }
    return 1;
}

# Waits until no stream is open; true when none is.
sub wait_idle ($t, $seconds = 2) {
    return Gate::wait_for(sub { !$t->status->{streams}{active} }, $seconds);
}

# Memory of the first worker.
sub rss_kb ($t) {
    my ($pid) = $t->worker_pids;
    open(my $in, '<', "/proc/$pid/status") or return 0;
    my ($kb) = join('', <$in>) =~ /^VmRSS:\s+(\d+)/m;
    return $kb;
}

1;
