# Answers that are no event stream go through nginx's own filters as without
# gate_stream: what they have put into the header fits the body.
use Gate;
use IO::Compress::Gzip qw(gzip);

my $plain = 'some text that is here ' x 200;
gzip(\$plain => \my $packed);
my $up = Gate::upstream(code => sub ($conn, $request) {
    my $type = $request->uri =~ /json/ ? 'application/json' : 'text/html';
    return $conn->answer(200, $packed, 'Content-Encoding' => 'gzip',
        'Content-Type' => $type) if $request->uri =~ /packed/;
    return $conn->answer(200, $plain, 'Content-Type' => $type);
});
my $rules = <<"EOT";
        proxy_http_version 1.1;
        gunzip on;
        gzip on; gzip_types application/json;
        sub_filter here there; sub_filter_once off;
        add_after_body /tail;
        proxy_pass $up;
EOT
my $t = Gate->new(tests => 19, status => 1, files => { 'html/g/a.txt' => 'abcdefgh' },
    conf => <<"EOT");
    location /g/ { gate_stream auto; $rules }
    location /s/ { $rules }
    location = /tail { return 200 'tail'; }
    location /g/files/ { gate_stream auto; alias %%PREFIX%%/html/g/; }
EOT

for my $uri (qw(packed plain packed-json plain-json)) {
    for my $encoding (undef, 'gzip') {
        my @headers = $encoding ? ({ 'Accept-Encoding' => 'gzip' }) : ({});
        my ($ours, $stock) = map { $t->request(GET => "/$_/$uri", @headers) }
            qw(g s);
        is($ours->text, $stock->text, "$uri: the same text");
        is($ours->complete, 1, 'ended properly');
    }
}

my $range = $t->request(GET => '/g/files/a.txt', { Range => 'bytes=2-3' });
is($range->status, 206, 'a range of a file is served');
is($range->body, 'cd', 'as it was asked for');
is($t->request(GET => '/g/files/a.txt', { 'If-Match' => '"no"' })->status, 412,
    'and a condition is judged');
