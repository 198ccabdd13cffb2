#!/usr/bin/perl
# The measurement of `./build.sh bench filters`: how right the filters are, by
# the scorer of the development data where that lies beside the project, and
# how fast, by t/load/filters/bench.cpp on one core.

use strict;
use warnings;

use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use JSON::PP qw(decode_json);
use List::Util qw(max);
use POSIX ();
use Time::HiRes qw(time);

my $here;
BEGIN { $here = dirname(abs_path(__FILE__)) }
use lib $here;

use GuardSide;
use Report;
use Side;
use Stage;

my $usage = <<'EOT';
usage: filters.pl [--quick] [--data DIR] [--out FILE]
                  [--bench FILE] [--internctl FILE]

  --quick      fewer and shorter rounds
  --data       development data and its scorer; default:
               ../shared/data/filters beside the project
  --out        also write the report there
  --bench      default build/release/filter_bench
  --internctl  default build/internctl
EOT

my $root = dirname(dirname($here));
my %opt = (data => "$root/../shared/data/filters",
           bench => "$root/build/release/filter_bench",
           internctl => "$root/build/internctl");
GetOptions(\%opt, qw(quick data=s out=s bench=s internctl=s help)) && !@ARGV
    or die $usage;
if ($opt{help}) {
    print $usage;
    exit 0;
}

# microseconds, by text and length (design of the filters, part 5)
my %goal = (
    'prose/2048' => 2, 'prose/32768' => 32, 'prose/524288' => 900,
    'hits/2048'  => 2, 'hits/32768'  => 80, 'hits/524288'  => 2500,
    map { ("$_/524288" => 15000) } qw(rules digits at_signs capitals),
);
my %title = (
    prose => 'clean', hits => 'a hit every 600 bytes',
    rules => 'words of the rules', digits => 'digits', at_signs => '@',
    capitals => 'capitalised words',
);
my @texts = ((map { my $kind = $_; map { "$kind/$_" } 2048, 32768, 524288 }
                  qw(prose hits)),
             map { "$_/524288" } qw(rules digits at_signs capitals));
my $alone = 'prose/32768';
my @slugs = qw(email phone ssn credit-card ip-address person-name address
               regex-prompt-injection customs);

my $dir = tempdir('gate-filters-XXXXXX', TMPDIR => 1, CLEANUP => 1);
exit main();

sub main {
    my $began = time;
    my $load = Stage::load_average();
    my $quality = -e "$opt{data}/score.py" ? quality() : undef;
    my $result = run_bench();
    my $times = times_of($result);
    my $skipped = "The quality was not measured: there is no development"
                  . " data.\n";

    my $text = join "\n", (
        "# The filters by themselves\n",
        Stage::hardware() . sprintf(". Run of %.0f s%s, load average before"
            . " and after %s and %s.\n", time - $began,
            $opt{quick} ? ' (quick)' : '', $load, Stage::load_average()),
        intro(), all_together($times), one_by_one($times),
        hostile($result, $times),
        "## Quality\n", defined $quality ? $quality : $skipped);
    print $text;
    Stage::spew($opt{out}, without_sources($text)) if $opt{out};
    return 0;
}

# The report keeps the totals of the scorer's tables.
sub without_sources {
    my ($text) = @_;
    $text =~ s/^ +source = .*?\n\n//gms;
    $text =~ s/^ +(?:cat|category) .*\n//gm;
    return $text;
}

sub intro {
    return <<'EOT';
One process on one core, over texts that were already read: all eight slugs
and a hundred custom patterns. Beside it a whole body, from its JSON to the
verdict, and reading it alone. Microseconds of CPU a text, the median of the
rounds; 8 to 512 different texts of made-up chats take turns. A goal is for
the filters; nothing is found in a clean text.
EOT
}

# The scorer runs where it lies; only the predictions are ours.
sub quality {
    my $injection = 'regex-prompt-injection';
    my $pii = join ',', grep { !/^(?:$injection|customs)$/ } @slugs;
    my $text = "Of the development data, by its scorer.\n\n    "
        . score_pii($pii, '--by', 'source');
    $text .= "\n    " . score('inj', '--gold', "$opt{data}/injection.jsonl",
                              '--pred', scan('injection', $injection));
    return $text =~ s/[ ]+$//gmr . rigors();
}

sub score_pii {
    my ($filters, @options) = @_;
    my @pii = grep { -e "$opt{data}/$_.jsonl" } qw(pii pii_own);
    if (-e "$opt{data}/hardneg.jsonl") {
        push @options, '--neg', "$opt{data}/hardneg.jsonl",
            '--neg-pred', scan('hardneg', $filters);
    }
    return score('pii', '--gold', (map { "$opt{data}/$_.jsonl" } @pii),
                 '--pred', (map { scan($_, $filters) } @pii), @options);
}

