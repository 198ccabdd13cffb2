# gate_stream chat: however the upstream ends, whole events, then its error
# chunk, final chunk and [DONE].
use Gate;
use Gate::Chat;
use Gate::Sever;

sever_table(
    conf => 'gate_stream chat; proxy_pass http://%%ADDRESS%%;',
    uri => '/v1/chat/completions',
    event => sub ($n, $text) { says($text) },
    end => finish('stop') . usage_chunk() . done(),
    read => \&seen_text,
    whole => sub ($n) { my (undef, @end) = relayed(whole()); @end },
    cut => sub ($n) { relayed(tail()) },
);
