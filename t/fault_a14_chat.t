# A14 for chat: its rules hold on every way into its location, and subrequests
# do not start runs.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $copies = Gate::upstream(body => '');
my ($njs) = grep { -e } map { "$_/ngx_http_js_module.so" }
    qw(/usr/lib/nginx/modules /usr/lib64/nginx/modules);
my $chat = 'gate_chat; gate_rate_limit off;'
    . ' proxy_pass http://$gate_intern_upstream;';
my $path = 'interns/alpha/chat/completions';

my $t = Gate->new(
    status => 1, interns => [{ id => 'alpha', upstream => $up }],
    main => $njs ? "load_module $njs;" : '',
    http => $njs ? 'js_path %%PREFIX%%/js; js_import main from main.js;' : '',
    files => {
        'html/page.shtml' => "<p><!--# include virtual=\"/api/$path\" --></p>",
        'js/main.js' => <<"EOJ",
async function ask(r) {
    var reply = await r.subrequest('/api/$path', { method: 'POST',
        body: '${\ chat_body()}' });
    r.return(200, 'js:' + reply.status);
}
export default { ask };
EOJ
    },
    conf => <<"EOT");
    location /api/ { $chat }
    location /any/ { satisfy any; allow all; $chat }
    location /last/ { rewrite ^/last/(.*) /api/\$1 last; }
    location /break/ { rewrite ^/break/(.*) /x/\$1 break; $chat }
    location /if/ { $chat if (\$http_x_flag) { set \$y 1; } }
    location /if_here/ { $chat if (\$http_x_flag) {
        proxy_pass http://\$gate_intern_upstream; } }
    location /except/ { $chat limit_except GET { allow all; } }
    location /try/ { try_files /nothing \@chat; }
    location /page/ { error_page 404 = \@chat; return 404; }
    location \@chat { $chat }
    location /instead/ {
        error_page 400 401 404 = \@open;
        $chat
    }
    location \@open { proxy_pass $up; }
    location /mirrored/ { mirror /copy; $chat }
    location = /copy { internal; proxy_pass $copies/copy; }
    location ~ shtml { ssi on; ssi_types *; }
    location = /asked { auth_request /api/$path; root html; }
    @{[ $njs ? 'location = /js { js_content main.ask; }' : '' ]}
EOT

my $body = chat_body();
my %type = ('Content-Type' => 'application/json');
sub post ($uri, %opt) {
    my $headers = { %type, %{delete $opt{headers} // {}} };
    return $t->request(POST => $uri, $headers, delete $opt{body} // $body,
        %opt);
}

for my $way (qw(api any last break if if_here except try page instead
                mirrored))
{
    for my $flag ($way =~ /if/ ? ({}, { 'X-Flag' => 1 }) : {}) {
        my $uri = "/$way/$path";
        refused(post($uri, headers => $flag), 401, undef,
            "/$way/ without a key");
        refused(post($uri, headers => $flag, key => 'default',
            body => '{}'), 400, 'bad_request', "/$way/ with a bad body");
        refused(post($uri =~ s/alpha/beta/r, headers => $flag,
            key => 'default'), 404, 'not_found', "/$way/ to no intern");

        my $answer = post($uri, headers => $flag, key => 'default');
        is(join(' ', $answer->status, (Gate::chunks($answer->text))[-1]),
            '200 [DONE]', "/$way/ with all that it needs");
        is(scalar $up->requests, ++$up->{expected},
            "/$way/: only that reached the intern");
        my $request = ($up->requests)[-1];
        is_deeply([$request->header('x-intern-id'),
            $request->header('authorization'),
            $request->json->{session_id} ? 1 : 0], ['alpha', undef, 1],
            "/$way/: as the gate writes it");
    }
}

# ---- a mirror gets what the intern gets, and no key
my @copies = $copies->wait_requests(1);
is(scalar @copies, 1, 'only the good request was mirrored');
unlike($copies[0]->raw, qr/igk_/, 'without the key');

# ---- subrequests
my $key = { Authorization => 'Bearer ' . $t->key };
for my $headers ({}, $key) {
    my $who = keys %$headers ? 'with a key' : 'without one';
    unlike($t->request(GET => '/page.shtml', $headers)->body, qr/hello/,
        "SSI $who starts no run");
    like($t->request(GET => '/asked', $headers)->status, qr/\A(?:401|500)\z/,
        "auth_request $who starts none");
    SKIP: {
        skip 'the njs module is not installed', 1 if !$njs;
        my $answer = $t->request(GET => '/js', $headers);
        like($answer->body, qr/\Ajs:40[14]\z/, "njs $who starts none");
    }
}
$t->allow_log(qr/auth request unexpected status/);
unharmed($t, $up, 'no subrequest reached the intern',
    by => sub { post("/api/$path", key => 'default') });
