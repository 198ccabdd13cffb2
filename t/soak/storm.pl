# Random clients and upstreams against one nginx, with a reload every few
# seconds: what is only monitored arrives byte for byte, what a guardrail looks
# for never arrives, and nothing is left behind (the harness' end checks).
#
#     perl -It/lib t/soak/storm.pl [--seconds 60] [--cases N] [--clients 4]
#         [--only monitor|redact|block|stream]
#
# It ends after the seconds or, if given, the cases. GATE_SEED repeats the
# clients' choices, though not their order. Called by ./build.sh storm, which
# runs it on the sanitizer build.
use Gate;
use Gate::Guard;

use Digest::MD5 qw(md5_hex);
use Getopt::Long qw(GetOptions);
use IO::Socket::INET;
use POSIX ();
use Time::HiRes qw(sleep time);
use FindBin qw($Bin);
use lib $Bin;
use Bodies;
use Echo;

my %opt = (seconds => 60, clients => 4);
GetOptions(\%opt, 'seconds=i', 'cases=i', 'clients=i', 'only=s')
    or die "usage: see the head of this file\n";
my $seed = $ENV{GATE_SEED} || int(1000 * time()) % 1_000_000;
note("GATE_SEED=$seed");

my $echo = Echo->new(processes => 2 * $opt{clients});
my $filters = join ' ', map { "filter $_ %1\$s;" }
    qw(email phone ssn credit-card ip-address person-name address);
my $all = $filters . ' filter regex-prompt-injection flag;'
    . q{ filter_regex 'ACME-\d{6}' %1$s "[TICKET]";};
my $to = 'proxy_http_version 1.1; proxy_set_header Connection "";'
    . ' proxy_set_header Host $host; proxy_pass http://echo;';
my $t = Gate->new(
    status => 1, workers => 2, listen => [qw(h1 h2c)], keys => ['one'],
    timeout => 3600 + $opt{seconds}, error_level => 'warn', fd_slack => 8,
    main => 'thread_pool gate threads=2 max_queue=8;',
    http => Gate::Guard::cache_dir()
        . sprintf("gate_guardrail taken { $all }", 'redact')
        . sprintf("gate_guardrail stopped { $all }", 'block')
        . 'upstream echo { server ' . $echo->address
        . ' max_fails=0; keepalive 16; }',
    conf => <<"EOT");
    client_max_body_size 4m;
    client_body_buffer_size 16k;
    keepalive_requests 100000;
    location /monitor/ {
        gate_enforce monitor;
        gate_apply_guardrail taken stopped;
        gate_auth key;
        gate_auth_header Authorization x-api-key;
        gate_media block;
        gate_body_limit 100k;
        gate_content_type application/json;
        gate_rate_limit 60r/m;
        $to
    }
    location /redact/ { gate_apply_guardrail taken; gate_plain_text judge;
                        $to }
    location /block/ { gate_apply_guardrail stopped; $to }
    location /stream/ { gate_apply_guardrail taken; gate_stream auto;
                        gate_stream_deadline 2s; gate_stream_keepalive 20ms;
                        $to }
EOT

my $until = time() + $opt{seconds};
my @clients = map { client($_) } 1 .. $opt{clients};
my $reloads = 0;
my $alive = @clients;
while ($alive > 0) {
    sleep 1;
    $alive = grep { kill 0 => $_->{pid} and waitpid($_->{pid},
        POSIX::WNOHANG()) == 0 } @clients;
    if ($alive && time() % 6 < 1) {
        ok($t->reload, 'a reload') or last;
        $reloads++;
    }
}

