# gate_stream beside what nginx does by itself: keepalive to upstreams,
# error_page, intercepted errors, mirror, try_files, add_header, auth_request,
# X-Accel-Redirect.
use Gate;
use Gate::Chat;

my $whole = join '', turn('a');
my $good = Gate::upstream(sse => [turn('a')], headers => { 'X-From' => 'up',
    'X-Request-Id' => 'r-1', 'Set-Cookie' => 'a=b', 'Retry-After' => 3 });
my $copy = Gate::upstream(body => 'copied');
my $cut = Gate::upstream(sse => [says('a'), 'fin']);
my $teapot = Gate::upstream(status => 418, body => 'upstream says no');
my $accel = Gate::upstream(body => 'never seen',
    headers => { 'X-Accel-Redirect' => '/files/page.html' });
my $accel_to = Gate::upstream(body => 'never seen',
    headers => { 'X-Accel-Redirect' => '/relay/x' });
my $gone = '127.0.0.1:' . Gate::free_port();
my ($up, $also) = ($good->address, $copy->address);

my $t = Gate->new(tests => 38, status => 1, upstream_keepalive => 1,
    files => { 'html/page.html' => 'a page', 'html/there.txt' => 'a file' },
    http => <<"EOF",
    upstream kept { server $up; keepalive 2; }
    upstream cut { server @{[$cut->address]}; keepalive 2; }
    upstream two { server $gone; server $up backup; }
    log_format states '\$uri \$upstream_addr \$upstream_status '
        '\$upstream_http_x_from \$upstream_response_length \$status';
EOF
    conf => <<"EOF",
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    access_log %%PREFIX%%/logs/states.log states;

    location /relay/ {
        gate_stream chat;
        proxy_pass http://kept;
        add_header X-Shown "\$upstream_http_x_from \$upstream_status" always;
        add_header X-Addr \$upstream_addr;
    }
    location /cut/ { gate_stream chat; proxy_pass http://cut; }
    location /two/ { gate_stream chat; proxy_pass http://two; }

    location /page/ {
        gate_stream chat;
        error_page 502 504 = \@fallback;
        proxy_pass http://$gone;
    }
    location /code/ {
        gate_stream chat;
        error_page 502 =503 /page.html;
        proxy_pass http://$gone;
    }
    location /started/ {
        gate_stream chat;
        error_page 502 504 = \@fallback;
        proxy_pass http://cut;
    }
    location \@fallback { gate_stream chat; proxy_pass http://kept; }

    location /intercept/ {
        gate_stream chat;
        proxy_intercept_errors on;
        error_page 418 = \@fallback;
        proxy_pass $teapot;
    }
    location /unchanged/ { gate_stream chat; proxy_pass $teapot; }

    location /mirror/ {
        mirror /copy;
        gate_stream chat;
        proxy_pass http://kept;
    }
    location = /copy { internal; proxy_pass http://$also; }

    location /try/ {
        gate_stream chat;
        try_files \$arg_f \@fallback;
    }
    location /stay/ {
        gate_stream chat;
        try_files /stay/x =404;
        proxy_pass http://kept;
    }

    location /asked/ {
        auth_request /may;
        auth_request_set \$who \$sent_http_x_who;
        gate_stream chat;
        add_header X-Who \$who;
        proxy_pass http://kept;
    }
    location = /may {
        internal;
        gate_stream chat;
        proxy_pass_request_body off;
        proxy_set_header Content-Length "";
        proxy_set_header X-Uri \$request_uri;
        proxy_pass %%UPSTREAM%%;
    }

    location /accel/ { gate_stream chat; proxy_pass $accel; }
    location /again/ { gate_stream chat; proxy_pass $accel_to; }
    location /files/ { internal; alias %%PREFIX%%/html/; }
EOF
    upstream => Gate::upstream(code => sub ($conn, $request) {
        $request->header('x-uri') =~ /yes/
            ? $conn->answer(200, '', 'X-Who' => 'ann')
            : $conn->answer(403, 'no');
    }));

sub ask ($path, %opt) {
    return $t->request(POST => $path, {
        'Content-Type' => 'application/json' }, '{"n":1}', %opt);
}

# ---- headers and variables
my $answer = ask('/relay/x');
is($answer->body, $whole, 'a complete stream is not changed');
is($answer->header('x-shown'), 'up 200', 'add_header with $upstream_http_*');
is($answer->header('x-addr'), $up, 'and $upstream_addr');
is_deeply([map { $answer->header($_) } qw(x-from x-request-id set-cookie
    retry-after)], ['up', 'r-1', 'a=b', 3], "the upstream's headers");
is($answer->header('content-length'), undef, 'no length, as a tail may come');
my ($line) = states(1);
like($line, qr{\A/relay/x \Q$up\E 200 up \d+ 200\z}, 'the access log');

# ---- upstream connections
ask('/relay/x') for 1 .. 5;
is($good->connections, 1, 'one upstream connection for six streams');
ask('/cut/x') for 1 .. 3;
is($cut->connections, 3, 'one each where they are cut');
is(ask('/two/x')->body, $whole, 'the next upstream, when one refuses');
($line) = (states(10))[-1];
like($line, qr{\A/two/x \Q$gone, $up\E 502, 200 up}, 'and the log names both');

# ---- error_page
$answer = ask('/page/x');
is($answer->body, $whole, 'error_page to a named location');
is($answer->status, 200, 'with its status');
$answer = ask('/code/x');
is($answer->status . $answer->body, '503a page', 'error_page to a file');
is_deeply([seen(ask('/started/x'))], ['a', relayed(tail())],
    'a stream that has started has its tail instead');
is(ask('/intercept/x')->body, $whole, 'an intercepted error');
$answer = ask('/unchanged/x');
is($answer->status . $answer->body, '418upstream says no',
    'an error that is not');

# ---- mirror
$answer = ask('/mirror/x');
is($answer->body, $whole, 'a mirrored request');
my ($copied) = $copy->wait_requests(1);
is($copied && $copied->method . $copied->uri . $copied->body,
    'POST/copy{"n":1}', 'reaches the mirror');
my $at = ($good->requests)[-1];
is($at->uri . $at->body, '/mirror/x{"n":1}', 'and the upstream');

# ---- try_files
is(ask('/try/x?f=/none')->body, $whole, 'try_files to a named location');
is(ask('/try/x?f=/none')->header('content-type'), 'text/event-stream',
    'with a header');
is($t->request(GET => '/try/x?f=/there.txt')->body, 'a file',
    'try_files to a file');
is(ask('/stay/x')->status, 404, 'try_files to a status');

# ---- auth_request
my $asked = () = $good->requests;
$answer = ask('/asked/yes');
is($answer->body, $whole, 'auth_request that allows');
is($answer->header('x-who'), 'ann', 'and a variable of it');
$answer = ask('/asked/no');
is($answer->status, 403, 'auth_request that refuses');
is_deeply([keys %{$answer->json}], ['error'], 'as JSON');
is(() = $good->requests, $asked + 1, 'the upstream was asked once');

# ---- X-Accel-Redirect
$answer = ask('/accel/x');
is($answer->status . $answer->body, '200a page', 'X-Accel-Redirect to a file');
ok($answer->complete, 'which is whole');
is_deeply([seen(ask('/again/x'))], [relayed(whole('a'))],
    'X-Accel-Redirect to a stream');

# ---- methods
$answer = $t->request(HEAD => '/relay/x');
is($answer->status . $answer->body, '200', 'HEAD');
is($t->request(GET => '/relay/x')->body, $whole, 'GET');
is(ask('/relay/x', version => '1.0')->body, $whole, 'HTTP/1.0');
my $client = $t->connect;
$client->send(Gate::Client::build(POST => '/relay/x', {}, 'x') x 3);
is(join('', map { $client->response->body } 1 .. 3), $whole x 3,
    'three pipelined requests');
$client->close;
$answer = $t->request(POST => '/relay/x', {}, undef, chunked => ['ab', 'c']);
is(($good->requests)[-1]->body, 'abc', 'a chunked request');
is($answer->body, $whole, 'and its stream');
is(ask('/relay/x', headers => {})->body, $whole, 'all still serve');

sub states ($n) {
    Gate::wait_for(sub { $t->read_log('states.log') >= $n }, 2);
    return $t->read_log('states.log');
}
