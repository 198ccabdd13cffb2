# The upstream of t/soak/storm.pl: answers with sums of what it has read and,
# as the request's X-Mode asks, with the body itself or an odd event stream.
package Echo;
use v5.36;

use Digest::MD5 qw(md5_hex);
use IO::Socket::INET;
use POSIX ();
use Gate::Message;
use Gate::Script;

sub new ($class, %opt) {
    my $listen = IO::Socket::INET->new(LocalAddr => '127.0.0.1',
        Listen => 1024) // die "listen: $!";
    my $self = bless { port => $listen->sockport, pids => [] }, $class;
    for (1 .. $opt{processes}) {
        my $pid = fork() // die "fork: $!";
        if ($pid == 0) {
            alarm 0;
            $SIG{$_} = 'DEFAULT' for qw(INT TERM ALRM);
            $SIG{CHLD} = $SIG{PIPE} = 'IGNORE';
            serve($listen, getppid());
            POSIX::_exit(0);
        }
        push @{$self->{pids}}, $pid;
    }
    return $self;
}

sub address ($self) { return "127.0.0.1:$self->{port}" }

sub stop ($self) {
    my @pids = splice @{$self->{pids}} or return;
    local ($?, $!);
    kill KILL => @pids;
    waitpid $_, 0 for @pids;
}

# A process a connection: nginx keeps many open at once.
sub serve ($listen, $parent) {
    while (getppid() == $parent) {
        my $bits = '';
        vec($bits, fileno $listen, 1) = 1;
        next if select($bits, undef, undef, 1) <= 0;
        $listen->blocking(0);
        my $sock = $listen->accept or next;
        my $pid = fork() // next;
        next if $pid;
        $sock->blocking(1);
        close $listen;
        srand($$);
        my $n = 0;
        Gate::Script->new($sock, 1, sub { return ++$n })->serve(\&answer);
        POSIX::_exit(0);
    }
}

sub answer ($conn, $request) {
    my $mode = $request->header('x-mode') // 'sum';
    my %sums = ('X-Body-Sum' => md5_hex($request->body),
        'X-Head-Sum' => md5_hex(join '|',
            map { $request->header($_) // '' }
            qw(authorization x-api-key content-type)));

    if ($mode eq 'sum') {
        $conn->answer(200, '{}', %sums);
    } elsif ($mode eq 'echo') {
        $conn->answer(200, $request->body, %sums,
            'Content-Type' => 'application/json');
    } else {
        stream($conn, %sums);
    }
}

sub stream ($conn, %sums) {
    $conn->pause(rand 0.05) if rand() < 0.3;
    return $conn->close if rand() < 0.1;
    return $conn->answer(503, 'busy') if rand() < 0.1;
    $conn->head(200, { %sums, 'Content-Type' => 'text/event-stream',
        'Transfer-Encoding' => 'chunked' });
    for (1 .. 1 + rand 8) {
        my $bytes = rand() < 0.1 ? 'data: {"half'
                  : 'data: {"a":"' . 'x' x rand(rand() < 0.1 ? 50_000 : 50)
                    . "\"}\n\n";
        $conn->chunk($bytes);
        $conn->pause(rand 0.03) if rand() < 0.3;
    }
    my $end = rand();
    return $conn->reset if $end < 0.1;
    return $conn->close if $end < 0.2;
    $conn->chunk("data: [DONE]\n\n") if $end < 0.8;
    $conn->write("0\r\n\r\n");
}

1;
