# The reference daemon as an upstream: $up->address, and what it knows.
#
#     my $up = Gate::Internd->new('--interaction-deadline' => '400ms');
#     $up->runs     # [{session_id, state, pending, ...}, ...], oldest first
#     $up->wait_run('ended', 2)   # the last run once it is in this state
#
# It keeps nothing on disk and ends with the test.
package Gate::Internd;
use v5.36;
use overload '""' => sub ($self, @) { 'http://' . $self->address },
    fallback => 1;

use Cwd ();
use File::Basename qw(dirname);
use File::Temp ();
use IO::Socket::INET;
use POSIX ();
use Gate;
use Gate::Client;
use Gate::Nginx;
use Gate::Ports;

my @all;

sub path {
    my $root = dirname(Cwd::abs_path(__FILE__)) . '/../../..';
    return Cwd::abs_path($root) . '/build/internd';
}

sub new ($class, %options) {
    -x path() or die path() . " is missing: build it\n";
    my $self = bless { owner => $$, port => Gate::Ports::take(),
        dir => File::Temp->newdir('gate-internd-XXXXXX', TMPDIR => 1) }, $class;
    $self->{pid} = fork() // die "fork: $!";
    if (!$self->{pid}) {
        alarm 0;
        $SIG{$_} = 'DEFAULT' for qw(INT TERM ALRM PIPE);
        open(STDOUT, '>', "$self->{dir}/output");
        open(STDERR, '>&', \*STDOUT);
        exec { path() } 'internd', '--listen', $self->address,
            '--workdir', "$self->{dir}", %options or POSIX::_exit(127);
    }
    push @all, $self;
    Gate::Nginx::wait_for(sub {
        IO::Socket::INET->new(PeerAddr => $self->address);
    }, 5) or die "internd did not start\n";
    return $self;
}

sub address ($self) { return "127.0.0.1:$self->{port}" }

sub ask ($self, $method, $uri) {
    my $client = Gate::Client->new(port => $self->{port});
    my $answer = $client->request($method => $uri, {}, $method eq 'POST'
        ? '' : undef);
    $client->close;
    return $answer->json;
}

# Their ids begin with the time.
sub runs ($self) {
    return [sort { $a->{id} cmp $b->{id} } @{$self->ask(GET => '/runs')}];
}

sub cancel ($self, $run) { $self->ask(POST => "/runs/$run->{id}/cancel") }

# The last run, once its state is this one; undef if that takes too long.
sub wait_run ($self, $state, $seconds = 2) {
    my $run;
    Gate::Nginx::wait_for(sub {
        $run = $self->runs->[-1];
        return $run && $run->{state} eq $state;
    }, $seconds) or return undef;
    return $run;
}

sub stop ($self) {
    my $pid = delete $self->{pid} or return;
    local ($?, $!);
    kill KILL => $pid;
    waitpid $pid, 0;
}

END { $_->{owner} == $$ and $_->stop for @all }

1;
