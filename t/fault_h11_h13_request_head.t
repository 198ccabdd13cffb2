# H11-H13: broken request heads are refused by nginx, as JSON; HTTP/0.9, which
# has no status line to refuse with, is closed without a byte.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $open = Gate::upstream(body => 'open');
my $t = Gate->new(status => 1, interns => [{ id => 'alpha', upstream => $up }],
    conf => <<"EOT");
    gate_json_errors on;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /keyed/ { gate_auth key; proxy_pass $open; }
    location /limited/ { gate_rate_limit 100r/m; proxy_pass $open; }
EOT

my $body = chat_body();
my $length = 'Content-Length: ' . length $body;

sub refuses ($title, $head, $status = 400) {
    refused(raw_request($t, "$head\r\n$body"), $status, '*', $title,
        closed => 1);
    unharmed($t, $up, "$title: nothing was executed");
}

# ---- H11
my $good = chat_head($t, $length);
refuses('H11: no Host', $good =~ s/Host: localhost\r\n//r);
refuses('H11: two Hosts', $good =~ s/(Host: localhost\r\n)/$1$1/r);
refuses('H11: two different Hosts',
    $good =~ s/(Host: localhost\r\n)/$1Host: other\r\n/r);
refuses('H11: a slash in the Host',
    $good =~ s{Host: localhost}{Host: local/host}r);
refuses('H11: an empty Host', $good =~ s/Host: localhost/Host:/r);

# ---- H12
for my $path ('/api/v1/interns/alpha/chat/completions', '/keyed/x',
              '/limited/x', '/gate_status')
{
    my $bytes = $t->http("GET $path\r\n");
    is($bytes, '', "H12: HTTP/0.9 to $path is closed without a byte");
}
is(scalar $open->requests, 0, 'H12: nothing reached an upstream');
unharmed($t, $up, 'H12: a healthy request is served');

# ---- H13
refuses('H13: a NUL in a value', "${good}X-A: a\0b\r\n");
refuses('H13: a NUL in a name', "${good}X\0A: b\r\n");
refuses('H13: a bare CR in a value', "${good}X-A: a\rb\r\n");
refuses('H13: a folded line', "${good}X-A: a\r\n b\r\n");
refuses('H13: a folded line after a tab', "${good}X-A: a\r\n\tb\r\n");
refuses('H13: a space in a name', "${good}X A: b\r\n");
refuses('H13: a NUL in the path', $good =~ s/alpha/al\0pha/r);
refuses('H13: a %00 in the path', $good =~ s/alpha/alpha%00/r);
refuses('H13: a control character in the path', $good =~ s/alpha/al\x01pha/r);
refuses('H13: half an escape in the path', $good =~ s/alpha/alpha%4/r);
refuses('H13: a path above the root', $good =~ s{/api}{/../api}r);
refuses('H13: a lower-case method', $good =~ s/POST/post/r);
