# What the two nginx of Gate::NoHarm serve: files, locations, the server behind
# them, and the requests that are sent to both.
package Gate::NoHarm::Site;
use v5.36;
use parent 'Exporter';

use IO::Compress::Gzip ();

our @EXPORT = qw(requests raw_requests);

my $text = join '', map { "line $_ of a text that is neither short nor"
    . " all the same\n" } 1 .. 40;
my $big = join '', map { sprintf "%07d\n", $_ } 1 .. 40_000;

# ---- the server behind

my %answers = (
    chunked => "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        . "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n"
        . "0\r\n\r\n",
    trailers => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
        . "Trailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 6\r\n\r\n",
    headers => "HTTP/1.1 200 Fine\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n"
        . "Server: other\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
        . "X-Odd: \xe9\x01\r\nCache-Control: no-cache\r\nVary: Accept\r\n"
        . "Retry-After: 3\r\nContent-Length: 2\r\n\r\nok",
    redirect => "HTTP/1.1 302 Found\r\nLocation: http://localhost/p/other"
        . "\r\nContent-Length: 0\r\n\r\n",
    accel => "HTTP/1.1 200 OK\r\nX-Accel-Redirect: /a.txt\r\n"
        . "Content-Length: 0\r\n\r\n",
    upgrade => "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n"
        . "Connection: Upgrade\r\n\r\nraw bytes",
    sse => "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        . "data: 1\n\ndata: [DONE]\n\n",
    'sse-no-end' => "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        . "Transfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n"
        . "0\r\n\r\n",
    'sse-cut' => "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        . "Transfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n",
    'cut-chunk' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        . "ff\r\nabc",
    'cut-length' => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc",
    'bad-chunk' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        . "zz\r\nabc\r\n0\r\n\r\n",
    'two-framings' => "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n"
        . "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    'too-long' => "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more",
    early => "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
        . "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
    garbage => "this is no HTTP\n",
    nothing => '',
    'nul-header' => "HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n",
    'no-reason' => "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
    'old' => "HTTP/1.0 200 OK\r\n\r\nold",
    gzipped => do {
        IO::Compress::Gzip::gzip(\$text => \my $packed, -Time => 0);
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: "
            . 'gzip' . "\r\nContent-Length: " . length($packed)
            . "\r\n\r\n$packed";
    },
);

sub behind ($conn, $request) {
    my ($what, $more) = $request->uri =~ m{\A/([\w-]*)(?:/(\w+))?};
    if (defined $answers{$what}) {
        # in one piece: how it is cut must not depend on the moment
        $conn->write($answers{$what});
        return $conn->close;
    }
    return $conn->answer($more, "status $more\n",
        'Content-Type' => 'text/plain') if $what eq 'status';
    return $conn->answer(200, substr($big, 0, $more),
        'Content-Type' => 'text/plain') if $what eq 'bytes';
    return $conn->hang if $what eq 'silent';
    # without the sizes of the chunks, which depend on the moment
    my ($head) = $request->raw =~ /\A(.*?\r\n\r\n)/s;
    $conn->answer($request->header('x-refuse') // 200,
        $head . $request->body, 'Content-Type' => 'text/plain',
        'X-Method' => $request->method);
}

# ---- files and locations

sub files {
    IO::Compress::Gzip::gzip(\"packed before\n" => \my $packed, -Time => 0);
    return {
        'html/index.html' => "<html>index</html>\n", 'html/a.txt' => $text,
        'html/big.txt' => $big, 'html/empty.txt' => '',
        'html/list/one.txt' => '1', 'html/list/sub/two.txt' => '2',
        'html/packed/p.txt' => "packed before\n",
        'html/packed/p.txt.gz' => $packed,
        'html/page.html' => "own page\n",
        'html/ssi/s.html' => 'a<!--#include virtual="/a.txt" -->b'
            . '<!--#include virtual="/p/echo" -->c',
        'html/sub/s.html' => "replace this\n",
        'users' => 'ada:{PLAIN}secret',
    };
}

