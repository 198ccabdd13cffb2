#!/usr/bin/perl
# Starts a working edge under build/run: internd, NGINX with conf/minimal.conf,
# a key and an intern; chats through it and shows what is sent and what comes;
# then stays until Ctrl-C.
#
#   ./build.sh run [--once] [--port N]
#
# With --once it ends by itself: 0 if all was as the interface says.

use strict;
use warnings;

use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Path qw(make_path remove_tree);
use IO::Socket::INET;
use JSON::PP;
use POSIX qw(WNOHANG);
use Time::HiRes qw(sleep time);

$| = 1;

my $root = dirname(dirname(abs_path(__FILE__)));
my $run  = "$root/build/run";
my ($once, $port) = (0, 0);
my $nginx = -x '/usr/sbin/nginx' ? '/usr/sbin/nginx' : 'nginx';
my %pids;

while (defined(my $word = shift @ARGV)) {
    if ($word eq '--once') {
        $once = 1;
    } elsif ($word eq '--port' && @ARGV && $ARGV[0] =~ /^\d+$/) {
        $port = shift @ARGV;
    } else {
        die "usage: ./build.sh run [--once] [--port N]\n";
    }
}

$SIG{INT} = $SIG{TERM} = sub { stop(); exit 0 };
$SIG{ALRM} = sub { die "no answer in time\n" };

my $ok = eval { main(); 1 };
print STDERR "run: $@" unless $ok;
stop();
exit($ok ? 0 : 1);

sub say_step { print "== @_\n" }

sub main {
    # a fixed port for people, a free one where it is taken
    $port ||= is_free(8080) ? 8080 : free_port();
    remove_tree($run);
    make_path("$run/logs", "$run/modules", "$run/work", "$run/temp");

    say_step("starting internd");
    my $daemon = start_internd();
    my $keys   = write_files($daemon);

    say_step("starting NGINX on 127.0.0.1:$port");
    start_nginx();

    my $edge = {
        base_url       => "http://127.0.0.1:$port/api/v1",
        api_key        => $keys->{regular},
        management_key => $keys->{management},
        intern_id      => 'alpha',
        nginx_pid      => $pids{nginx},
    };
    write_file("$run/edge.json.new", JSON::PP->new->canonical->pretty
        ->encode($edge));
    rename "$run/edge.json.new", "$run/edge.json" or die "edge.json: $!\n";

    plain_chat($edge);
    approval_chat($edge);
    print_curl($edge);
    return if $once;

    print "\nThe edge is up; Ctrl-C stops it.\n";
    while (1) {
        sleep 0.5;
        for my $name (keys %pids) {
            die "$name has ended; see build/run/logs\n"
                if waitpid($pids{$name}, WNOHANG) != 0;
        }
    }
}

sub is_free {
    my ($wanted) = @_;
    return defined IO::Socket::INET->new(LocalAddr => '127.0.0.1',
        LocalPort => $wanted, Listen => 1, ReuseAddr => 1);
}

sub free_port {
    my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1',
        LocalPort => 0, Listen => 1) or die "no free port: $!\n";
    return $socket->sockport;
}

sub write_file {
    my ($name, $text) = @_;
    open(my $fh, '>', $name) or die "$name: $!\n";
    print $fh $text;
    close $fh or die "$name: $!\n";
}

sub read_file {
    my ($name) = @_;
    open(my $fh, '<', $name) or die "$name: $!\n";
    local $/;
    return <$fh>;
}

# Starts a program whose output goes to a log; it ends with us.
sub start {
    my ($name, $log, @command) = @_;
    my $pid = fork() // die "fork: $!\n";

    if ($pid == 0) {
        open(STDIN, '<', '/dev/null');
        open(STDOUT, '>', $log) or die "$log: $!\n";
        open(STDERR, '>&', \*STDOUT);
        setpgrp(0, 0);    # a Ctrl-C is ours to pass on
        exec @command;
        die "$command[0]: $!\n";
    }
    $pids{$name} = $pid;
    return $pid;
}

sub wait_until {
    my ($what, $name, $test) = @_;
    my $end = time + 10;

    while (time < $end) {
        my $found = $test->();
        return $found if $found;
        if (waitpid($pids{$name}, WNOHANG) != 0) {
            delete $pids{$name};
            last;
        }
        sleep 0.02;
    }
    my $log = join '', map { -e $_ ? read_file($_) : '' }
        glob("$run/logs/*");
    die "$what did not start:\n$log\n";
}

sub start_internd {
    my $log = "$run/logs/internd.log";
    start('internd', $log, "$root/build/internd", '--listen', '127.0.0.1:0',
        '--workdir', "$run/work");
    return wait_until('internd', 'internd', sub {
        return -e $log && read_file($log) =~ /listening on (\S+)/ ? $1 : undef;
    });
}

sub create_key {
    my @options = @_;
    open(my $fh, '-|', "$root/build/internctl", '--json', 'key', 'create',
        '--append', "$run/keys.jsonl", @options) or die "internctl: $!\n";
    my $text = do { local $/; <$fh> };
    close $fh or die "internctl failed\n";
    return decode_json($text)->{key};
}

