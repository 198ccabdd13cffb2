# What tests of refusals say in one line.
#
#     use Gate;
#     use Gate::Expect;
#     refused($answer, 400, 'bad_request', 'an empty body is refused');
#     refused($answer, 401, undef, 'no key', closed => 1);    # no metadata
#     refused($answer, 414, '*', 'a long URI');   # nginx's own: any reason
#     unharmed($t, $up, 'and nothing came of it');
#
# $up is an upstream of interns that was made with sse => [whole_turn()].
package Gate::Expect;
use v5.36;
use parent 'Exporter';

use JSON::PP ();
use Test::More ();

our @EXPORT = qw(refused unharmed raw_request whole_turn prompt
                 chat_body chat_head);

my $json = JSON::PP->new->utf8->canonical->allow_nonref;

# interface.md, "Errors", and openapi.yaml, ChatErrorReason
my %retryable = map { $_ => 1 } qw(busy intern_not_ready intern_unreachable
    internal_error rate_limited stream_severed timeout upstream_unavailable);

# The events of a turn that an intern ends well.
sub whole_turn ($text = 'hello') {
    my $chunk = sub ($rest) {
        return 'data: {"id":"c-1","object":"chat.completion.chunk",'
            . '"created":1700000000,"model":"m-1","choices":' . "$rest}\n\n";
    };
    return (
        $chunk->('[{"index":0,"delta":{"role":"assistant"},'
            . '"finish_reason":null}]'),
        $chunk->('[{"index":0,"delta":{"content":' . $json->encode($text)
            . '},"finish_reason":null}]'),
        $chunk->('[{"index":0,"delta":{},"finish_reason":"stop"}]'),
        $chunk->('[],"usage":{"prompt_tokens":4,"completion_tokens":2,'
            . '"total_tokens":6}'),
        "data: [DONE]\n\n");
}

# A chat request with one user message, and more members.
sub prompt ($text = 'hi', %more) {
    return { messages => [{ role => 'user', content => $text }], %more };
}

# Its bytes. prompt(...) of this many bytes when $size is given.
sub chat_body ($size = undef) {
    my $text = $json->encode(prompt('hi', stream => JSON::PP::true));
    return $text if !defined $size;
    # after the document there may be any white space
    return $text . ' ' x ($size - length $text);
}

# The head of a chat request by hand, without its end; @lines are header
# lines.
sub chat_head ($t, @lines) {
    return join "\r\n",
        'POST /api/v1/interns/alpha/chat/completions HTTP/1.1',
        'Host: localhost', 'Authorization: Bearer ' . $t->key,
        'Content-Type: application/json', @lines, '';
}

# Exactly these bytes on a connection of their own, and the first answer.
sub raw_request ($t, $bytes, %opt) {
    my $client = $t->connect($opt{proto} // 'h1');
    $client->send($bytes);
    my $answer = $client->response($opt{timeout} // 3);
    $client->close;
    return $answer;
}

# One test: the answer is this refusal and says so in one JSON envelope.
# %opt: closed => 1 (the connection ends with it, or 0), message => qr/../
sub refused ($answer, $status, $reason, $title, %opt) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my %error = (code => $status, message => 'text');
    $error{metadata} = { reason => $reason, retryable => $retryable{$reason}
        ? JSON::PP::true : JSON::PP::false } if defined $reason;
    delete $error{metadata} if ($reason // '') eq '*';

    my %wanted = (
        status => $status, type => 'application/json', sniff => 'nosniff',
        cache => 'no-store', whole => 1,
        # as text: a code that is a string would pass is_deeply
        body => $json->encode({ error => \%error }));
    my $got = facts($answer, ($reason // '') eq '*');
    if (exists $opt{closed}) {
        $wanted{closed} = $opt{closed};
        # with a body on its way nginx says so first and closes later
        $got->{closed} = $answer->closed
            || ($answer->header('connection') // '') eq 'close' ? 1 : 0;
    }
    if ($opt{message} && $got->{message} !~ $opt{message}) {
        $wanted{message} = "$opt{message}";
    } else {
        delete $got->{message};
    }
    return Test::More::is_deeply($got, \%wanted, $title);
}

sub facts ($answer, $any_reason) {
    my $body = eval { $answer->json };
    my $error = ref $body eq 'HASH' ? $body->{error} : undef;
    my $message = '';
    if (ref $error eq 'HASH') {
        $message = $error->{message} // '';
        $error->{message} = 'text' if $message =~ /\A[^<>]+\z/;
        my $meta = $error->{metadata} // {};
        delete $error->{metadata}
            if $any_reason && join(' ', sort keys %$meta)
                =~ /\A(?:reason retryable)?\z/;
    }
    return {
        status => $answer->status, type => $answer->header('content-type'),
        sniff => $answer->header('x-content-type-options'),
        cache => $answer->header('cache-control'),
        whole => $answer->complete, message => $message,
        body => $body ? $json->encode($body) : $answer->body,
    };
}

# One test: since the last call the upstream has seen nothing but the healthy
# requests of this function, and serves another on a new connection.
sub unharmed ($t, $up, $title, %opt) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $expected = ++$up->{expected};
    my $answer = $opt{by} ? $opt{by}->() : $t->chat('alpha', prompt());
    my $n = () = $up->requests;
    return Test::More::is_deeply(
        [$answer->status, $answer->complete, $n], [200, 1, $expected],
        $title);
}

1;
