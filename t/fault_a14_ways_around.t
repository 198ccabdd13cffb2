# A14: every way around a guarded location is judged like the way in.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(code => sub ($conn, $request) {
    my ($to) = $request->uri =~ m{/accel(/.*)};
    $conn->answer(200, 'secret', $to ? ('X-Accel-Redirect' => $to) : ());
});
my $open = Gate::upstream(code => sub ($conn, $request) {
    my ($to) = $request->uri =~ m{/accel\w*(/.*)};
    $conn->answer(200, 'open', $to ? ('X-Accel-Redirect' => $to) : ());
});
my $t = Gate->new(
    # the processes of the cache share sockets with the worker, a little later
    status => 1, fd_slack => 4,
    files => { map { ("html/$_" => 'secret') }
        qw(static/file dir/index.html) },
    http => 'proxy_cache_path %%PREFIX%%/cache keys_zone=c:1m;',
    conf => <<"EOT");
    location /guarded/ { gate_auth key; proxy_pass $up; }
    location \@guarded { gate_auth key; proxy_pass $up; }
    location \@open { proxy_pass $open; }
    location = /none { return 404; }

    location /satisfy_all/ {
        satisfy any; allow all;
        gate_auth key; proxy_pass $up;
    }
    location /satisfy_request/ {
        satisfy any; deny all; auth_request /yes_static;
        gate_auth key; proxy_pass $up;
    }
    location = /yes_static { proxy_pass $open; }
    location /break/ {
        rewrite ^/break/(.*) /elsewhere/\$1 break;
        gate_auth key; proxy_pass $up;
    }
    location /last/ { rewrite ^ /guarded/x last; }
    location /set/ {
        set \$gate_key_found 1; set \$x \$uri;
        gate_auth key; proxy_pass $up;
    }
    location /if/ {
        gate_auth key;
        if (\$uri) { proxy_pass $up; }
        proxy_pass $open;
    }
    location /limit_except/ {
        gate_auth key;
        limit_except POST { allow all; }
        proxy_pass $up;
    }
    location /nested/ {
        gate_auth key;
        location /nested/inner/ { proxy_pass $up; }
    }
    location /try/ { try_files /nothing /guarded/x; }
    location /try_named/ { try_files /nothing \@guarded; }
    location /try_here/ {
        gate_auth key;
        try_files /nothing \@bare;
    }
    location \@bare { proxy_pass $up; }
    location /try_file/ { gate_auth key; try_files /static/file =404; }
    location /page/ { error_page 404 = /guarded/x; return 404; }
    location /page_named/ { error_page 404 = \@guarded; return 404; }
    location /instead/ {
        gate_auth key; error_page 401 = \@open; proxy_pass $up;
    }
    location /instead_200/ {
        gate_auth key; error_page 401 =200 /none; proxy_pass $up;
    }
    location /accel/ { proxy_pass $open; }
    location /accel_stream/ { gate_stream auto; proxy_pass $open; }
    location /inner/ { internal; gate_auth key; proxy_pass $up; }
    location /to_inner/ { rewrite ^ /inner/x last; }
    location /static/ { gate_auth key; root html; }
    location = /dir/index.html { gate_auth key; root html; }
    location /dir/ { root html; }
    location /cached/ {
        gate_auth key; proxy_cache c; proxy_cache_valid 1m;
        proxy_pass $up;
    }
    location /stream/ { gate_auth key; gate_stream auto; proxy_pass $up; }
    location = /figures { gate_auth key; gate_status; }
EOT

my @ways = qw(
    /guarded/x /satisfy_all/x /satisfy_request/x /break/x /last/x /set/x
    /if/x /limit_except/x /nested/inner/x /try/x /try_named/x /try_here/x
    /try_file/x /page/x /page_named/x /instead/x /instead_200/x
    /accel/guarded/x /accel/inner/x /accel_stream/guarded/x /to_inner/x
    /static/file /dir/ /cached/x /stream/x);

# with the key first: what is cached then must not be served without one
for my $uri (@ways) {
    my $answer = $t->request(GET => $uri, {}, undef, key => 'default');
    is($answer->status . $answer->body, '200secret',
        "$uri is served with the key");
}
my $before = $up->requests;

for my $uri (@ways) {
    refused($t->request(GET => $uri), 401, undef, "$uri is 401 without it");
}
for my $uri (qw(/satisfy_all/x /last/x /try_named/x /page_named/x /stream/x)) {
    refused($t->request(GET => $uri, { Authorization => 'Bearer other' }),
        401, undef, "$uri is 401 with another key");
}
refused($t->request(GET => '/figures'), 401, undef, 'so is the status');
is($t->request(GET => '/figures', {}, undef, key => 'default')->status, 200,
    'which the key shows');
is(scalar $up->requests, $before, 'nothing reached the upstream');
is($t->request(GET => '/inner/x', {}, undef, key => 'default')->status, 404,
    'an internal location stays internal with a key');