my %sum;
for my $one (@clients) {
    while (my $line = readline $one->{from}) {
        if ($line =~ /\A(\w+) (\d+)\n/) {
            $sum{$1} += $2;
        } else {
            $sum{wrong}++;
            diag($line);
        }
    }
}
note(join ', ', map { "$sum{$_} $_" } sort keys %sum);
cmp_ok($sum{cases} // 0, '>', 0, 'there were cases');
is($sum{wrong} // 0, 0, 'every answer was right') or diag("GATE_SEED=$seed");
ok(Gate::wait_for(sub { !$t->leaving_pids }, 20), 'old workers have left');
$echo->stop;
done_testing($reloads + 4);  # and that of the harness

# ---- a client process

sub client ($n) {
    pipe(my $from, my $to_parent) or die "pipe: $!";
    my $pid = fork() // die "fork: $!";
    if ($pid) {
        close $to_parent;
        return { pid => $pid, from => $from };
    }
    close $from;
    srand($seed + $n);
    $SIG{ALRM} = 'DEFAULT';
    alarm 0;
    my %count;
    my $cases = $opt{cases} ? int($opt{cases} / $opt{clients}) + 1 : undef;
    my $conn;
    while (time() < $until && (!defined $cases || $cases-- > 0)) {
        my $wrong = eval { one_case(\$conn, \%count) } // $@;
        if ($wrong) {
            syswrite $to_parent, ($wrong =~ s/\n/ /gr) . "\n";
            undef $conn;
        }
        $count{cases}++;
    }
    syswrite $to_parent, "$_ $count{$_}\n" for sort keys %count;
    POSIX::_exit(0);
}

# Returns what was wrong, or ''.
sub one_case ($conn, $count) {
    my $kind = $opt{only} // (qw(monitor monitor redact block stream))[rand 5];
    my $case = Bodies::random($kind);
    my %headers = ('Content-Type' => $case->{type},
        'X-Mode' => $case->{mode});
    $headers{Authorization} = $case->{authorization}
        if $case->{authorization};
    $headers{'x-api-key'} = $case->{api_key} if $case->{api_key};
    my @request = (POST => "/$kind/v1/chat/completions", \%headers,
        $case->{body}, $case->{pieces} ? (chunked => $case->{pieces}) : ());

    if ($case->{leaves}) {
        $count->{aborts}++;
        my $bytes = Gate::Client::build(@request);
        my $client = Gate::Client->new(port => $t->port('h1'));
        $client->send(substr $bytes, 0, rand length $bytes);
        sleep rand 0.01;
        rand() < 0.5 ? $client->reset : $client->close;
        return '';
    }
    if (!$$conn || $$conn->{eof} || rand() < 0.02) {
        $$conn->close if $$conn;
        $$conn = Gate::Client->new(port => $t->port('h1'), timeout => 60);
    }
    my $answer = $$conn->request(@request);
    if (!$answer->{complete}) {
        undef $$conn;
        # an idle connection may be closed by a reload just now
        return $answer->{eof} || $answer->{closed} ? ''
             : "$kind: no answer in a minute to " . show($case);
    }
    undef $$conn if $answer->{closed};
    $count->{$answer->status}++;
    return complaint($kind, $case, $answer);
}

sub complaint ($kind, $case, $answer) {
    my $status = $answer->status;
    return "$kind: status $status for " . show($case)
        if $status == 500 || ($kind eq 'monitor' && $status != 200);
    return '' if $status != 200;

    my $sum = $answer->header('x-body-sum');
    if ($kind eq 'monitor') {
        return 'monitor: other bytes for ' . show($case)
            if ($sum // '') ne md5_hex($case->{body});
        my $keys = md5_hex(join '|', $case->{authorization} // '',
            $case->{api_key} // '', $case->{type});
        return 'monitor: other headers for ' . show($case)
            if ($answer->header('x-head-sum') // '') ne $keys;
        return '';
    }
    for my $secret (@{$case->{secrets}}) {
        return "$kind: '$secret' arrived, of " . show($case)
            if index($answer->body, $secret) >= 0;
    }
    if ($case->{is_json} && $case->{mode} eq 'echo'
        && !eval { JSON::PP->new->allow_nonref->decode($answer->body); 1 })
    {
        return "$kind: no JSON any more, of " . show($case);
    }
    return '';
}

sub show ($case) {
    my $file = File::Spec->tmpdir . "/storm-$$-" . int(1000 * time());
    open my $out, '>:raw', $file or return 'a body that could not be kept';
    print $out $case->{body};
    return "the body in $file";
}
