# All that a benchmark runs on: the machine's cores, the scripted upstream, the
# sides, and one run of the driver against one of them. Takes everything down
# again, by the ids it started.
package Stage;

use strict;
use warnings;

use JSON::PP qw(decode_json);
use POSIX ();
use Time::HiRes qw(sleep);

use Side;

use constant {
    limit_s       => 90,
    # a worker that has served so many has its pools and free lists
    warm_requests => 1000,
    settle_s      => 0.3,
};

# root, files, quick, scripts, driver, module: see bench.pl. side_class, names:
# of the sides, with bare first. set: settings that differ for all figures.
# warm: requests that a started side gets and the size of their bodies.
sub new {
    my ($class, %self) = @_;
    my $self = bless {%self}, $class;
    $self->{cores} = [allowed_cores()];
    $self->{load_before} = load_average();
    return $self;
}

# Compiles the driver if none was given, starts the upstream and the sides.
sub enter {
    my ($self, $source) = @_;
    $self->{driver} //= $self->compile($source);
    $self->start_upstream;

    my $class = $self->{side_class} // 'Side';
    $self->{sides} = [];
    for my $name (@{$self->{names}}) {
        my $side = $class->new(
            name => $name, root => $self->{root}, files => $self->{files},
            module => $name eq 'bare' ? undef : $self->{module});
        if ($name !~ /^(?:bare|ours)$/
            && !eval { $side->start($self->settings); 1 })
        {
            push @{$self->{left_out}}, "left out: $@";
            print STDERR $self->{left_out}[-1];
            next;
        }
        push @{$self->{sides}}, $side;
    }
}

sub leave {
    my ($self) = @_;
    $self->stop_sides;
    my @started = delete @{$self}{qw(command_pid upstream_pid)};
    for my $pid (grep { defined } @started) {
        kill TERM => $pid;
        waitpid $pid, 0;
    }
}

