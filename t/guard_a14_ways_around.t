# A14 for guardrails: a body is judged on every way to a guarded location, by
# redirects and by subrequests, and what leaves is what was judged.
use Gate;

my $mail = 'john@example.com';
my $body = "{\"text\":\"to $mail now\"}";
my $up = Gate::upstream(code => sub ($conn, $request) {
    $conn->answer(200, 'guarded');
});
# what this one gets is nobody's secret; it redirects, and writes SSI
my $open = Gate::upstream(code => sub ($conn, $request) {
    my ($to) = $request->uri =~ m{/accel(/.*)};
    my ($page) = $request->uri =~ m{/page(/.*)};
    $conn->answer(200, $page ? "<!--# include virtual=\"$page\" -->" : 'open',
        $to ? ('X-Accel-Redirect' => $to) : (),
        $page ? ('Content-Type' => 'text/html') : ());
});
my ($njs) = grep { -e } map { "$_/ngx_http_js_module.so" }
    qw(/usr/lib/nginx/modules /usr/lib64/nginx/modules);

sub locations ($a) {
    my $guard = "gate_apply_guardrail $a;";
    my $js = $njs ? <<"EOT" : '';
    location = /$a/js { js_content main.ask_$a; }
    location /$a/js_body/ {
        $guard js_content main.fetch;
    }
EOT
    return $js . <<"EOT";
    location /$a/guarded/ { $guard proxy_pass $up; }
    location \@$a { $guard proxy_pass $up; }
    location /$a/satisfy/ {
        satisfy any; allow all; auth_request /yes; $guard proxy_pass $up;
    }
    location /$a/checked/ { auth_request /yes; $guard proxy_pass $up; }
    location /$a/break/ {
        rewrite ^/$a/break/(.*) /elsewhere/\$1 break; $guard proxy_pass $up;
    }
    location /$a/last/ { rewrite ^ /$a/guarded/x last; }
    location /$a/set/ {
        set \$gate_verdict_x passed; set \$x \$request_body; $guard
        proxy_pass $up;
    }
    location /$a/if/ { $guard if (\$uri) { proxy_pass $up; } proxy_pass $up; }
    location /$a/limit_except/ {
        $guard limit_except GET { allow all; } proxy_pass $up;
    }
    location /$a/nested/ {
        $guard location /$a/nested/inner/ { proxy_pass $up; }
    }
    location /$a/try/ { try_files /nothing /$a/guarded/x; }
    location /$a/try_named/ { try_files /nothing \@$a; }
    location /$a/try_here/ { $guard try_files /nothing \@bare_$a; }
    location \@bare_$a { $guard proxy_pass $up; }
    location /$a/page/ { error_page 404 = /$a/guarded/x; return 404; }
    location /$a/page_named/ { error_page 404 = \@$a; return 404; }
    location /$a/fallback/ {
        error_page 502 = \@$a; proxy_pass http://127.0.0.1:%%PORT:closed%%;
    }
    location /$a/instead/ {
        $guard error_page 400 403 415 500 = \@bare; proxy_pass $up;
    }
    location /$a/instead_200/ {
        $guard error_page 400 403 415 =200 /bare; proxy_pass $up;
    }
    location /$a/accel/ { rewrite ^/$a/accel/(.*) /accel/$a/guarded/x break;
        proxy_pass $open; }
    location /$a/accel_inner/ { rewrite ^ /accel/$a/inner/x break;
        proxy_pass $open; }
    location /$a/inner/ { internal; $guard proxy_pass $up; }
    location /$a/unbuffered/ {
        proxy_request_buffering off; proxy_http_version 1.1;
        $guard proxy_pass $up;
    }
    location /$a/set_body/ {
        $guard proxy_set_body "[\$request_body]"; proxy_pass $up;
    }
    location /$a/in_file/ {
        client_body_in_file_only clean; $guard proxy_pass $up;
    }
    location /$a/single/ {
        client_body_in_single_buffer on; client_body_buffer_size 1k;
        $guard proxy_pass $up;
    }
    location /$a/stream/ { gate_stream auto; $guard proxy_pass $up; }
    location /$a/ssi/ {
        rewrite ^ /page/$a/guarded/x break; ssi on; proxy_pass $open;
    }
    location /$a/ssi_guarded/ {
        rewrite ^ /page/bare/x break; ssi on; $guard proxy_pass $open/;
    }
    location /$a/mirror_into/ { mirror /$a/guarded/m; proxy_pass $open; }
    location /$a/auth_into/ { auth_request /$a/asked; proxy_pass $open; }
    location = /$a/asked {
        $guard proxy_pass_request_body off; proxy_set_header Content-Length '';
        proxy_pass $up;
    }
    location /$a/method/ { proxy_method GET; $guard proxy_pass $up; }
EOT
}

