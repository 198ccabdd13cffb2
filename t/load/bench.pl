#!/usr/bin/perl
# The benchmark of `./build.sh bench`: bare NGINX proxy_pass and ours in turns,
# one worker each, on loopback. Figures.pm says what is measured and
# GuardFigures.pm what with a guardrail.

use strict;
use warnings;

use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use Getopt::Long;
use Time::HiRes qw(time);

my $here;
BEGIN { $here = dirname(abs_path(__FILE__)) }
use lib $here;
# where Debian keeps nginx, which is not in every PATH
$ENV{PATH} .= ":/usr/sbin";

use Figures;
use GuardFigures;
use GuardReport;
use GuardSide;
use Instructions;
use Report;
use Side;
use Stage;

my $usage = <<'EOF';
usage: bench.pl [guard] [--quick] [--only NAME[,NAME]] [--module FILE]
                [--out FILE] [--driver FILE] [--instructions]

  guard           only the figures of a guardrail
  --quick         fewer rounds and 2,000 idle streams: under 3 minutes
  --only          figures by the start of their name; "list" shows them
  --module        default build/ngx_http_gate_module.so; "none" measures bare
                  against bare, which shows the noise
  --out           also write the report there
  --driver        a compiled driver; default: compiled into a temporary folder
  --instructions  count user-space instructions too: with perf where the
                  machine has a counter (then always), else with callgrind,
                  which takes another minute
EOF

my %opt = (module => "$here/../../build/ngx_http_gate_module.so");
GetOptions(\%opt, qw(quick only=s module=s out=s driver=s instructions help))
    && (!@ARGV || "@ARGV" eq 'guard') or die $usage;
my $only_guard = @ARGV > 0;
if ($opt{help}) {
    print $usage;
    exit 0;
}

use constant {
    rounds_of_a_worker => 5,
    # a busy machine gets fewer rounds, not a longer run
    least_rounds       => 3,
    busy_figure_s      => 13,
    quick_figure_s     => 6,
    fresh_figure_s     => 25,
    guard_figure_s     => 7,
};

my $quick = $opt{quick} ? 1 : 0;
my @stages;
my @trouble;

# a signal must reach END, which takes down what was started
$SIG{$_} = sub { exit 1 } for qw(INT TERM HUP);
END {
    local $?;
    $_->leave for @stages;
}

exit main();

sub main {
    my $files = Stage::file_limit();
    my $streams = int(($files - Side::spare_fds) / 2 / 100) * 100;
    $streams = 2000 if $quick && $streams > 2000;
    my @plain = $only_guard ? () : Figures::all($streams, $quick);
    my @guard = GuardFigures::all();
    check_names(@plain, @guard);
    @plain = select_figures(@plain);
    @guard = select_figures(@guard);

    my $root = tempdir('gate-bench-XXXXXX', TMPDIR => 1, CLEANUP => 1);
    my %common = (
        files => $files, quick => $quick, module => module_copy($root),
        driver => $opt{driver} ? abs_path($opt{driver}) : undef);
    my $stage = enter(
        %common, root => "$root/plain",
        names => [qw(bare ours), $common{module} ? 'chat' : ()],
        scripts => [@{Figures::scripts(@plain)}, Instructions::scripts()]);
    $common{driver} = $stage->{driver};

    my $began = time;
    my @results = map { measure($stage, $_) } @plain;
    my @counts = $only_guard ? ()
                             : Instructions::count($stage, $opt{instructions});
    my $guard_stage;
    my @guard_results;
    if (@guard) {
        $stage->stop_sides;
        $guard_stage = enter(
            %common, root => "$root/guard", side_class => 'GuardSide',
            names => [GuardSide::names($common{module})], scripts => ['one'],
            set => { body_buffer => '1m' }, warm => [200, 2048]);
        @guard_results = map { measure($guard_stage, $_) } @guard;
    }

    push @trouble, map { $_->complaints } @stages;
    write_report($stage, \@results, \@counts, $guard_stage, \@guard_results,
                 time - $began);
    return @trouble ? 1 : 0;
}

sub enter {
    my %self = @_;
    mkdir $self{root} or die "$self{root}: $!\n";
    push @stages, Stage->new(%self);
    $stages[-1]->enter($here);
    return $stages[-1];
}

sub check_names {
    my @all = @_;
    my @wanted = split /,/, $opt{only} // '';
    if (grep { $_ eq 'list' } @wanted) {
        print "$_->{name}\n" for @all;
        exit 0;
    }

    for my $wanted (@wanted) {
        next if grep { index($_->{name}, $wanted) == 0 } @all;
        die "no figure starts with '$wanted'; --only list shows them\n";
    }
}

