# One nginx process tree: start, workers, signals, stop. It is a child of the
# test; nothing here ever signals a process of somebody else.
package Gate::Nginx;
use v5.36;

use POSIX qw(WNOHANG);
use Time::HiRes qw(time sleep);

# a sanitizer makes everything slower; all waits of the harness grow with it
our $patience = $ENV{GATE_PRELOAD} ? 4 : 1;

sub new ($class, $prefix, $workers) {
    return bless { prefix => $prefix, workers => $workers }, $class;
}

sub binary { return $ENV{GATE_NGINX} || '/usr/sbin/nginx' }

# Waits until $test is true; returns its value, false when the time is over.
sub wait_for ($test, $seconds) {
    my $until = time() + $seconds * $patience;
    while (1) {
        my $value = $test->();
        return $value if $value || time() >= $until;
        sleep 0.005;
    }
}

# Starts the master and waits for its workers; returns '' or what went wrong.
sub start ($self) {
    delete $self->{exit};
    $self->{pid} = $self->run('stderr.log');
    my $up = wait_for(sub {
        !$self->running || $self->worker_pids >= $self->{workers};
    }, 10);
    return 'it exited at once' if !$self->running;
    return $up ? '' : 'its workers did not come up';
}

# Runs nginx with further arguments, its output in a file of the prefix.
sub run ($self, $output, @args) {
    my $prefix = $self->{prefix};
    my $pid = fork() // die "fork: $!";
    return $pid if $pid;

    alarm 0;
    $SIG{$_} = 'DEFAULT' for qw(INT TERM ALRM PIPE CHLD);
    open(STDIN, '<', '/dev/null');
    open(STDOUT, '>', "$prefix/logs/$output");
    open(STDERR, '>&', \*STDOUT);
    $ENV{LD_PRELOAD} = $ENV{GATE_PRELOAD} if $ENV{GATE_PRELOAD};
    $ENV{ASAN_OPTIONS} = join ':', 'detect_leaks=0',
        $ENV{ASAN_OPTIONS} // (), "log_path=$prefix/asan";
    $ENV{UBSAN_OPTIONS} = join ':', 'print_stacktrace=1',
        $ENV{UBSAN_OPTIONS} // (), "log_path=$prefix/ubsan";
    exec { binary() } 'nginx', '-e', 'stderr', '-p', "$prefix/",
        '-c', "$prefix/nginx.conf", @args
        or POSIX::_exit(127);
}

# `nginx -t`: exit code and everything it said.
sub config_test ($self) {
    my $pid = $self->run('test.log', '-t');
    waitpid $pid, 0;
    my $code = $? >> 8 || $? & 127;
    open(my $in, '<', "$self->{prefix}/logs/test.log") or die "test.log: $!";
    return ($code, do { local $/; <$in> });
}

sub running ($self) {
    return 0 if !$self->{pid} || defined $self->{exit};
    local $?;
    return 1 if waitpid($self->{pid}, WNOHANG) == 0;
    $self->{exit} = $?;
    return 0;
}

sub signal ($self, $name) { kill $name => $self->{pid} if $self->running }

# Workers that accept. A worker's title is set when its start is over, and
# changes when it begins to shut down.
sub worker_pids ($self) {
    my @pids = grep { title($_) =~ /\Anginx: worker process(?! is)/ }
        $self->children;
    $self->{known}{$_} = 1 for @pids;
    return @pids;
}

sub leaving_pids ($self) {
    return grep { title($_) =~ /\Anginx: worker process is/ } $self->children;
}

sub title ($pid) {
    open(my $in, '<', "/proc/$pid/cmdline") or return '';
    return <$in> // '';
}

sub children ($self) {
    return () if !$self->running;
    if (open(my $in, '<', "/proc/$self->{pid}/task/$self->{pid}/children")) {
        return split ' ', <$in> // '';
    }
    # a kernel without that file
    my @pids;
    for my $file (glob '/proc/[0-9]*/stat') {
        open(my $in, '<', $file) or next;
        # the name in parentheses may hold anything
        my ($parent) = (<$in> // '') =~ /.*\) \S (\d+) /s or next;
        push @pids, $file =~ /(\d+)/ if $parent == $self->{pid};
    }
    return sort { $a <=> $b } @pids;
}

# Descriptors of a process, as what they lead to.
sub descriptors ($pid) {
    return grep { defined } map { readlink } glob "/proc/$pid/fd/*";
}

# Makes all workers new ones; false if the master kept the old.
sub reload ($self, $failed) {
    my %old = map { $_ => 1 } $self->worker_pids;
    my $new = sub { grep { !$old{$_} } $self->worker_pids };
    $self->signal('HUP');
    wait_for(sub { $new->() >= $self->{workers} || $failed->() }, 10);
    return 0 if $new->() < $self->{workers};
    # old workers accept until they are told; the master waits a little first
    wait_for(sub { $self->worker_pids == $self->{workers} }, 5);
    return 1;
}

# Ends everything; returns '' or a complaint. Asks politely first.
sub stop ($self) {
    $self->worker_pids;
    my $complaint = '';
    for my $signal (qw(QUIT TERM KILL)) {
        last if !$self->running;
        $self->signal($signal);
        last if wait_for(sub { !$self->running }, $signal eq 'QUIT' ? 6 : 3);
        $complaint ||= "nginx did not stop on $signal";
    }
    # only when the master was killed; a pid may be somebody else's by now
    for my $pid (sort keys %{$self->{known}}) {
        grep { /\A\Q$self->{prefix}\E/ } descriptors($pid) or next;
        kill KILL => $pid;
        $complaint ||= "worker $pid outlived its master";
    }
    return $complaint;
}

1;