# What the two words change that a filter of phones or cards may have.
sub rigors {
    my @rows;
    for my $slug (qw(phone credit-card)) {
        for my $filter ($slug, "$slug:strict", "$slug:shape") {
            my $score = score_pii($filter);
            my ($overlap) = $score =~ /^\s*$slug\s.*?\|.*?\|([^|]*)\|/m
                or die "no figures of $slug in:\n$score";
            my ($precision, $recall) = split ' ', $overlap;
            my ($rate) = $score =~ /any type flagged\s+([\d.]+)/;
            push @rows, [$filter =~ s/:/ /r, $precision, $recall,
                         $rate // 'not measured'];
        }
    }
    return "\n" . Report::table(
        ['filter', 'precision', 'recall (spans that overlap)',
         'texts without personal data that are flagged'], @rows);
}

sub scan {
    my ($name, $filters) = @_;
    my $out = "$dir/$name.jsonl";
    my $code = run({ in => "$opt{data}/$name.jsonl", out => $out },
                   $opt{internctl}, 'scan', '--filters', $filters);
    die "internctl scan fails\n" if $code != 0;
    return $out;
}

# As lines of code in the report.
sub score {
    my $out = "$dir/score.txt";
    my $code = run({ out => $out }, 'python3', "$opt{data}/score.py", @_);
    die "the scorer fails\n" if $code != 0;
    my $text = Stage::slurp($out) =~ s/\A\n+//r;
    return $text =~ s/\n(?=.)/\n    /gr;
}

sub run_bench {
    Stage::spew("$dir/patterns",
                join '', map { "$_\n" } GuardSide::more_customs());
    my ($core) = Stage::allowed_cores();
    my ($rounds, $seconds) = $opt{quick} ? (3, 0.02) : (9, 0.1);
    my $code = run({ out => "$dir/bench.json" }, 'taskset', '-c', $core,
        $opt{bench}, "$dir/patterns", '--benchmark_format=json',
        "--benchmark_repetitions=$rounds", "--benchmark_min_time=$seconds",
        '--benchmark_enable_random_interleaving=true');
    die "the benchmark fails\n" if $code != 0;
    return decode_json(Stage::slurp("$dir/bench.json"));
}

# Microseconds by the name of the benchmark, one a round.
sub times_of {
    my ($result) = @_;
    my %times;
    for my $run (grep { $_->{run_type} eq 'iteration' }
                 @{$result->{benchmarks}}) {
        die "$run->{run_name}: $run->{error_message}\n"
            if $run->{error_occurred};
        push @{$times{$run->{run_name}}}, $run->{cpu_time};
    }
    return \%times;
}

# Three digits, as many as a round is worth.
sub microseconds {
    my ($times) = @_;
    return '-' if !$times;
    my $form = max(@$times) < 100 ? '%.2f' : '%.0f';
    return Report::spread($form, @$times);
}

sub all_together {
    my ($times) = @_;
    my @rows;
    for my $text (@texts) {
        my ($kind, $bytes) = split m{/}, $text;
        my $goal = $goal{$text};
        my $filters = $times->{"filters/$text"};
        push @rows, [
            sprintf('%d KB, %s', $bytes / 1024, $title{$kind}),
            microseconds($filters), $goal // '',
            defined $goal
                ? Report::judge([most => $goal], [], $filters) : '',
            map { microseconds($times->{"$_/$text"}) } qw(judge reader)];
    }
    return Report::table(['text', 'filters, us (min to max)', 'goal',
        'verdict', 'a whole body', 'reading it'], @rows);
}

sub one_by_one {
    my ($times) = @_;
    return Report::table(
        ['32 KB, clean: one filter alone', 'us (min to max)'],
        map { [$_ eq 'customs' ? 'a hundred custom patterns' : $_,
               microseconds($times->{"$_/$alone"})] } @slugs);
}

# A megabyte of each, up to the verdict.
sub hostile {
    my ($result, $times) = @_;
    my %refused = map { ($_->{run_name} => 1) }
        grep { ($_->{label} // '') eq 'refused' } @{$result->{benchmarks}};
    my @rows = map {
        my ($name) = m{^hostile/(.+)/\d+$};
        my @ms = map { $_ / 1000 } @{$times->{$_}};
        [$name, Report::spread('%.1f', @ms),
         $refused{$_} ? 'refused at the limit' : 'judged'];
    } sort grep { m{^hostile/} } keys %$times;
    return Report::table(['1 MB, hostile: a whole body, default limit',
                          'ms (min to max)', 'outcome'], @rows);
}

# Runs a command with its input and output in files; its exit code.
sub run {
    my ($files, @command) = @_;
    my $pid = fork() // die "fork: $!\n";
    if ($pid == 0) {
        my $in = $files->{in} // '/dev/null';
        open(STDIN, '<', $in) && open(STDOUT, '>', $files->{out})
            or POSIX::_exit(126);
        { no warnings; exec @command }
        POSIX::_exit(127);
    }
    waitpid $pid, 0;
    return $?;
}
