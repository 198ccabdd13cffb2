# A14: enforcement runs once a request. A rate limit counts a request once,
# however many internal redirects and subrequests it goes through.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(body => 'served');
my $down = Gate::free_port();
my $limit = 'gate_auth key; gate_rate_limit 3r/m;';
my $t = Gate->new(
    status => 1, keys => [map { "k$_" } 1 .. 8],
    files => { 'html/two.shtml' => '<!--# include virtual="/part/a" -->'
        . '<!--# include virtual="/part/b" -->',
        'html/index/other' => '' },
    conf => <<"EOT");
    location /try/ { $limit try_files /nothing \@next; }
    location /page/ {
        $limit
        error_page 502 = \@next;
        proxy_pass http://127.0.0.1:$down;
    }
    location /page_stream/ {
        $limit
        gate_stream auto;
        error_page 502 = \@next;
        proxy_pass http://127.0.0.1:$down;
    }
    location /index/ { $limit root html; index nothing /hop/x; }
    location /hop/ { $limit rewrite ^/hop/x /hop/y last; proxy_pass $up; }
    location \@next { $limit proxy_pass $up; }
    location ~ shtml { $limit ssi on; ssi_types *; }
    location /part/ { $limit proxy_pass $up; }
    location /mirrored/ { $limit mirror /copy; proxy_pass $up; }
    location = /copy { $limit proxy_pass $up; }
EOT

my %way = (k1 => '/try/', k2 => '/page/', k3 => '/page_stream/',
           k4 => '/index/', k5 => '/hop/x', k6 => '/two.shtml',
           k7 => '/mirrored/');
for my $key (sort keys %way) {
    my @answers = map { $t->request(GET => $way{$key}, {}, undef,
        key => $key) } 1 .. 4;
    is(join(' ', map { $_->status } @answers), '200 200 200 429',
        "$way{$key} counts once");
    like($answers[0]->text, qr/served/, "$way{$key} is served");
    refused($answers[3], 429, 'rate_limited', "$way{$key} is refused then");
}

# ---- and is counted once by the status, which follows the answer
$t->request(GET => '/try/', {}, undef, key => 'k8');
my $n = 4 * keys(%way) + 1;
Gate::wait_for(sub { $t->status->{requests} >= $n }, 2);
is($t->status->{requests}, $n, 'one request is one judged request');
