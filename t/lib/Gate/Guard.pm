# What rows of guardrail evasions share: one nginx, one upstream, and for each
# filter a location per action, plain and of gate_chat.
#
#     my $g = Gate::Guard->new(filters => [qw(email regex-prompt-injection)]);
#     $g->caught(email => 'G01: an escaped @', 'to <<john\u0040a.com>> now');
#     $g->passes(email => 'a lone @', 'at 9 @ the pier');
#     $g->refused(email => 'J15', 'a\u0000b', 400, 'invalid_body');
#     $g->agrees;     # figures and audit lines tell the same, at the end
#
# Texts are bytes between the quotes of a JSON string; <<...>> is what must
# go, with the label in its place, and <<-...>> what must go without one.
# Every text is sent on four ways: HTTP/1.1 and HTTP/2, to proxy_pass and to
# gate_chat. caught() means: block gives 403 and nothing leaves; redact
# sends on the label in the marked place and else the same bytes; flag and
# monitor send on the same bytes. One test for each action.
#
# %opt of caught, passes: body => '{"messages":[..."%s"...]}', the document
# around the text; chat => the document for gate_chat, or 'unsent' where the
# text does not leave it, or 0 for no chat at all; loose => 1: the label
# stands somewhere and the marked text nowhere (prompt injection, whose
# matches end where its rules end); fixed => 1: it stands in a member's
# name or a payload, so that redact refuses too; headers => {...}; actions => [...].
package Gate::Guard;
use v5.36;

use File::Spec ();
use JSON::PP ();
use Test::More ();
use Gate;
use Gate::Expect qw(whole_turn);

our $plain = '{"stream" : true, "messages":[{"role":"user",'
    . '"content":"%s"}]}';
my $json = JSON::PP->new->utf8->allow_nonref;
my %label = (email => '[EMAIL]', phone => '[PHONE]', ssn => '[SSN]',
    'credit-card' => '[CREDIT_CARD]', 'ip-address' => '[IP_ADDRESS]',
    'person-name' => '[PERSON_NAME]', address => '[ADDRESS]',
    'regex-prompt-injection' => '[PROMPT_INJECTION]');
my @ways = (['h1', 'plain'], ['h2c', 'plain'], ['h1', 'chat'],
            ['h2c', 'chat']);