sub stop_sides {
    my ($self) = @_;
    $_->stop for @{$self->{sides} // []};
}

sub sides {
    my ($self, @names) = @_;
    return grep {
        my $name = $_->{name};
        !@names || grep { $_ eq $name } @names;
    } @{$self->{sides}};
}

# One round of a figure: what the driver says of each side, by name. The
# second value says what was wrong, of whom: those sides are not in the first.
sub round {
    my ($self, $figure, @sides) = @_;
    my (%answers, %wrong);
    my @groups = $figure->{fresh} || $figure->{apart} ? map { [$_] } @sides
                                                      : \@sides;
    for my $group (@groups) {
        my ($answers, $words) = eval {
            $self->ready($_, $figure) for @$group;
            $self->place_upstream($figure->{cores});
            $self->drive($group, $figure->{cores},
                         @{arguments($figure, @$group)});
        };
        my $error = $@;
        my @failed = grep { $_->{failed} } @{$answers // []};
        for my $i (0 .. $#$group) {
            my $name = $group->[$i]{name};
            my $is_wrong = !$answers || (@failed ? $answers->[$i]{failed}
                                                 : $words ne '');
            if ($is_wrong) {
                $wrong{$name} = $error || $words . $group->[$i]->log_text;
            } else {
                $answers{$name} = $answers->[$i];
            }
            $group->[$i]->stop if $figure->{fresh};
        }
    }
    return (\%answers, \%wrong);
}

# Starts a side if need be and serves it enough to have its pools filled.
sub ready {
    my ($self, $side, $figure) = @_;
    $side->stop if $figure->{fresh};
    if ($side->{pid}) {
        $side->find_worker;
        return;
    }
    my ($word, %option) = @{arguments($figure, $side)};
    $side->start($self->settings(%{$figure->{set} // {}}));
    $self->warm($side, $option{'--body-bytes'});
    sleep settle_s if $figure->{fresh};
}

# How a side is started, but for what a figure sets.
sub settings {
    my ($self, %set) = @_;
    return (upstream => $self->{upstream}, core => $self->{cores}[0],
            body_buffer => '64k', keepalive => '30s',
            scripts => $self->{scripts}, %{$self->{set} // {}}, %set);
}

sub warm {
    my ($self, $side, $body_bytes) = @_;
    my ($requests, $bytes) = @{$self->{warm} // [warm_requests, $body_bytes]};
    my (undef, $words) = $self->drive(
        [$side], 2, 'requests', '--requests', $requests,
        '--connections', 32, '--body-bytes', $bytes // 2048);
    die $words . $side->log_text if $words ne '';
}

# A figure's arguments may depend on the sides that run.
sub arguments {
    my ($figure, @sides) = @_;
    my $args = $figure->{args};
    return ref $args eq 'CODE' ? $args->(@sides) : $args;
}

# The driver's answers, one for each side, and its complaint, '' if none.
sub drive {
    my ($self, $sides, $cores, @args) = @_;
    my @command = (
        'taskset', '-c', $self->core($cores), $self->{driver}, @args,
        '--port', join(',', map { $_->{port} } @$sides),
        '--worker', join(',', map { $_->{worker} } @$sides),
        '--key', Side::key, '--path', Side::path, '--limit-s', limit_s);

    my ($json, $words, $code) = $self->capture(@command);
    die "$args[0]: $words\n" if $json eq '';
    my $answers = decode_json($json);
    $answers = [$answers] if ref $answers ne 'ARRAY';
    return ($answers, $code == 0 ? '' : "$args[0]: $words");
}

# Standard output, standard error and the exit code of a command.
sub capture {
    my ($self, @command) = @_;
    my $errors = "$self->{root}/command.stderr";
    my $pid = open(my $out, '-|') // die "fork: $!\n";
    if ($pid == 0) {
        open STDERR, '>', $errors;
        { no warnings; exec @command }
        print STDERR "$command[0]: $!\n";
        POSIX::_exit(127);
    }

    $self->{command_pid} = $pid;
    local $/;
    my $answer = <$out> // '';
    close $out;
    my $code = $?;
    delete $self->{command_pid};
    open my $in, '<', $errors or return ($answer, '', $code);
    return ($answer, <$in> // '', $code);
}

sub compile {
    my ($self, $source) = @_;
    my $driver = "$self->{root}/driver";
    my $compiler = $ENV{CXX} // 'g++';
    my (undef, $words, $code) = $self->capture(
        $compiler, qw(-std=c++17 -O2 -Wall -Wextra -o), $driver,
        glob("$source/*.cpp"));
    die "the load driver does not compile:\n$words" if $code != 0;
    return $driver;
}

sub start_upstream {
    my ($self) = @_;
    my $pid = open(my $out, '-|', $self->{driver}, 'upstream', '--port', 0)
        // die "upstream: $!\n";
    my $port = decode_json(<$out> // die "the upstream does not start\n");
    $self->{upstream} = $port->{port};
    $self->{upstream_pid} = $pid;
    # kept open: closing it would wait for the process
    $self->{upstream_out} = $out;
}

sub place_upstream {
    my ($self, $cores) = @_;
    my $core = $self->core($cores);
    return if ($self->{upstream_core} // -1) == $core;
    $self->{upstream_core} = $core;
    $self->capture('taskset', '-pc', $core, $self->{upstream_pid});
}

# Where client and upstream run.
sub core {
    my ($self, $cores) = @_;
    return $self->{cores}[$cores == 2 ? 1 : 0];
}

# Two cores this process may use, the same one twice if there is one only.
sub allowed_cores {
    my ($list) = slurp('/proc/self/status') =~ /^Cpus_allowed_list:\s*(\S+)/m;
    my @cores = map { /(\d+)-(\d+)/ ? $1 .. $2 : $_ } split /,/, $list // '0';
    return ($cores[0], $cores[1] // $cores[0]);
}

sub file_limit {
    return (slurp('/proc/self/limits') =~ /^Max open files\s+\d+\s+(\d+)/m)
        ? $1 : 1024;
}

# A line about the machine: what it is, never whose.
sub machine {
    my ($self) = @_;
    my (undef, $version) = $self->capture('nginx', '-v');
    my ($nginx) = $version =~ m{nginx/(\S+)};
    return sprintf "%s, nginx %s, %d descriptors. ", hardware(),
                   $nginx // 'of unknown version', $self->{files};
}

sub hardware {
    my $info = slurp('/proc/cpuinfo');
    my ($model) = $info =~ /^model name\s*:\s*(.*)$/m;
    my $count = () = $info =~ /^processor\s*:/mg;
    my ($memory_kb) = slurp('/proc/meminfo') =~ /^MemTotal:\s*(\d+)/m;
    return sprintf "%s, %d cores, %.0f GB, Linux %s",
                   $model // 'unknown processor', $count,
                   ($memory_kb // 0) / 1048576, (POSIX::uname())[2];
}

sub load_averages {
    my ($self) = @_;
    return "$self->{load_before} and " . load_average();
}

sub load_average {
    return (split ' ', slurp('/proc/loadavg'))[0] // '?';
}

# Sides that did not start, and what no run may leave in an error log.
sub complaints {
    my ($self) = @_;
    return @{$self->{left_out} // []}, map {
        my $lines = $_->complaints('error.log',
                                   qr/\[(?:alert|emerg|crit)\]/);
        $lines eq '' ? () : "$_->{name}: " . substr($lines, 0, 2000);
    } @{$self->{sides}};
}

sub slurp {
    my ($file) = @_;
    open my $in, '<', $file or return '';
    local $/;
    return <$in> // '';
}

sub spew {
    my ($file, $text) = @_;
    open my $out, '>', $file or die "$file: $!\n";
    print $out $text;
    close $out or die "$file: $!\n";
}

1;
