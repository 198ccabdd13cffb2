#!/usr/bin/perl
# The benchmark of `./build.sh bench`: bare NGINX proxy_pass and ours in turns,
# one worker each, on loopback. Figures.pm says what is measured.

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
use Instructions;
use Report;
use Side;
use Stage;

my $usage = <<'EOF';
usage: bench.pl [--quick] [--only NAME[,NAME]] [--module FILE] [--out FILE]
                [--driver FILE] [--instructions]

  --quick         fewer rounds and 2,000 idle streams: under 90 seconds
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
    && !@ARGV or die $usage;
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
};

my $quick = $opt{quick} ? 1 : 0;
my $stage;
my @trouble;

# a signal must reach END, which takes down what was started
$SIG{$_} = sub { exit 1 } for qw(INT TERM HUP);
END {
    local $?;
    $stage->leave if $stage;
}

exit main();

sub main {
    my $files = Stage::file_limit();
    my $streams = int(($files - Side::spare_fds) / 2 / 100) * 100;
    $streams = 2000 if $quick && $streams > 2000;
    my @figures = select_figures(Figures::all($streams, $quick));

    my $root = tempdir('gate-bench-XXXXXX', TMPDIR => 1, CLEANUP => 1);
    $stage = Stage->new(
        root => $root, files => $files, quick => $quick,
        scripts => [@{Figures::scripts(@figures)}, Instructions::scripts()],
        driver => $opt{driver} ? abs_path($opt{driver}) : undef,
        module => module_copy($root));
    $stage->enter($here);

    my $began = time;
    my @results = map { measure($_) } @figures;
    my @counts = Instructions::count($stage, $opt{instructions});
    push @trouble, $stage->complaints;
    write_report(\@results, \@counts, time - $began);
    return @trouble ? 1 : 0;
}

sub select_figures {
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
    my ($figure) = @_;
    my $count = $figure->{$quick ? 'quick' : 'rounds'} || 1;
    my @sides = $stage->sides(@{$figure->{sides} // []});
    my @rounds;
    my $began = time;
    my $most_s = $quick            ? quick_figure_s
               : $figure->{fresh} ? fresh_figure_s
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
    printf STDERR "  %s", Report::brief($result, $_) for qw(ours chat);
    print STDERR "\n";
    return $result;
}

sub write_report {
    my ($results, $counts, $seconds) = @_;
    my @sides = map { $_->{name} } $stage->sides;
    my $what = $stage->{module} ? 'ours' : 'bare again (noise)';
    my $text = join "\n", grep { $_ ne '' } (
        "# Bare NGINX `proxy_pass` and $what\n",
        $stage->machine . sprintf("Run of %.0f s%s, load average before and"
            . " after %s.\n", $seconds, $quick ? ' (quick)' : '',
            $stage->load_averages),
        intro(),
        Report::comparison($results, 'ours'),
        chat_part($results),
        Report::instructions($counts, @sides),
        Report::notes($results, @sides),
        trouble_part());
    print $text;
    Stage::spew($opt{out}, $text) if $opt{out};
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
