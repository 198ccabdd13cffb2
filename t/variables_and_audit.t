# The $gate_* variables in an access log, and the audit line: one a request,
# escaped, without any key.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(turns => [
    { sse => [whole_turn()] }, { sse => [(whole_turn())[0, 1], 'fin'] },
    { sse => [whole_turn()] }]);
my $plain = Gate::upstream(body => 'served');
my @names = qw(key_id key_kind user_id workspace_id intern_id session_id
    verdict reason prompt_tokens completion_tokens stream_outcome);
my $format = join ' ', '$status $request_method',
    map { "$_=\$gate_$_" } @names;
my $t = Gate->new(
    status => 1, listen => [qw(h1 h2c)],
    keys => [{ name => 'one', id => 'key-1', user_id => 'u-1',
               workspace_id => 'w-1' }, { name => 'bare', id => 'key-2' },
             { name => 'odd', id => "k\"\\\x{e9}", user_id => 'a b=c' }],
    interns => [{ id => 'alpha', upstream => $up }],
    http => "log_format v '$format';",
    server => 'access_log %%PREFIX%%/logs/vars.log v;',
    conf => <<"EOT");
    location /api/v1/interns/ {
        gate_chat;
        add_header X-Session \$gate_session_id;
        add_header X-Intern \$gate_intern_id;
        proxy_pass http://\$gate_intern_upstream;
    }
    location /keyed/ {
        gate_auth key;
        proxy_set_header X-User \$gate_user_id;
        proxy_set_header X-Key \$gate_key_id;
        proxy_pass $plain;
    }
    location /paged/ {
        gate_auth key;
        error_page 502 404 = /page.html;
        proxy_pass http://127.0.0.1:%%PORT:closed%%;
    }
    location = /page.html { return 404 page; }
    location /limited/ { gate_body_limit 10; proxy_pass $plain; }
    location /open/ { return 200 "\$gate_key_id|\$gate_verdict"; }
EOT

sub logged ($n) {
    Gate::wait_for(sub { $t->read_log('vars.log') >= $n }, 2);
    my @lines = grep { !/ GET key_id=- .*verdict=-/ } $t->read_log('vars.log');
    return { map { /\A(\w+)=(.*)\z/ ? ($1, $2) : () }
        split / (?=\w+=)/, $lines[-1] };
}
# nginx logs after it has answered; $n lines are waited for
sub audit ($n) {
    my @lines;
    Gate::wait_for(sub {
        @lines = grep { / gate: / } $t->error_log;
        return @lines >= $n;
    }, 2);
    return @lines;
}
sub audited ($n, $title, @patterns) {
    my $line = (audit($n))[-1];
    my @missing = grep { $line !~ $_ } @patterns;
    ok(!@missing, $title) or diag("$line\nlacks @missing");
}

# ---- a whole turn
my $answer = $t->chat('alpha', prompt('hi', session_id => 's-1'),
    key => 'one');
my %wanted = (key_id => 'key-1', key_kind => 'regular', user_id => 'u-1',
    workspace_id => 'w-1', intern_id => 'alpha', session_id => 's-1',
    verdict => 'passed', reason => '-', prompt_tokens => 4,
    completion_tokens => 2, stream_outcome => 'complete');
is_deeply(logged(1), \%wanted, 'the variables of a whole turn');
is($answer->header('x-session') . $answer->header('x-intern'), 's-1alpha',
    'they can be headers of the response');
is(scalar audit(1), 1, 'one audit line');
audited(1, 'with the same facts', qr/\[info\]/, qr/ key="key-1"/,
    qr/ user="u-1"/, qr/ workspace="w-1"/, qr/ intern="alpha"/,
    qr/ session="s-1"/, qr/ status=200\b/, qr/ stream="complete"/,
    qr/ events=5\b/, qr/ prompt_tokens=4\b/, qr/ completion_tokens=2\b/,
    qr/ client="127\.0\.0\.1"/, qr/ method="POST"/);

