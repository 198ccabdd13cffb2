# R05: a reload with a broken configuration, keys or interns file changes
# nothing: the old workers go on with the old state, and the log names file
# and line.
use Gate;
use Gate::Expect;

my $up = Gate::upstream(sse => [whole_turn()]);
my $conf = <<'EOT';
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
EOT
my $t = Gate->new(status => 1, keys => ['old'], interns => ['alpha'],
    http => 'gate_keys keys; gate_interns interns;', conf => $conf);
$t->allow_log(qr/\[emerg\]/);
my $new = Gate::key(name => 'new');
my $intern = Gate::Keys::intern_line('alpha', $up);
my $beta = Gate::Keys::intern_line({ id => 'beta', upstream => $up });
my ($old_line) = map { $_->{line} } Gate::key(name => 'old');

sub asks ($key, $intern) {
    return $t->request(POST => "/api/v1/interns/$intern/chat/completions",
        { Authorization => "Bearer $key", 'Content-Type' =>
            'application/json' }, chat_body())->status;
}

# One file is replaced by this text; the reload must fail with these words.
sub keeps ($title, $file, $text, $words) {
    my @workers = $t->worker_pids;
    my $before = () = $t->error_log;
    $t->{conf}->write_file($file, $text);
    ok(!$t->reload, "$title: the reload is refused");
    my @lines = $t->error_log;
    my @said = grep { /\[emerg\]/ } @lines[$before .. $#lines];
    ok(grep({ $_ =~ $words } @said), "$title: and says why")
        or diag(@said);
    is_deeply([$t->worker_pids], \@workers, "$title: the workers stay");
    is(asks($t->key('old'), 'alpha'), 200, "$title: the old key is served");
    is(asks($new->{key}, 'alpha'), 401, "$title: the new one is unknown");
    is(asks($t->key('old'), 'beta'), 404, "$title: so is the new intern");
}

keeps('a broken key', 'keys', "$new->{line}\{\"hash\":\"x\"}\n",
    qr/"hash".* in \S+keys:2$/);
keeps('half a file', 'keys', $new->{line} . substr($old_line, 0, 30),
    qr/ in \S+keys:2$/);
unlink $t->prefix . '/keys';
mkdir $t->prefix . '/keys.d';
keeps('no keys file', 'keys.d/other', '', qr/cannot read .*keys"/);

$t->{conf}->write_file(keys => $old_line);
keeps('a broken intern', 'interns', "$intern$beta$beta",
    qr/stands in line 2 already in \S+interns:3$/);

$t->{conf}->write_file(interns => $intern);
my @workers = $t->worker_pids;
ok(!$t->reload(conf => "$conf gate_auth nonsense;"),
    'a broken directive: the reload is refused');
ok($t->wait_log(qr/\[emerg\].*in \S+nginx\.conf:\d+$/), 'and says where');
ok(!$t->reload(conf => 'location / { gate_chat; }'),
    'a wrong combination: the reload is refused');
is_deeply([$t->worker_pids], \@workers, 'the workers stay');
is(asks($t->key('old'), 'alpha'), 200, 'the old key is served');

# ---- a good one does change things
$t->{conf}->write_file(keys => $new->{line});
$t->{conf}->write_file(interns => $beta);
ok($t->reload(conf => $conf), 'a whole configuration is taken');
is(asks($new->{key}, 'beta'), 200, 'with the new key and intern');
is(asks($t->key('old'), 'beta'), 401, 'and without the old key');
is(asks($new->{key}, 'alpha'), 404, 'and the old intern');
