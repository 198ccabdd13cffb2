# A14 for guardrails of chat: what the intern gets was judged on every way into
# a location of gate_chat, and so is what a mirror of it gets.
use Gate;
use Gate::Expect qw(whole_turn);

my $up = Gate::upstream(sse => [whole_turn()]);
my $copies = Gate::upstream(body => '');
my $path = 'interns/alpha/chat/completions';
sub locations ($a) {
    my $chat = 'gate_chat; gate_rate_limit off; gate_apply_guardrail '
        . "$a; proxy_pass http://\$gate_intern_upstream;";
    return <<"EOT";
    location /$a/api/ { $chat }
    location /$a/any/ { satisfy any; allow all; $chat }
    location /$a/last/ { rewrite ^/$a/last/(.*) /$a/api/\$1 last; }
    location /$a/break/ { rewrite ^/$a/break/(.*) /x/\$1 break; $chat }
    location /$a/if/ { $chat if (\$uri) { set \$y 1; } }
    location /$a/except/ { $chat limit_except GET { allow all; } }
    location /$a/try/ { try_files /nothing \@$a; }
    location /$a/page/ { error_page 404 = \@$a; return 404; }
    location \@$a { $chat }
    location /$a/instead/ { error_page 400 403 404 = \@open; $chat }
    location /$a/mirrored/ { mirror /copy; $chat }
    location /$a/file/ { client_body_in_file_only clean; $chat }
    location /$a/unbuffered/ { proxy_request_buffering off; $chat }
EOT
}
my $t = Gate->new(
    status => 1, listen => [qw(h1 h2c)],
    interns => [{ id => 'alpha', upstream => $up }],
    main => 'thread_pool gate threads=2;',
    http => 'gate_guardrail block { filter email block; }'
        . ' gate_guardrail redact { filter email redact; }',
    conf => <<"EOT" . join '', map { locations($_) } qw(block redact));
    client_max_body_size 2m;
    location \@open { proxy_pass $up; }
    location = /copy { internal; proxy_pass $copies/copy; }
EOT

my $sent = 0;
sub ask ($uri, $proto, $size) {
    my $text = 'x ' x ($size / 2) . 'to john@example.com';
    # only the last message leaves, so the one before it may be long
    my $before = 'x' x $size;
    my $answer = $t->request(POST => "$uri/$path",
        { 'Content-Type' => 'application/json' },
        "{\"stream\":true,\"messages\":[{\"role\":\"system\",\"content\":"
        . "\"$before\"},{\"role\":\"user\",\"content\":\"$text\"}]}",
        key => 'default', proto => $proto);
    my @seen = $up->requests;
    my @new = @seen[$sent .. $#seen];
    $sent = @seen;
    return ($answer, $text =~ s/john\S+/[EMAIL]/r, @new);
}

for my $way (qw(api any last break if except try page instead mirrored file
                unbuffered))
{
    for my $case (['h1', 10], ['h2c', 10], ['h1', 20_000], ['h2c', 20_000]) {
        my ($proto, $size) = @$case;
        my $title = "$way, $proto, $size bytes";
        my ($answer, undef, @new) = ask("/block/$way", $proto, $size);
        is(join(' ', $answer->status, $answer->reason_word // '-',
            scalar @new), '403 content_blocked 0', "$title: blocked");
        ($answer, my $clean, @new) = ask("/redact/$way", $proto, $size);
        is(join(' ', $answer->status, scalar @new), '200 1',
            "$title: redacted and sent");
        my $got = @new ? $new[0]->json->{messages} : [];
        is_deeply($got, [{ role => 'user', content => $clean }],
            "$title: only the redacted message");
    }
}
my @copies = $copies->wait_requests(4);
is(scalar @copies, 4, 'what is blocked is not mirrored');
is(scalar(grep { $_->body =~ /john/ } @copies), 0,
    'a mirror gets the redacted body');
is(scalar(grep { !eval { $_->json->{messages}[0]{role} eq 'user' } } @copies),
    0, 'and all of it');
