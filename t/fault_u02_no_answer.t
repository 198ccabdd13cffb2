# U02: a connect that hangs, and no byte after the request: 504, at the time
# that the configuration names.
use Gate;
use Gate::Chat;

use Time::HiRes qw(time);

my $silent = Gate::upstream(code => sub ($conn, $request) { $conn->hang });
my $t = chat_nginx(tests => 8, conf => <<'EOF',
    proxy_connect_timeout 200ms;
    proxy_read_timeout 300ms;
EOF
    upstreams => { deaf => Gate::upstream(deaf => 1), silent => $silent });

for my $name (qw(deaf silent)) {
    my $start = time();
    refused(talk($t, $name), '504 timeout retryable', "$name: an intern");
    refused(relay($t, $name), '504 timeout retryable', "$name: a relay");
    cmp_ok(time() - $start, '<', 4 * $Gate::Nginx::patience,
        "$name: in the configured time");
}
cmp_ok($silent->wait_closed(2), '<', 5, 'the upstream is left');
ok(well($t), 'others are served');