my $t = Gate->new(
    status => 1, listen => [qw(h1 h2c)],
    main => 'thread_pool gate threads=2;'
        . ($njs ? "load_module $njs;" : ''),
    http => ($njs ? 'js_path %%PREFIX%%/js; js_import main from main.js;'
        : '') . ' gate_guardrail block { filter email block; }'
        . ' gate_guardrail redact { filter email redact; }',
    files => { 'js/main.js' => <<"EOJ" },
async function ask(r, to) {
    var reply = await r.subrequest(to, { method: 'POST',
        body: '$body' });
    r.return(reply.status, reply.responseText);
}
function ask_block(r) { ask(r, '/block/guarded/x'); }
function ask_redact(r) { ask(r, '/redact/guarded/x'); }
async function fetch(r) {
    var reply = await r.subrequest('/bare', { method: 'POST',
        body: r.requestText });
    r.return(reply.status, reply.responseText);
}
export default { ask_block, ask_redact, fetch };
EOJ
    conf => <<"EOT" . join '', map { locations($_) } qw(block redact));
    location \@bare { proxy_pass $up; }
    location /bare { proxy_pass $up; }
    location = /yes {
        proxy_pass_request_body off; proxy_set_header Content-Length '';
        proxy_pass $open;
    }
EOT

my $sent = 0;
sub news {
    my @seen = $up->requests;
    my @new = @seen[$sent .. $#seen];
    $sent = @seen;
    return @new;
}
sub post ($uri, $content = $body, %headers) {
    return $t->request(POST => $uri, {
        'Content-Type' => 'application/json', %headers }, $content,
        timeout => 5);
}

# ---- redirects
my @ways = qw(guarded satisfy checked break last set if limit_except
    nested/inner try try_named try_here page page_named fallback instead
    instead_200 accel accel_inner unbuffered set_body in_file single stream
    method);
for my $way (@ways) {
    # in memory, in a file, and for some judged on a thread
    for my $size (0, 20_000, $way =~ /guarded|named|accel/ ? 150_000 : ()) {
        my $content = $body =~ s/to/'to ' . 'x ' x ($size \/ 2)/er;
        my $clean = $content =~ s/\Q$mail\E/[EMAIL]/r;
        $clean = "[$clean]" if $way eq 'set_body';

        my $answer = post("/block/$way/x", $content);
        is(join(' ', $answer->status // 'none', $answer->reason_word // '-',
            scalar news()), '403 content_blocked 0', "$way, $size: blocked");
        $answer = post("/redact/$way/x", $content);
        my @new = news();
        is(join(' ', $answer->status // 'none', scalar @new), '200 1',
            "$way, $size: sent on once");
        is(@new ? $new[0]->body : undef, $clean, "$way, $size: redacted");
    }
    refuses_broken("/redact/$way/x", $way);
}
sub refuses_broken ($uri, $title) {
    for my $case (['{"a":"\ud800"}', 400], ['{"a":1,"a":2}', 400],
        [$body, 415, 'Content-Type' => 'text/plain'],
        [$body, 415, 'Content-Encoding' => 'gzip'])
    {
        my ($content, $status, @headers) = @$case;
        my $answer = post($uri, $content, @headers);
        is(join(' ', $answer->status // 'none', scalar news()), "$status 0",
            "$title: $status");
    }
}

# ---- methods
for my $method (qw(GET PUT PATCH DELETE OPTIONS PROPFIND HEAD OTHER)) {
    for my $proto (qw(h1 h2c)) {
        my @request = ({ 'Content-Type' => 'application/json' }, $body,
            proto => $proto, timeout => 5);
        is($t->request($method => '/block/guarded/x', @request)->status, 403,
            "$method, $proto: blocked");
        is(scalar news(), 0, "$method, $proto: and not sent");
        $t->request($method => '/redact/guarded/x', @request);
        is_deeply([map { $_->body } news()],
            [$body =~ s/\Q$mail\E/[EMAIL]/r], "$method, $proto: redacted");
    }
}

# ---- subrequests
sub leaks { return scalar grep { $_->body =~ /\Q$mail\E/ } news() }

post("/$_/ssi/x") for qw(block redact);
is(leaks(), 0, 'SSI: an include of a guarded location is judged');
post("/$_/ssi_guarded/x") for qw(block redact);
is(leaks(), 0, 'SSI: what a guarded page includes gets what was judged');
post("/$_/auth_into/x") for qw(block redact);
is(leaks(), 0, 'auth_request into a guarded location sends no body there');
post("/$_/mirror_into/x") for qw(block redact);
Gate::wait_for(sub { $up->requests > $sent }, 0.3);
is(leaks(), 0, 'a mirror into a guarded location is judged');

SKIP: {
    skip 'the njs module is not installed', 7 if !$njs;
    is($t->request(GET => '/block/js')->status, 415,
        'njs: a body of its own without a type is refused');
    my %json = ('Content-Type' => 'application/json');
    is($t->request(GET => '/block/js', \%json)->status, 403,
        'njs: one with a type is judged');
    is(scalar news(), 0, 'njs: and not sent');
    $t->request(GET => '/redact/js', \%json);
    is(leaks(), 0, 'njs: or redacted');
    is(post('/block/js_body/x')->status, 403, 'njs: in a guarded location');
    is(post('/redact/js_body/x')->status, 200, 'njs: in a redacting one');
    is(leaks(), 0, 'njs: reads the redacted body');
}
$t->allow_log(qr/auth request unexpected status/);
