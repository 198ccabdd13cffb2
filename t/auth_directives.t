# gate_auth, gate_auth_header, gate_auth_pass, gate_upstream_key: which header
# holds the key, and what of it the upstream gets.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(body => 'served');
my $t = Gate->new(
    status => 1,
    keys => ['one', 'two', { name => 'boss', kind => 'management' }],
    files => { upstream_key => "sk-upstream-1\n", other_key => 'sk-other' },
    http => 'gate_auth_header x-api-key api-key Authorization;',
    conf => <<"EOT");
    location /default/ {
        gate_auth key; gate_auth_header Authorization; proxy_pass $up;
    }
    location /any/ { gate_auth key; proxy_pass $up; }
    location /x/ { gate_auth key; gate_auth_header X-API-Key; proxy_pass $up; }
    location /copy/ {
        gate_auth key;
        proxy_set_header X-Copy \$http_authorization;
        proxy_pass $up;
    }
    location /pass/ { gate_auth key; gate_auth_pass on; proxy_pass $up; }
    location /own/ {
        gate_auth key;
        gate_upstream_key %%PREFIX%%/upstream_key;
        proxy_pass $up;
        location /own/other/ {
            gate_upstream_key other_key;
            proxy_pass $up;
        }
        location /own/none/ { gate_upstream_key off; proxy_pass $up; }
        location /own/managed/ { gate_auth management; proxy_pass $up; }
    }
    location /open/ { proxy_pass $up; }
    location /left/ {
        gate_auth key; gate_upstream_key upstream_key;
        try_files /nothing \@left;
    }
    location \@left { proxy_pass $up; }
EOT
$t->secret('sk-upstream-1', 'sk-other');

my ($one, $two) = map { $t->key($_) } qw(one two);
my $bearer = "Bearer $one";

# What the upstream saw of the headers that may hold a key.
sub seen ($uri, @headers) {
    my $n = () = $up->requests;
    my $answer = $t->request(GET => $uri, \@headers);
    return $answer->status if $answer->status != 200;
    my @new = $up->requests;
    return 'not one request' if @new != $n + 1;
    my $request = $new[-1];
    return 'a header without a name'
        if grep { $_->[0] eq '' } @{$request->lines};
    return join ' ', map { my $value = $request->header($_);
        defined $value ? "$_=$value" : () } qw(authorization x-api-key
        api-key);
}

# ---- which header is asked; the order of the directive counts
is(seen('/default/', [Authorization => $bearer]), '', 'Authorization');
is(seen('/default/', ['X-Api-Key' => $one]), 401, 'and no other by default');
is(seen('/x/', ['x-api-key' => $one]), '', 'x-api-key holds the bare key');
is(seen('/x/', ['X-API-KEY' => $one]), '', 'in any case');
is(seen('/x/', ['x-api-key' => $bearer]), 401, 'and no scheme');
is(seen('/x/', [Authorization => $bearer]), 401, 'Authorization is not asked');
is(seen('/any/', ['api-key' => $one]), '', 'api-key, second of three');
is(seen('/any/', [Authorization => $bearer]), '', 'Authorization, the last');
is(seen('/any/', ['x-api-key' => $one], [Authorization => 'Bearer bad']), '',
    'the first that is there counts');
is(seen('/any/', ['x-api-key' => 'bad'], [Authorization => $bearer]), 401,
    'also when it is bad');
is(seen('/any/', ['api-key' => $one], ['api-key' => $one]), 401,
    'one that stands twice is none');
is(seen('/any/', ['api-key' => $one], ['api-key' => $two],
    [Authorization => $bearer]), 401, 'and hides those that follow it');

# ---- none of them goes on
my @all = ([Authorization => $bearer], ['X-Api-Key' => $one],
           ['Api-Key' => $one]);
for my $i (0 .. 2) {
    my @order = @all[$i .. 2, 0 .. $i - 1];
    is(seen('/any/', @order), '', "none of three goes on, order $i");
    is(seen('/any/', ['X-A' => 'a'], @order, ['X-B' => 'b']), '',
        "nor between others, order $i");
    is(seen('/any/', map { ($_, ['X-C' => 'c']) } @order), '',
        "nor with others between, order $i");
}
is(seen('/any/', @all[1, 2], map { ["X-$_" => $_] } 1 .. 60), '',
    'nor before many others');
is(seen('/any/', (map { ["X-$_" => $_] } 1 .. 60), @all[1, 2, 0]), '',
    'nor after many others');
my $last = ($up->requests)[-1];
is(scalar(grep { $_->[0] =~ /\AX-\d+\z/ } @{$last->lines}), 60,
    'and the others are all there');

is(seen('/copy/', [Authorization => $bearer]), '', 'nor by its variable');
is(($up->requests)[-1]->header('x-copy'), undef, 'under another name');

# ---- gate_auth_pass
is(seen('/pass/', [Authorization => $bearer]), "authorization=$bearer",
    'gate_auth_pass on lets the key go on');
is(seen('/pass/', @all), "authorization=$bearer x-api-key=$one api-key=$one",
    'and all the others');
is(seen('/pass/', [Authorization => 'Bearer bad']), 401, 'but judges it');

# ---- gate_upstream_key
my $own = 'authorization=Bearer sk-upstream-1';
is(seen('/own/', @all), $own, 'gate_upstream_key in place of the client\'s');
is(seen('/own/', ['X-Api-Key' => $one]), $own, 'whichever header it had');
is(seen('/own/', [Authorization => 'Bearer bad']), 401,
    'but not for a bad one');
is(seen('/own/other/', @all), 'authorization=Bearer sk-other',
    'another one in an inner location, by a relative name');
is(seen('/own/none/', @all), '', 'off: none');
is(seen('/open/', [Authorization => 'Basic xyz']), 'authorization=Basic xyz',
    'where nothing is judged nothing is removed');
is(seen('/left/', [Authorization => $bearer]), '',
    'it does not leave its location in a redirect, nor does what it replaced'
    . ' come back');

# ---- the kinds
is(seen('/own/managed/', ['X-Api-Key' => $t->key('boss')]), $own,
    'gate_auth management takes a management key');
is(seen('/own/managed/', ['X-Api-Key' => $two]), 401, 'and no regular one');
is(seen('/own/', ['X-Api-Key' => $t->key('boss')]), 401,
    'gate_auth key takes no management key');