# The files an operator would write: keys, interns, nginx.conf.
sub write_files {
    my ($daemon) = @_;
    my %keys = (
        regular    => create_key('--programme', '--user', 'ada'),
        management => create_key('--kind', 'management', '--user', 'ada'),
    );
    write_file("$run/interns.jsonl",
        encode_json({ id => 'alpha', name => 'alpha', upstream => $daemon })
        . "\n");

    my $conf = read_file("$root/conf/minimal.conf");
    $conf =~ s/127\.0\.0\.1:8080/127.0.0.1:$port/;
    # the distribution's own temporary folders belong to its service
    my $temp = join '', map { "    ${_}_temp_path temp/$_;\n" }
        qw(client_body proxy fastcgi uwsgi scgi);
    $conf =~ s/^http \{\n/http {\n    access_log logs\/access.log;\n$temp\n/m;
    write_file("$run/nginx.conf", $conf);

    symlink "$root/build/ngx_http_gate_module.so",
        "$run/modules/ngx_http_gate_module.so";
    return \%keys;
}

sub start_nginx {
    my $user = $> == 0 ? 'user root; ' : '';
    start('nginx', "$run/logs/nginx.log", $nginx, '-p', "$run/", '-c',
        'nginx.conf', '-e', 'logs/error.log', '-g',
        "${user}daemon off; pid logs/nginx.pid; error_log logs/error.log info;");
    wait_until('nginx', 'nginx', sub {
        return IO::Socket::INET->new(PeerAddr => '127.0.0.1',
            PeerPort => $port, Timeout => 1);
    });
}

# Sends one chat and shows its stream as it comes; returns the chunks.
sub chat {
    my ($edge, $body) = @_;
    my $path = "/api/v1/interns/$edge->{intern_id}/chat/completions";
    my $text = JSON::PP->new->canonical->encode({ stream => JSON::PP::true,
        %$body });

    print "\n> POST $path\n> $text\n\n";
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1',
        PeerPort => $port, Timeout => 5) or die "connect: $@\n";
    print $socket "POST $path HTTP/1.0\r\nHost: 127.0.0.1:$port\r\n"
        . "Authorization: Bearer $edge->{api_key}\r\n"
        . "Content-Type: application/json\r\n"
        . "Content-Length: " . length($text) . "\r\n\r\n$text";

    alarm 30;
    my $status = <$socket> // '';
    die "the edge answered: $status" unless $status =~ m{^HTTP/1\.[01] 200 };
    while (defined(my $line = <$socket>)) {
        last if $line =~ /^\r?$/;
    }
    my @chunks;
    while (defined(my $line = <$socket>)) {
        print $line;
        push @chunks, $1 if $line =~ /^data: (.*)$/;
    }
    alarm 0;

    my $end = pop @chunks // '';
    die "the stream did not end with [DONE]\n" unless $end eq '[DONE]';
    return map { decode_json($_) } @chunks;
}

# The grammar of a response (interface.md, "Events").
sub check {
    my ($finish, @chunks) = @_;
    my $final = $chunks[-1];
    my @finished = grep { @{ $_->{choices} }
        && defined $_->{choices}[0]{finish_reason} } @chunks;

    die "the first chunk has no role\n"
        unless ($chunks[0]{choices}[0]{delta}{role} // '') eq 'assistant';
    die "there must be one finish chunk\n" unless @finished == 1;
    my $reason = $finished[0]{choices}[0]{finish_reason};
    die "finish_reason is $reason, not $finish\n" unless $reason eq $finish;
    die "the final chunk has choices\n" if @{ $final->{choices} };
    die "the final chunk has no session_id\n" unless $final->{session_id};
    return $final->{session_id};
}

sub plain_chat {
    my ($edge) = @_;
    say_step("a plain chat");
    check('stop', chat($edge, { messages => [
        { role => 'user', content => 'Hello from a new edge!' } ] }));
}

sub approval_chat {
    my ($edge) = @_;
    say_step("a chat in manual mode: the intern asks before it runs a command");
    my @chunks = chat($edge, { approval_mode => 'manual', messages => [
        { role => 'user', content => "!shell echo the answer is 42\nDone." } ] });
    my $session = check('tool_calls', @chunks);

    my ($call) = map { @{ $_->{delta}{tool_calls} // [] } }
        map { @{ $_->{choices} } } @chunks;
    die "there is no service.provide_input call\n"
        unless ($call->{function}{name} // '') eq 'service.provide_input';
    my $question = decode_json($call->{function}{arguments});
    die "the question is no permission request\n"
        unless $question->{kind} eq 'permission';

    say_step("the answer: allow_once");
    @chunks = chat($edge, { session_id => $session, messages => [
        { role => 'assistant', content => undef, tool_calls => [$call] },
        { role => 'tool', tool_call_id => $call->{id},
          content => 'allow_once' } ] });
    die "the session changed\n" unless check('stop', @chunks) eq $session;
}

sub print_curl {
    my ($edge) = @_;
    my $url = "$edge->{base_url}/interns/$edge->{intern_id}/chat/completions";

    say_step("ready to paste");
    print <<"END";

curl -N $url \\
  -H 'Authorization: Bearer $edge->{api_key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"stream":true,"messages":[{"role":"user","content":"Hi!"}]}'

curl -s http://127.0.0.1:$port/gate_status
END
}

sub stop {
    for my $name (reverse sort keys %pids) {    # nginx before internd
        my $pid = delete $pids{$name};
        kill 'TERM', $pid;
        my $end = time + 5;
        while (waitpid($pid, WNOHANG) == 0) {
            if (time > $end) {
                kill 'KILL', $pid;
                waitpid($pid, 0);
                last;
            }
            sleep 0.02;
        }
    }
}
