# H17, H18 as far as chat goes: it has no idempotency, so the header is never
# judged and never reaches the intern, however it is written.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, conf => <<'EOT');
    underscores_in_headers on;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $body = chat_body();
for my $lines (['Idempotency-Key: one'],
               ['Idempotency-Key: one', 'Idempotency-Key: two'],
               ['idempotency-key: a' . 'b' x 300], ['Idempotency-Key:'])
{
    my $title = @$lines . ' line(s) of ' . length $lines->[0];
    my $answer = raw_request($t, chat_head($t, @$lines,
        'Content-Length: ' . length $body) . "\r\n$body");
    is($answer->status, 200, "$title: served");
    is(($up->requests)[-1]->header('idempotency-key'), undef,
        "$title: the intern does not see it");
}
