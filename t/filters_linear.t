# A filter takes no more than four times the instructions for a text four times
# as long, whatever the text: counted, so that a busy machine changes nothing.
use v5.36;
use Test::More;

use File::Basename qw(dirname);
use File::Temp qw(tempdir);

# a little is for what grows by steps, as the memory for findings does
use constant most => 4.4;

my $binary = dirname(__FILE__) . '/../build/release/filter_growth';
# of about the same time, each in a process of its own
my @shares = (
    [qw(regex-prompt-injection judge)],
    [qw(email phone ssn credit-card ip-address person-name address)],
);

my $skip = system('valgrind --version >/dev/null 2>&1') != 0
         ? 'valgrind is not installed'
         : !-x $binary
         ? 'filter_growth is not built: make -f build.mk filters'
         : system("$binary 2>/dev/null") >> 8 == 3
         ? 'filter_growth was built without the headers of valgrind'
         : undef;
plan(skip_all => $skip) if $skip;

my $dir = tempdir(CLEANUP => 1);
my @runs = map { start($_) } 0 .. $#shares;

for my $i (0 .. $#shares) {
    waitpid $runs[$i], 0;
    is($?, 0, "callgrind counts @{$shares[$i]}")
        or diag(slurp("$dir/$i.log"));
    my $counts = counts_of("$dir/$i.out");
    check($_, $counts->{$_} // {}) for @{$shares[$i]};
}
done_testing();

sub start ($i) {
    my $pid = fork() // die "fork: $!";
    if ($pid == 0) {
        open STDOUT, '>', "$dir/$i.log";
        open STDERR, '>&', \*STDOUT;
        # other tests run beside it, and have to be in time
        exec 'nice', '-n', 5, 'valgrind', '--tool=callgrind', '--instr-atstart=no',
             '--combine-dumps=yes', "--callgrind-out-file=$dir/$i.out",
             $binary, @{$shares[$i]};
    }
    return $pid;
}

# {slug}{text} = [instructions for the text, for four of it]
sub counts_of ($file) {
    my (%counts, $place);
    for (split /^/, slurp($file)) {
        if (/^part:/) {
            $place = undef;
        } elsif (m{^desc: Trigger: Client Request: ([^/]+)/(.+)/([14])$}) {
            $place = \$counts{$1}{$2}[$3 == 4];
        } elsif ($place && /^totals: (\d+)/) {
            $$place = $1;
        }
    }
    return \%counts;
}

sub check ($slug, $texts) {
    my (@grown, @ratios);
    for my $text (sort keys %$texts) {
        my ($one, $four) = @{$texts->{$text}};
        my $ratio = ($four // 0) / $one;
        push @ratios, sprintf '%.2f %s', $ratio, $text;
        push @grown, sprintf "%s: %.2f times, %d instructions for the first",
            $text, $ratio, $one if $ratio > most;
    }
    note("$slug: ", join ', ', (reverse sort @ratios)[0 .. 2]) if @ratios;
    ok(@ratios > 20, "$slug: there are texts");
    is(join("\n", @grown), '', "$slug: no text is worse than linear");
}

sub slurp ($file) {
    open my $in, '<', $file or return '';
    local $/;
    return readline($in) // '';
}