# %opt: filters => [slugs], custom => {NAME => PATTERN} (label [NAME]), http,
# conf, and those of Gate->new. alternate => 1: a test takes two of the ways,
# the next one the other two; for rows of many texts.
sub new ($class, %opt) {
    my $custom = delete $opt{custom} // {};
    my @filters = (@{delete $opt{filters} // []}, sort keys %$custom);
    my $up = $opt{upstream} // Gate::upstream(sse => [whole_turn()]);
    my $self = bless { up => $up, forwarded => 0, hits => {},
        flagged => 0, custom => $custom, turn => 0,
        alternate => delete $opt{alternate} }, $class;
    my ($http, $conf) = (delete $opt{http} // '', delete $opt{conf} // '');
    for my $filter (@filters) {
        for my $action ($self->actions($filter)) {
            $http .= $self->guardrail($filter, $action)
                if $action !~ /would/;
            $conf .= locations($up, "$filter-$action");
        }
    }
    $self->{t} = Gate->new(
        status => 1, listen => [qw(h1 h2c)], keys => ['default'],
        interns => [{ id => 'alpha', upstream => $up }], %opt,
        main => 'thread_pool gate threads=2;' . ($opt{main} // ''),
        http => cache_dir() . $http, conf => <<"EOT" . $conf);
    keepalive_requests 1000000;
    client_max_body_size 2m;
    gate_rate_limit off;
    add_header X-Verdict \$gate_verdict always;
EOT
    return $self;
}

# Compiling the rules of prompt injection takes seconds of a processor; what
# is kept knows of which rules and library it was made.
sub cache_dir {
    my $path = File::Spec->tmpdir . "/interngate-test-cache-$>";
    mkdir $path, 0700;
    my @about = lstat $path;
    return '' if !-d _ || !@about || $about[4] != $>;
    return "gate_cache_dir $path;\n";
}

sub actions ($self, $filter) {
    my $may_flag = $self->{custom}{$filter} || $filter =~ /injection/;
    return (qw(block redact would-block would-redact),
            $may_flag ? 'flag' : ());
}

sub guardrail ($self, $filter, $action) {
    my $custom = $self->{custom}{$filter};
    my $line = defined $custom ? "filter_regex '$custom' $action '[$filter]'"
                               : "filter $filter $action";
    return "gate_guardrail $filter-$action { $line; }\n";
}

sub locations ($up, $name) {
    my $guardrail = $name =~ s/would-//r;
    my $more = $name eq $guardrail ? '' : 'gate_enforce monitor;';
    return <<"EOT";
    location /plain/$name {
        gate_apply_guardrail $guardrail; $more proxy_pass $up;
    }
    location /chat/$name/interns/ {
        gate_chat; gate_apply_guardrail $guardrail; $more
        proxy_pass http://\$gate_intern_upstream;
    }
EOT
}

sub t ($self) { return $self->{t} }
sub up ($self) { return $self->{up} }

sub label ($self, $filter) { return $label{$filter} // "[$filter]" }
sub filter_word ($self, $filter) {
    return $self->{custom}{$filter} ? 'custom' : $filter;
}

# ---- requests

# A request on a connection that stays open.
sub ask ($self, $proto, $uri, $headers, $body) {
    my $client = $self->{clients}{$proto};
    if (!$client || $client->{eof}) {
        $client = $proto eq 'h1' ? $self->{t}->connect
                                 : $self->{t}->h2($proto);
    }
    my $answer = $client->request(POST => $uri, {
        Authorization => 'Bearer ' . $self->{t}->key,
        'Content-Type' => 'application/json', %$headers }, $body);
    my $over = $answer->closed && $proto eq 'h1'
        || ($answer->header('connection') // '') eq 'close'
        || $client->{goaway};
    $client->close if $over;
    $self->{clients}{$proto} = $over ? undef : $client;
    return $answer;
}

sub post ($self, $way, $name, $body, %headers) {
    my ($proto, $place) = @$way;
    my $rest = $place eq 'chat' ? '/interns/alpha/chat/completions' : '';
    return $self->ask($proto, "/$place/$name$rest", \%headers, $body);
}

# What the upstream got since the last call: its only request, '' for none.
sub sent ($self) {
    my @seen = $self->{up}->requests;
    my $new = @seen - $self->{forwarded};
    $self->{forwarded} = @seen;
    return $new == 0 ? '' : $new == 1 ? $seen[-1] : die "$new requests left\n";
}

# ---- cases

sub caught ($self, $filter, $title, $text, %opt) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my @gone = document({ %opt, text => $text }, 'plain')
        =~ /<<-?(.*?)>>/gs;
    @gone or die "nothing is marked in: $text\n";
    $self->{t}->secret(grep { length > 9 } @gone);
    my %case = (%opt, filter => $filter, gone => \@gone, text => $text);
    for my $action (@{$opt{actions} // [$self->actions($filter)]}) {
        $self->one($action, $title, \%case);
    }
}

sub passes ($self, $filter, $title, $text, %opt) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my %case = (%opt, filter => $filter, gone => [], text => $text);
    $self->one($_, $title, \%case)
        for @{$opt{actions} // [qw(block redact)]};
}

# One test: what is sent on each way, and what came of it.
sub one ($self, $action, $title, $case) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my (%got, %wanted);
    for my $way ($self->ways($action)) {
        my ($proto, $place) = @$way;
        my $body = document($case, $place) // next;
        $case->{headers} //= {};
        my $answer = $self->post($way, "$case->{filter}-$action",
            unmarked($body), %{$case->{headers}});
        $got{"$proto $place"} = $self->outcome($case, $answer, $place,
            $action, $body);
        $wanted{"$proto $place"} = $self->wanted($case, $action, $place);
        next if !is_found($case, $place)
            || $got{"$proto $place"} ne $wanted{"$proto $place"};
        $self->{hits}{$case->{filter}}{$action =~ s/would-//r}++;
        $self->{flagged}++ if $action eq 'flag';
    }
    return Test::More::is_deeply(\%got, \%wanted,
        "$title: $case->{filter} $action");
}

# Monitor is the same code for both actions: each takes half of the ways.
sub ways ($self, $action) {
    return @ways[0, 3] if $action eq 'would-block';
    return @ways[1, 2] if $action eq 'would-redact';
    return @ways if !$self->{alternate};
    return $self->{turn}++ % 2 ? @ways[0, 3] : @ways[1, 2];
}

sub unmarked ($text) { return $text =~ s/<<-?|>>//gr }
sub redacted ($text, $label) {
    return $text =~ s/<<(-?).*?>>/$1 ? '' : $label/gers;
}

sub document ($case, $place) {
    my $around = $case->{body} // $plain;
    if ($place eq 'chat' && defined $case->{chat}) {
        return undef if !$case->{chat};
        $around = $case->{chat} if $case->{chat} ne 'unsent';
    }
    return $around =~ s/%s/$case->{text}/r;
}

sub is_found ($case, $place) {
    return @{$case->{gone}}
        && !($place eq 'chat' && ($case->{chat} // '') eq 'unsent');
}

# In words, so that a failure can be read.
sub wanted ($self, $case, $action, $place) {
    my $filter = $case->{filter};
    return '200 passed, as it was' if !is_found($case, $place);
    my $refuses = $action eq 'block'
        || $case->{fixed} && $action eq 'redact';
    return '403 refused ' . join ' ', 'content_blocked', "$filter-$action",
        $self->filter_word($filter), $self->label($filter) if $refuses;
    return '200 redacted, without it' if $action eq 'redact';
    $action = 'would-block'
        if $case->{fixed} && $action eq 'would-redact';
    my %verdict = (flag => 'flagged', 'would-block' => 'would_refuse',
                   'would-redact' => 'would_redact');
    return "200 $verdict{$action}, as it was";
}

sub outcome ($self, $case, $answer, $place, $action, $body) {
    my $verdict = $answer->header('x-verdict') // 'no verdict';
    my $words = ($answer->status // 'no status') . " $verdict";
    my $request = $self->sent;
    if (($answer->status // 0) != 200) {
        my $meta = eval { $answer->json->{error}{metadata} } // {};
        $words .= join ' ', '', map { $_ // '-' }
            @$meta{qw(reason guardrail_id filter label)};
        $words .= ', repeats it' if grep {
            length > 9 && index($answer->raw . $answer->body, $_) >= 0
        } @{$case->{gone}};
        return $request ? "$words, but was sent on" : $words;
    }
    return "$words, but not sent on" if !$request;
    return "$words, " . ($place eq 'chat'
        ? $self->chat_text($case, $request, $action)
        : $self->plain_text($case, $request, $action, $body));
}

sub plain_text ($self, $case, $request, $action, $body) {
    return 'as it was' if $request->body eq unmarked($body);
    my $label = $self->label($case->{filter});
    return 'without it'
        if $request->body eq redacted($body, $label)
        && eval { $request->json; 1 };
    return $self->loosely($case, $request);
}

sub chat_text ($self, $case, $request, $action) {
    my $got = eval { $request->json->{messages}[-1]{content} }
        // return 'no message: ' . $request->body;
    my $label = $self->label($case->{filter});
    return $self->loosely($case, $request, 'as it was')
        if ($case->{chat} // '') eq 'unsent';
    my $text = defined $case->{chat} || defined $case->{body}
        ? $json->decode(document($case, 'chat'))->{messages}[-1]{content}
        : $json->decode("\"$case->{text}\"");
    $_ = joined($_) for $got, $text;
    return 'as it was' if $got eq unmarked($text);
    return 'without it' if $got eq redacted($text, $label);
    return $self->loosely($case, $request);
}

# Content in parts as one text.
sub joined ($content) {
    return ref $content ? join '|', map { $_->{text} // '' } @$content
                        : $content;
}

# The label stands there and the marked text does not, decoded or not.
sub loosely ($self, $case, $request, $fine = undef) {
    my $body = $request->body;
    my $value = eval { $request->json } // return "no JSON: $body";
    utf8::encode(my $strings = join "\n", strings($value));
    for my $gone (@{$case->{gone}}) {
        utf8::encode(my $text = eval { $json->decode("\"$gone\"") } // $gone);
        for my $piece ($gone, $text) {
            return "holds $piece: " . excerpt($body)
                if index($body, $piece) >= 0 || index($strings, $piece) >= 0;
        }
    }
    return $fine if defined $fine;
    return 'without it'
        if $case->{loose} && index($body, $self->label($case->{filter})) >= 0;
    return 'changed: ' . excerpt($body);
}

sub excerpt ($body) {
    return length $body < 600 ? $body : substr($body, 0, 300) . ' ... '
        . substr $body, -300;
}

sub strings ($value) {
    return ref $value eq 'HASH' ? map { ($_, strings($value->{$_})) }
                                      sort keys %$value
        : ref $value eq 'ARRAY' ? map { strings($_) } @$value : $value // ();
}

# A body that is not judged but refused, on every way; $reason of chat is
# always bad_request for 400. $text is put into the document, or is one with
# whole => 1.
sub refused ($self, $filter, $title, $text, $status, $reason, %opt) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my (%got, %wanted);
    for my $action ('block', 'redact') {
        for my $way (@ways) {
            next if defined $opt{chat} && !$opt{chat}
                && $way->[1] eq 'chat';
            my $body = $opt{whole} ? $text : $plain =~ s/%s/$text/r;
            my $answer = $self->post($way, "$filter-$action", $body,
                %{$opt{headers} // {}});
            my $name = "@$way $action";
            my $on_chat = $way->[1] eq 'chat' && $status =~ /\A4(?:00|15)\z/;
            $wanted{$name} = $on_chat ? '400 bad_request, nothing sent'
                                      : "$status $reason, nothing sent";
            $got{$name} = join ' ', $answer->status // 'none',
                ($answer->reason_word // 'no reason') . ','
                , $self->sent ? 'sent on' : 'nothing sent';
        }
    }
    return Test::More::is_deeply(\%got, \%wanted, "$title is refused");
}

# ---- the end

# One test: figures and audit lines know of everything that was caught.
sub agrees ($self) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my %counted;
    $counted{"$_->{filter} $_->{action}"} += $_->{count}
        for @{$self->{t}->status->{guardrails}{hits}};
    my @wrong;
    for my $filter (sort keys %{$self->{hits}}) {
        my $of = $self->{hits}{$filter};
        for my $action (sort keys %$of) {
            my $n = $counted{$self->filter_word($filter) . " $action"} // 0;
            push @wrong, "$filter $action: $n of $of->{$action} counted"
                if $n < $of->{$action};
        }
    }
    my $marked = sub { scalar grep { / filter="[\w-]+" action="flag"/ }
        $self->{t}->error_log };
    Gate::wait_for(sub { $marked->() >= $self->{flagged} }, 2);
    push @wrong, $marked->() . " of $self->{flagged} audit lines are marked"
        if $marked->() != $self->{flagged};
    return Test::More::is_deeply(\@wrong, [], 'all of it is counted');
}

1;