sub select_figures {
    my @all = @_;
    my @wanted = split /,/, $opt{only} // '';
    return grep {
        my $name = $_->{name};
        @wanted ? grep { index($name, $_) == 0 } @wanted
                : $_->{$quick ? 'quick' : 'rounds'} > 0;
    } @all;
}

# A copy, for a build beside the bench replaces the file. undef: there is none,
# and bare is measured against bare.
sub module_copy {
    my ($root) = @_;
    return undef if $opt{module} eq 'none';
    if (-e $opt{module}) {
        my $copy = "$root/module.so";
        copy($opt{module}, $copy) or die "$opt{module}: $!\n";
        return $copy;
    }
    print STDERR "$opt{module} is not there: bare against bare\n";
    return undef;
}

# All rounds of a figure. A side that fails is left out from then on.
sub measure {
    my ($stage, $figure) = @_;
    my $count = $figure->{$quick ? 'quick' : 'rounds'} || 1;
    my @sides = $stage->sides(@{$figure->{sides} // []});
    my @rounds;
    my $began = time;
    my $most_s = $quick            ? quick_figure_s
               : $figure->{fresh} ? fresh_figure_s
               : $stage->{side_class} ? guard_figure_s
               :                    busy_figure_s;

    for my $number (1 .. $count) {
        # where its pages happen to lie makes a worker 1 to 4 % faster or
        # slower for good: a figure must not rest on one of each
        $stage->stop_sides if $number % rounds_of_a_worker == 0;
        my ($answers, $wrong) = $stage->round(
            $figure, $number % 2 ? @sides : reverse @sides);
        push @rounds, $answers;
        for my $name (sort keys %$wrong) {
            push @trouble, "$figure->{name}, $name: $wrong->{$name}\n";
            print STDERR $trouble[-1];
            @sides = grep { $_->{name} ne $name } @sides;
        }
        last if !@sides
                || (@rounds >= least_rounds && time - $began > $most_s);
    }

    my $result = { figure => $figure, rounds => \@rounds };
    printf STDERR "%-16s %5.1f s", $figure->{name}, time - $began;
    printf STDERR "  %s", Report::brief($result, $_)
        for qw(ours chat eight modsec lua);
    print STDERR "\n";
    return $result;
}

sub write_report {
    my ($stage, $results, $counts, $guard_stage, $guard_results,
        $seconds) = @_;
    my @sides = map { $_->{name} } $stage->sides;
    my $what = $stage->{module} ? 'ours' : 'bare again (noise)';
    my $text = join "\n", grep { $_ ne '' } (
        "# Bare NGINX `proxy_pass` and $what\n",
        $stage->machine . sprintf("Run of %.0f s%s, load average before and"
            . " after %s.\n", $seconds, $quick ? ' (quick)' : '',
            $stage->load_averages),
        @$results ? intro() : '',
        Report::comparison($results, 'ours'),
        chat_part($results),
        Report::instructions($counts, @sides),
        Report::notes($results, @sides),
        guard_part($guard_stage, $guard_results),
        trouble_part());
    print $text;
    Stage::spew($opt{out}, $text) if $opt{out};
}

sub guard_part {
    my ($stage, $results) = @_;
    return () if !$stage || !@$results;
    my @sides = map { $_->{name} } $stage->sides;
    return ("## With a guardrail\n", GuardReport::intro(),
            GuardReport::comparison($results, @sides),
            Report::notes($results, 'bare', 'eight'));
}

sub intro {
    return <<'EOF';
Medians of the rounds; ratio and difference are taken in each round first. In a
round the sides take turns every few milliseconds (A B B A), or, paced, run at
the same time. CPU and memory are the worker's. bare: `proxy_buffering off`.
ours: the same with `gate_auth`, `gate_body_limit`, `gate_content_type`,
`gate_rate_limit` and `gate_stream chat`. Two cores: the worker on one, client
and upstream on the other. One core: all on the same one, without the cost of
waking another, which is large and uneven on a virtual machine.
EOF

}

sub chat_part {
    my ($results) = @_;
    my $table = Report::comparison($results, 'chat');
    return $table eq '' ? '' : "For information, `gate_chat`:\n\n$table";
}

# Without the folders in the messages: a report is no place for paths.
sub trouble_part {
    return '' if !@trouble;
    my $text = join "", map { "$_\n" } @trouble;
    $text =~ s{(?:/[\w.+-]+)+/}{}g;
    $text =~ s{\n+(?=.)}{\n    }g;
    return "Trouble:\n\n    $text";
}
