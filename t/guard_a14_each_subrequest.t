# A14: each subrequest into a guarded location is judged by its own body, also
# when another one of the same request was let through, refused, or is being
# judged on a thread right now.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(body => 'served');
my ($njs) = grep { -e } map { "$_/ngx_http_js_module.so" }
    qw(/usr/lib/nginx/modules /usr/lib64/nginx/modules);

my $t = Gate->new(
    main => 'thread_pool gate threads=2;' . ($njs ? "load_module $njs;" : ''),
    http => 'gate_guardrail block { filter email block; }'
        . ' gate_guardrail redact { filter email redact; }'
        . ($njs ? 'js_path %%PREFIX%%/js; js_import main from main.js;' : ''),
    files => {
        'html/twice.shtml' => '<!--# include virtual="/block/a" wait="yes" -->'
            . '<!--# include virtual="/block/b" -->'
            . '<!--# include virtual="/block/c" -->',
        'js/main.js' => <<'EOJ',
function body(word, size) {
    return '{"text":"' + 'x '.repeat(size / 2) + word + '"}';
}
function ask(r, word, size) {
    return r.subrequest(r.args.to, { method: 'POST', body: body(word, size) });
}
function text(word) { return word == 'ok' ? word : word + '@example.com'; }
async function steps(r) {
    var words = r.args.words.split(','), all = [];
    for (var i = 0; i < words.length; i++) {
        var reply = await ask(r, text(words[i]), Number(r.args.size));
        all.push(reply.status);
    }
    r.return(200, all.join(' '));
}
async function together(r) {
    var all = await Promise.all(r.args.words.split(',').map(word =>
        ask(r, text(word), Number(r.args.size))));
    r.return(200, all.map(reply => reply.status).join(' '));
}
export default { steps, together };
EOJ
    },
    conf => <<"EOT");
    client_max_body_size 4m;
    client_body_buffer_size 1m;
    subrequest_output_buffer_size 64k;
    location ~ shtml { ssi on; ssi_types *; }
    location /block/ { gate_apply_guardrail block; proxy_pass $up; }
    location /redact/ { gate_apply_guardrail redact; proxy_pass $up; }
    @{[ $njs ? 'location = /steps { js_content main.steps; }
    location = /together { js_content main.together; }' : '' ]}
EOT
my %json = ('Content-Type' => 'application/json');
my $forwarded = 0;
sub news {
    my @all = $up->requests;
    my @new = @all[$forwarded .. $#all];
    $forwarded = @all;
    return @new;
}
sub leaks { return scalar grep { $_->body =~ /\@example/ } news() }

is($t->request(GET => '/twice.shtml')->body, 'served' x 3,
    'includes without a body have nothing to judge');
news();

SKIP: {
    skip 'the njs module is not installed', 10 if !$njs;
    for my $size (10, 150_000) {
        my $of = sub ($how, $to, $words) {
            return $t->request(POST => "/$how?to=/$to/x&size=$size"
                . "&words=$words", \%json, '{}')->body // 'none';
        };
        is($of->(steps => 'block', 'ok,ann,ok,bob'), '200 403 200 403',
            "njs, $size: each is judged by its own body");
        is(leaks(), 0, "njs, $size: what was refused is not sent on");
        is($of->(steps => 'redact', 'ok,ann,bob'), '200 200 200',
            "njs, $size: each is served");
        is(leaks(), 0, "njs, $size: and redacted");
        unlike($of->(together => 'block', 'ann,bob,eve'), qr/200/,
            "njs, $size: nor is one of several at once let through");
        is(leaks(), 0, "njs, $size: nor sent on");
    }
}
