# Counts the worker's user-space instructions per request or event: a figure
# without noise, but blind to what the kernel does for us.
package Instructions;

use strict;
use warnings;

use POSIX ();
use Time::HiRes ();

# Two runs of a load, short and long: what starts up and ends is in both. The
# driver runs all but paced events twice, the first time to warm up.
my @loads = (
    { title => 'request, 2 KB body',
      short => ['requests', '--requests', 200],
      long  => ['requests', '--requests', 1200],
      more  => ['--connections', 8], units => 2000 },
    { title => 'request, 32 KB body',
      short => ['requests', '--requests', 200],
      long  => ['requests', '--requests', 1200],
      more  => ['--connections', 8, '--body-bytes', 32768], units => 2000 },
    { title => 'paced event',
      short => ['paced', '--events', 10], long => ['paced', '--events', 60],
      more  => ['--streams', 20, '--every-us', 40000], units => 1000 },
    { title => 'bulk event',
      short => ['bulk', '--events', 500], long => ['bulk', '--events', 3000],
      more  => ['--streams', 8], units => 40000 },
);

# The scripts the loads ask for, see Figures::scripts().
sub scripts {
    return qw(paced-10-40000 paced-60-40000 bulk-500 bulk-3000);
}

# A list of { title, <side> => instructions }, empty when there is no way to
# count or, with callgrind, when it was not asked for.
sub count {
    my ($stage, $asked) = @_;
    my $method = has_counter($stage) ? \&with_perf
               : $asked              ? \&with_callgrind
               :                       return ();

    my @counts;
    for my $load (@loads) {
        my %count = (title => $load->{title});
        for my $side ($stage->sides) {
            my ($short, $long) = eval {
                map { $method->($stage, $side, @$_, @{$load->{more}}) }
                    @{$load}{qw(short long)};
            };
            print STDERR "$load->{title}, $side->{name}: $@" if $@;
            next if !defined $long;
            $count{$side->{name}} = ($long - $short) / $load->{units};
        }
        push @counts, \%count;
    }
    return @counts;
}

sub has_counter {
    my ($stage) = @_;
    my (undef, $words, $code) = $stage->capture(
        'perf', 'stat', '-x,', '-e', 'instructions:u', 'true');
    return $code == 0 && $words =~ /^\d+,/m;
}

sub with_perf {
    my ($stage, $side, @args) = @_;
    $stage->ready($side, { args => [@args] });

    my $file = "$stage->{root}/perf.txt";
    my $pid = fork() // die "fork: $!\n";
    if ($pid == 0) {
        exec 'perf', 'stat', '-x,', '-e', 'instructions:u', '-o', $file,
             '-p', $side->{worker}
            or POSIX::_exit(127);
    }
    Time::HiRes::sleep(0.3);
    my $words = eval { ($stage->drive([$side], 2, @args))[1] } // $@;
    kill INT => $pid;
    waitpid $pid, 0;
    die $words if $words ne '';
    return Stage::slurp($file) =~ /^(\d+),/m ? $1
                                             : die "perf counts nothing\n";
}

sub with_callgrind {
    my ($stage, $side, @args) = @_;
    my $log = "$stage->{root}/callgrind.log";
    my $words;

    # now and then valgrind goes without a word when nginx is told to end
    for (1 .. 3) {
        $side->stop;
        $side->start($stage->settings(wrapper => [
            'valgrind', '--tool=callgrind',
            '--callgrind-out-file=/dev/null', "--log-file=$log"]));
        $words = eval { ($stage->drive([$side], 2, @args))[1] } // $@;
        $side->stop;
        die $words if $words ne '';
        return $1 if Stage::slurp($log) =~ /Collected\s*:\s*(\d+)/;
    }
    die "callgrind counts nothing\n";
}

1;
