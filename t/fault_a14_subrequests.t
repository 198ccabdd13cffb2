# A14: a subrequest into a guarded location is judged, whoever makes it: SSI,
# auth_request, the addition module, a mirror, njs. And a mirror of a guarded
# location gets no key.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(body => 'secret');
my $mirror = Gate::upstream(body => '');
my ($njs) = grep { -e } map { "$_/ngx_http_js_module.so" }
    qw(/usr/lib/nginx/modules /usr/lib64/nginx/modules);

my $t = Gate->new(
    status => 1,
    main => $njs ? "load_module $njs;" : '',
    http => $njs ? 'js_path %%PREFIX%%/js; js_import main from main.js;' : '',
    files => {
        'html/page.shtml' => '<p><!--# include virtual="/guarded/x" --></p>',
        'html/twice.shtml' => '<!--# include virtual="/guarded/x" -->'
            . '<!--# include virtual="/guarded/y" wait="yes" -->',
        'html/plain' => 'plain',
        'js/main.js' => <<'EOJ',
async function ask(r) {
    var reply = await r.subrequest('/guarded/x', { method: 'POST' });
    r.return(200, '<' + reply.responseText + '>');
}
export default { ask };
EOJ
    },
    conf => <<"EOT");
    location /guarded/ { gate_auth key; proxy_pass $up; }
    location ~ shtml { ssi on; ssi_types *; }
    location /checked/ { auth_request /guarded/check; alias html/; }
    addition_types *;
    location = /before { add_before_body /guarded/x; alias html/plain; }
    location = /after { add_after_body /guarded/x; alias html/plain; }
    location = /mirrored { mirror /guarded/m; proxy_pass $mirror; }
    location /mirror_of_guarded/ {
        gate_auth key;
        mirror /copy;
        proxy_pass $up;
    }
    location /mirror_with_pass/ {
        gate_auth key;
        gate_auth_pass on;
        mirror /copy;
        proxy_pass $up;
    }
    location = /copy { internal; proxy_pass $mirror; }
    @{[ $njs ? 'location = /js { js_content main.ask; }' : '' ]}
EOT
my $key = $t->key;

sub with_key ($uri, %more) {
    return $t->request(GET => $uri,
        { Authorization => "Bearer $key", %more });
}

# ---- without a key: the page, if it comes, lacks the secret
for my $uri (qw(/page.shtml /twice.shtml /before /after /checked/plain),
             $njs ? '/js' : ())
{
    my $answer = $t->request(GET => $uri);
    unlike($answer->raw, qr/secret/, "$uri shows nothing without a key");
}
is($t->request(GET => '/checked/plain')->status, 401,
    'auth_request into a guarded location refuses');
is($t->request(GET => '/mirrored')->status, 200, 'a mirror does not refuse');
is(scalar $up->requests, 0, 'no subrequest got through');

# ---- with one
is(with_key('/page.shtml')->text, '<p>secret</p>', 'SSI with a key');
is(with_key('/twice.shtml')->text, 'secretsecret', 'two includes');
is(with_key('/before')->text, 'secretplain', 'before a body');
is(with_key('/after')->text, 'plainsecret', 'after a body');
is(with_key('/checked/plain')->text, 'plain', 'auth_request');
SKIP: {
    skip 'the njs module is not installed', 1 if !$njs;
    is(with_key('/js')->text, '<secret>', 'njs');
}
is(with_key('/mirrored')->status, 200, 'a mirror into a guarded location');
my $n = 7 + !!$njs;
is(scalar $up->wait_requests($n), $n, 'all of them reached the upstream');
is(scalar(grep { defined $_->header('authorization') } $up->requests), 0,
    'without the key');

# ---- a mirror of a guarded location; so far it was asked by /mirrored
my $seen = $mirror->requests;
refused($t->request(GET => '/mirror_of_guarded/'), 401, undef,
    'a refused request is 401');
is(with_key('/mirror_of_guarded/', 'X-Api-Key' => $key)->status, 200,
    'a good one is served');
my @copies = $mirror->wait_requests($seen + 1);
is(scalar @copies, $seen + 1, 'only the good one is mirrored');
is_deeply([map { $copies[-1]->header($_) } qw(authorization x-api-key)],
    [undef, undef], 'and the mirror gets no key');
unlike($copies[-1]->raw, qr/\Q$key\E/, 'in no header at all');
