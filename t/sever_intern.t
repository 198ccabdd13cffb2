# gate_chat: however the intern ends, the grammar of the interface is kept:
# role, whole events, one error chunk, the final chunk and [DONE].
use Gate;
use Gate::Chat;
use Gate::Sever;

sever_table(
    conf => 'gate_chat; proxy_pass http://$gate_intern_upstream;',
    uri => '/api/v1/interns/alpha/chat/completions',
    body => '{"stream":true,"messages":[{"role":"user","content":"hi"}]}',
    before => ['role'],
    event => sub ($n, $text) { says($text) },
    end => finish('stop') . usage_chunk() . done(),
    same => sub ($got, $text) { $got =~ /"content":"\Q$text\E"/ },
    read => \&seen_text,
    whole => sub ($n) { my (undef, @end) = whole(); @end },
    cut => sub ($n) { tail() },
);