# ---- a severed one
$t->chat('alpha', prompt(), key => 'one');
is_deeply([@{logged(2)}{qw(verdict stream_outcome prompt_tokens)}],
    ['passed', 'severed', '-'], 'the variables of a severed stream');
like(logged(2)->{session_id}, qr/\Ases-[0-9a-f-]{36}\z/,
    'the session that was made up');
audited(2, 'its audit line is a warning', qr/\[warn\]/, qr/ stream="severed"/);

# ---- refusals
my @cases = (
    ['no key', 401, [key => undef], prompt(), 'refused', '-', '-'],
    ['a bad body', 400, [key => 'one'], '{}', 'refused', 'bad_request',
     'key-1'],
    ['an unknown intern', 404, [key => 'one'], prompt(), 'refused',
     'not_found', 'key-1'],
    ['a long body', 413, [key => 'one'], ' ' x 1_048_577, 'refused',
     'payload_too_large', 'key-1'],
    ['a key without a user', 400, [key => 'bare'], '', 'refused',
     'bad_request', 'key-2'],
);
my $n = 2;
for my $case (@cases) {
    my ($what, $status, $opt, $body, @facts) = @$case;
    my $intern = $what =~ /intern/ ? 'beta' : 'alpha';
    is($t->chat($intern, $body, @$opt)->status, $status, $what);
    is_deeply([@{logged(++$n)}{qw(verdict reason key_id)}], \@facts,
        "$what: the variables");
    is(scalar audit($n), $n, "$what: one audit line");
    audited($n, "$what: a warning", qr/\[warn\]/, qr/ status=$status\b/,
        $facts[1] eq '-' ? qr// : qr/ reason="$facts[1]"/);
}

# ---- elsewhere
$t->request(GET => '/keyed/', {}, undef, key => 'one');
my $request = ($plain->requests)[-1];
is($request->header('x-user') . $request->header('x-key'), 'u-1key-1',
    'they can be headers of the request to the upstream');
is(scalar audit($n + 1), ++$n, 'a guarded request that passes has its line');
is($t->request(GET => '/open/')->body, '|', 'nothing is known elsewhere');
is(scalar audit($n), $n, 'and nothing is audited there');
is($t->request(GET => '/keyed/', {}, undef, key => 'one', proto => 'h2c')
    ->status, 200, 'over HTTP/2');
is(scalar audit($n + 1), ++$n, 'also one line');

# ---- what nginx or an error_page answers is audited as what was asked
$t->request(PUT => '/paged/x?q', {}, 'x', key => 'one');
audited(++$n, 'an error_page does not change the line', qr/ status=404\b/,
    qr/ method="PUT"/, qr{ uri="/paged/x"});
$t->request(POST => '/limited/', {}, undef, chunked => ['x' x 6, 'x' x 6]);
audited(++$n, "nginx's own refusal has its reason", qr/\[warn\]/,
    qr/ status=413\b/, qr/ reason="payload_too_large"/, qr/"POST"/,
    qr{ uri="/limited/"});
is($t->status->{refused}{payload_too_large}, 2, 'and is counted');
is(scalar audit($n), $n, 'each is one line');

# ---- escaped
$t->request(GET => '/keyed/%0a%1b%5d0;x%07%22%5c%c3%a9%ff', {}, undef,
    key => 'odd');
audited(++$n, 'what is no plain text is escaped',
    qr{ uri="/keyed/\\x0a\\x1b\]0;x\\x07\\x22\\x5c\\xc3\\xa9\\xff"},
    qr/ key="k\\x22\\x5c\\xc3\\xa9"/, qr/ user="a b=c"/);
is(scalar audit($n), $n, 'in one line');
my @raw = grep { /[^\x20-\x7e]/ } audit($n);
is_deeply(\@raw, [], 'of plain ASCII');
# the end check of the harness looks for keys in both logs
