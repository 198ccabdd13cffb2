# A filter takes no more than four times the instructions for a text four times
# as long, whatever the text, and no more for a byte than is known: counted, so
# that a busy machine changes nothing.
use v5.36;
use Test::More;

use File::Basename qw(dirname);
use File::Temp qw(tempdir);

# a little is for what grows by steps, as the memory for findings does
use constant most => 4.4;

my $binary = dirname(__FILE__) . '/../build/release/filter_growth';
# of about the same time, each in a process of its own
my @shares = (
    [qw(regex-prompt-injection hostile)],
    [qw(judge email phone ssn credit-card ip-address person-name address)],
);

# instructions a byte of the worst text, with a third more
my %most_a_byte = (
    'regex-prompt-injection' => 1350, phone => 950, 'credit-card' => 360,
    address => 240, email => 200, 'person-name' => 190, ssn => 170,
    'ip-address' => 170,
    judge => 1500, hostile => 10_000,
);
# the same of a body of 256 KB, with the limit that a request has
use constant most_at_limit => 900;

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
        exec 'nice', '-n', 5, 'valgrind', '--tool=callgrind',
             '--instr-atstart=no', '--combine-dumps=yes',
             "--callgrind-out-file=$dir/$i.out", $binary, @{$shares[$i]};
    }
    return $pid;
}

# {slug}{text}{1, 4 or 128 of it} = [instructions, bytes, whether refused]
sub counts_of ($file) {
    my (%counts, $place);
    for (split /^/, slurp($file)) {
        if (/^part:/) {
            $place = undef;
        } elsif (m{^desc:[ ]Trigger:[ ]Client[ ]Request:[ ]
                   ([^/]+)/([^/]+)/(\d+)/(\d+)(/refused)?$}x) {
            $place = $counts{$1}{$2}{$3} = [0, $4, defined $5];
        } elsif ($place && /^totals: (\d+)/) {
            $place->[0] = $1;
        }
    }
    return \%counts;
}

sub check ($slug, $texts) {
    my (@grown, @ratios);
    for my $text (sort keys %$texts) {
        my ($one, $four) = map { $_->[0] } @{$texts->{$text}}{1, 4};
        my $ratio = ($four // 0) / $one;
        push @ratios, sprintf '%.2f %s', $ratio, $text;
        push @grown, sprintf "%s: %.2f times, %d instructions for the first",
            $text, $ratio, $one if $ratio > most;
    }
    note("$slug: ", join ', ', (reverse sort @ratios)[0 .. 2]) if @ratios;
    ok(@ratios > 10, "$slug: there are texts");
    is(join("\n", @grown), '', "$slug: no text is worse than linear");
    check_factor($slug, $texts, 4, $most_a_byte{$slug});
    check_factor("$slug at the limit", $texts, 128, most_at_limit)
        if $slug eq 'hostile';
}

sub check_factor ($what, $texts, $times, $most) {
    my %refused = map { ($_ => $texts->{$_}{$times}[2]) } keys %$texts;
    my %factor = map {
        my ($count, $bytes) = @{$texts->{$_}{$times}};
        ($_ => $count / $bytes);
    } keys %$texts;
    my @worst = sort { $factor{$b} <=> $factor{$a} } keys %factor;
    my %line = map {
        ($_ => sprintf '%.0f %s%s', $factor{$_}, $_,
             $refused{$_} ? ' (refused)' : '');
    } @worst;
    my $shown = $times == 4 ? 2 : $#worst;
    note("$what, a byte: ", join ', ', @line{@worst[0 .. $shown]}) if @worst;
    is(join("\n", map { $line{$_} } grep { $factor{$_} > $most } @worst), '',
       "$what: at most $most instructions a byte");
}

sub slurp ($file) {
    open my $in, '<', $file or return '';
    local $/;
    return readline($in) // '';
}