sub locations ($up, $dead) {
    return <<"EOF";
    error_log %%PREFIX%%/logs/error.log crit;
    proxy_read_timeout 2s;
    lingering_timeout 50ms;
    location /list/ { autoindex on; }
    location /expires/ { alias %%PREFIX%%/html/; expires max;
                         add_header X-More \$uri always; }
    location /gzip/ { alias %%PREFIX%%/html/; gzip on; gzip_min_length 1;
                      gzip_types text/plain; gzip_vary on; }
    location /gzip-p/ { gzip on; gzip_min_length 1; gzip_proxied any;
                        gzip_types *; proxy_pass $up/; }
    location /packed/ { gzip_static on; }
    location /gunzip/ { gunzip on; proxy_pass $up/; }
    location /p/ { proxy_pass $up/; }
    location /u/ { proxy_pass $up/; proxy_buffering off; }
    location /k/ { proxy_pass $up/; proxy_http_version 1.1;
                   proxy_set_header Connection ''; }
    location /s/ { proxy_pass $up/; proxy_http_version 1.1;
                   proxy_request_buffering off; }
    location /ws/ { proxy_pass $up/; proxy_http_version 1.1;
                    proxy_set_header Upgrade \$http_upgrade;
                    proxy_set_header Connection upgrade; }
    location /silent { proxy_pass $up; proxy_read_timeout 20ms; }
    location /dead/ { proxy_pass http://127.0.0.1:$dead/; }
    location /second/ { proxy_pass http://second/; }
    location /caught/ { proxy_pass $up/; proxy_intercept_errors on;
                        error_page 404 /page.html;
                        error_page 500 503 =200 \@fallback;
                        error_page 403 = /a.txt; }
    location \@fallback { proxy_pass $up; add_header X-Way fallback; }
    location /try/ { try_files \$uri /list/one.txt \@fallback; }
    location /try-up/ { try_files /none \@fallback; }
    location /small/ { client_max_body_size 10; proxy_pass $up/; }
    location /mirror/ { mirror /copy; proxy_pass $up/; }
    location /copy { internal; proxy_pass $up/echo; }
    location /basic/ { auth_basic there; auth_basic_user_file users;
                       alias %%PREFIX%%/html/; }
    location /asked/ { auth_request /ask; proxy_pass $up/; }
    location = /ask { internal; proxy_pass $up/echo;
                      proxy_pass_request_body off;
                      proxy_set_header Content-Length '';
                      proxy_set_header X-Refuse \$http_x_refuse; }
    location /any/ { satisfy any; auth_request /ask; deny all;
                     proxy_pass $up/; }
    location /denied/ { deny all; }
    location /get-only/ { limit_except GET { deny all; } proxy_pass $up/; }
    location /once { limit_req zone=once; return 200 once; }
    location /ssi/ { ssi on; }
    location /sub/ { sub_filter this that; }
    location /after/ { add_after_body /a.txt; addition_types *;
                       proxy_pass $up/; }
    location /old/ { rewrite ^/old/(.*) /p/\$1 last; }
    location /away/ { rewrite ^/away/(.*) /p/\$1 permanent; }
    location /stay/ { rewrite ^/stay/(.*) /\$1 break; proxy_pass $up; }
    location /give/ { return 200 "\$request_method \$args\\n"; }
    location /gone/ { return 410; }
    location /page/ { return 404; error_page 404 /page.html; }
    location /close/ { return 444; }
    location /moved/ { return 301 /a.txt; }
    location /put/ { alias %%PREFIX%%/html/put/; dav_methods PUT DELETE;
                     create_full_put_path on; }
    location /hidden/ { internal; }
    location /slow/ { alias %%PREFIX%%/html/; limit_rate 10m; }
EOF
}

# ---- the requests

# [method, uri, headers, body, options] for every protocol; a request as one
# word is a GET.
sub requests {
    my @ways = qw(p u k);
    my $post = sub ($uri, $body, %headers) {
        return [POST => $uri, { 'content-type' => 'text/plain', %headers },
                $body];
    };
    return (
        # ---- files
        (map { ($_, [HEAD => $_]) } qw(/ /a.txt /big.txt /empty.txt /list
            /list/ /list/sub /none /none/ /expires/a.txt /packed/p.txt
            /hidden/x /denied/x /a%2etxt /list//one.txt /./a.txt)),
        '/?q=1&r', '/a.txt?x', '/../a.txt', '/%00', '/%zz', '/#x',
        (map { [$_ => '/a.txt'] } qw(POST PUT DELETE OPTIONS PATCH TRACE
            PROPFIND)),
        (map { my $range = $_;
            map { [GET => $_, { range => "bytes=$range" }] }
                qw(/a.txt /big.txt /p/bytes/2000)
        } '0-4', '5-', '-3', '0-0', '3-1', '99999999-', '0-1,4-5', '0-1,-2',
            'x', '0-4,'),
        [GET => '/a.txt', { range => 'bytes=0-4', 'if-range' => '"other"' }],
        [GET => '/a.txt',
            { 'if-modified-since' => 'Tue, 14 Nov 2023 22:13:20 GMT' }],
        [GET => '/a.txt',
            { 'if-unmodified-since' => 'Tue, 14 Nov 2000 22:13:20 GMT' }],
        [GET => '/a.txt', { 'if-none-match' => '*' }],
        [GET => '/a.txt', { 'if-match' => '"other"' }],
        [PUT => '/put/new/file', {}, 'content'], [DELETE => '/put/none'],
        # ---- gzip
        (map { ([GET => $_, { 'accept-encoding' => 'gzip' }],
                [HEAD => $_, { 'accept-encoding' => 'gzip' }]) }
            qw(/gzip/a.txt /gzip/empty.txt /packed/p.txt /gzip-p/bytes/3000
               /gzip-p/sse /gzip-p/chunked /gzip-p/gzipped /gzip-p/status/404
               /gunzip/gzipped)),
        '/gzip/a.txt', '/gunzip/gzipped', '/gzip-p/echo',
        # ---- proxied: buffered, unbuffered, over HTTP/1.1
        (map { my $way = $_; (
            (map { "/$way/$_" } 'echo', 'bytes/0', 'bytes/300000',
                'bytes/4096', sort keys %answers),
            (map { "/$way/status/$_" } qw(201 202 204 206 301 304 400 401 403
                404 405 409 413 429 500 502 503 504 999)),
            (map { [HEAD => "/$way/$_"] } qw(echo bytes/300000 chunked sse
                sse-cut headers status/404 garbage)),
            $post->("/$way/echo", 'x' x 10),
            $post->("/$way/echo", ''),
            $post->("/$way/echo", substr $big, 0, 40_000),
            [PUT => "/$way/echo", { 'x-a' => '1', 'x_b' => '2',
                cookie => 'a=b', authorization => 'Bearer igk_other' }, 'y'],
            [DELETE => "/$way/echo"],
        ) } @ways),
        $post->('/s/echo', 'x' x 100), $post->('/s/echo', $big),
        # ---- answers of nginx itself, and what changes the way
        '/dead/x', '/second/echo', '/silent', '/gone/', '/page/x', '/give/x?a',
        '/moved/', '/old/echo', '/away/echo', '/stay/echo', '/stay/none/x',
        '/try/a.txt', '/try-up/x', '/ssi/s.html', '/sub/s.html',
        '/after/echo', '/slow/a.txt', '/once', '/once', '/basic/a.txt',
        [GET => '/basic/a.txt', { authorization => 'Basic YWRhOnNlY3JldA==' }],
        [GET => '/basic/a.txt', { authorization => 'Basic x' }],
        '/asked/echo', '/any/echo',
        (map { ([GET => '/asked/echo', { 'x-refuse' => $_ }],
                [GET => '/any/echo', { 'x-refuse' => $_ }]) }
            qw(401 403 404 500)),
        (map { "/caught/$_" } qw(echo status/404 status/500 status/503
            status/403 status/409 sse sse-cut)),
        $post->('/mirror/echo', 'mirrored'), $post->('/asked/echo', 'asked'),
        $post->('/small/echo', 'x' x 10), $post->('/small/echo', 'x' x 11),
        $post->('/get-only/echo', 'x'), '/get-only/echo',
        $post->('/give/x', 'body'), $post->('/gone/', 'body'),
        $post->('/dead/x', 'body'), $post->('/try-up/x', 'body'),
        $post->('/old/echo', 'body'), $post->('/caught/status/503', 'body'),
    );
}

# name => bytes over HTTP/1, or a list of them with \seconds between.
sub raw_requests {
    my $host = "Host: localhost\r\n";
    my $end = "${host}Connection: close\r\n\r\n";
    my $get = sub ($uri, $more = '') {
        return "GET $uri HTTP/1.1\r\n$more$host\r\n";
    };
    my $chunked = "Transfer-Encoding: chunked\r\n";
    my $expect = "Expect: 100-continue\r\n";
    return (
        'three at once' => $get->('/a.txt') . $get->('/p/echo')
            . "GET /none HTTP/1.1\r\n$end",
        'ten at once' => $get->('/p/chunked') x 9
            . "GET /give/?last HTTP/1.1\r\n$end",
        'a body, then another request' => "POST /p/echo HTTP/1.1\r\n$host"
            . "Content-Length: 4\r\n\r\nbodyGET /a.txt HTTP/1.1\r\n$end",
        'a body nobody reads, then another' => "POST /gone/ HTTP/1.1\r\n"
            . "${host}Content-Length: 4\r\n\r\nbodyGET / HTTP/1.1\r\n$end",
        'GET with a body' => "GET /give/ HTTP/1.1\r\n${host}Content-Length: 4"
            . "\r\n\r\nbodyGET / HTTP/1.1\r\n$end",
        'HEAD, then GET' => "HEAD /p/bytes/9 HTTP/1.1\r\n$host\r\n"
            . "GET /p/bytes/9 HTTP/1.1\r\n$end",
        'HTTP/1.0' => "GET /p/chunked HTTP/1.0\r\n\r\n",
        'HTTP/1.0 with keepalive' => "GET /a.txt HTTP/1.0\r\n"
            . "Connection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n",
        'HTTP/0.9' => "GET /give/\r\n",
        'HTTP/0.9, proxied' => "GET /p/echo\r\n",
        'a version too new' => "GET / HTTP/2.0\r\n$end",
        'no version' => "GET / HTTP/x\r\n$end",
        'an absolute address' => "GET http://other/give/?x HTTP/1.1\r\n$end",
        'lines that end with LF' => "GET /a.txt HTTP/1.1\nHost: localhost\n"
            . "Connection: close\n\n",
        'empty lines first' => "\r\n\r\nGET / HTTP/1.1\r\n$end",
        'one byte at a time' => [map { ($_, \0.0005) } split //,
            "POST /p/echo HTTP/1.1\r\nContent-Length: 2\r\n${end}ok"],
        'a body that comes late' => ["POST /p/echo HTTP/1.1\r\n"
            . "Content-Length: 4\r\n$end", \0.02, 'bo', \0.02, 'dy'],
        'a body that comes late, unbuffered' => ["POST /s/echo HTTP/1.1\r\n"
            . "Content-Length: 4\r\n$end", \0.02, 'bo', \0.02, 'dy'],
        'a body that does not come' => ["POST /p/echo HTTP/1.1\r\n"
            . "Content-Length: 4\r\n$end", \0.02, 'shut'],
        'chunks' => "POST /p/echo HTTP/1.1\r\n$chunked${end}3\r\nabc\r\n"
            . "2;x=\"y\"\r\nde\r\n0\r\nX-T: 1\r\n\r\n",
        'chunks to a file' => "POST /p/echo HTTP/1.1\r\n$chunked$end"
            . sprintf("%x\r\n", length $big) . "$big\r\n0\r\n\r\n",
        'chunks, unbuffered' => ["POST /s/echo HTTP/1.1\r\n$chunked$end"
            . "3\r\nabc\r\n0\r\n\r\n"],
        'chunks without an end' => ["POST /p/echo HTTP/1.1\r\n$chunked$end"
            . "3\r\nabc\r\n", \0.02, 'shut'],
        'no chunk size' => "POST /p/echo HTTP/1.1\r\n$chunked${end}xyz\r\n",
        'chunks beyond the limit' => "POST /small/echo HTTP/1.1\r\n$chunked"
            . "${end}8\r\nabcdefgh\r\n8\r\nabcdefgh\r\n0\r\n\r\n",
        '100-continue' => ["POST /p/echo HTTP/1.1\r\n${expect}Content-Length:"
            . " 4\r\n$end", \0.02, 'body'],
        '100-continue, unbuffered' => ["POST /s/echo HTTP/1.1\r\n$expect"
            . "Content-Length: 4\r\n$end", \0.02, 'body'],
        '100-continue with the body' => "POST /p/echo HTTP/1.1\r\n${expect}"
            . "Content-Length: 4\r\n${end}body",
        '100-continue for a file' => "POST /a.txt HTTP/1.1\r\n${expect}"
            . "Content-Length: 4\r\n$end",
        '100-continue beyond the limit' => "POST /small/echo HTTP/1.1\r\n"
            . "${expect}Content-Length: 40\r\n$end",
        '100-continue and refused' => "POST /denied/x HTTP/1.1\r\n${expect}"
            . "Content-Length: 4\r\n$end",
        'an upgrade' => ["GET /ws/upgrade HTTP/1.1\r\nUpgrade: echo\r\n"
            . "Connection: Upgrade\r\n$host\r\n"],
        'an upgrade that is refused' => "GET /ws/status/403 HTTP/1.1\r\n"
            . "Upgrade: echo\r\n$end",
        'no Host' => "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        'two Hosts' => "GET / HTTP/1.1\r\n$host$end",
        'a bad Host' => "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
        'a length and chunks' => "POST /p/echo HTTP/1.1\r\n$chunked"
            . "Content-Length: 4\r\n$end" . "0\r\n\r\n",
        'a length twice' => "POST /p/echo HTTP/1.1\r\nContent-Length: 4\r\n"
            . "Content-Length: 4\r\n${end}body",
        'a negative length' => "POST /p/echo HTTP/1.1\r\n"
            . "Content-Length: -1\r\n$end",
        'an unknown coding' => "POST /p/echo HTTP/1.1\r\n"
            . "Transfer-Encoding: gzip, chunked\r\n$end",
        'two types' => "POST /p/echo HTTP/1.1\r\nContent-Type: a/b\r\n"
            . "Content-Type: c/d\r\nContent-Length: 1\r\n${end}x",
        'a lower-case method' => "get / HTTP/1.1\r\n$end",
        'no method' => "/ HTTP/1.1\r\n$end",
        'CONNECT' => "CONNECT localhost:1 HTTP/1.1\r\n$end",
        'TRACE' => "TRACE /p/echo HTTP/1.1\r\n$end",
        'a long address' => 'GET /' . 'a' x 9000 . " HTTP/1.1\r\n$end",
        'a long header' => "GET / HTTP/1.1\r\nX-A: " . 'a' x 40_000
            . "\r\n$end",
        'many headers' => "GET /p/echo HTTP/1.1\r\n"
            . join('', map { "X-$_: $_\r\n" } 1 .. 500) . $end,
        'a NUL in a header' => "GET / HTTP/1.1\r\nX-A: a\0b\r\n$end",
        'a folded header' => "GET / HTTP/1.1\r\nX-A: a\r\n b\r\n$end",
        'a space before the colon' => "GET / HTTP/1.1\r\nX-A : a\r\n$end",
        'header bytes above 0x7f' => "GET /p/echo HTTP/1.1\r\nX-A: \xe9\x01"
            . "\r\n$end",
        'nothing' => ["\r\n", 'shut'],
        'half a request' => ["GET / HTTP/1.1\r\nHo", \0.02, 'shut'],
        'a client that stops sending' => ["GET /p/echo HTTP/1.1\r\n$end",
            'shut'],
        'TLS on the plain port' => "\x16\x03\x01\x00\x05\x01\x00\x00\x01\x03",
        'HTTP/2 on the plain port' => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        'a connection that closes between' => $get->('/close/')
            . $get->('/a.txt'),
    );
}

1;
