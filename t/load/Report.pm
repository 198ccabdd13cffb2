# Turns the rounds of a benchmark into Markdown. Knows no processes.
package Report;

use strict;
use warnings;

use List::Util qw(max min);

sub median {
    my @sorted = sort { $a <=> $b } @_;
    my $half = int(@sorted / 2);
    return $sorted[$half] if @sorted % 2;
    return ($sorted[$half - 1] + $sorted[$half]) / 2;
}

sub values_of {
    my ($rounds, $line, $side) = @_;
    return map { $line->{value}->($_->{$side}) } grep { $_->{$side} } @$rounds;
}

# The rounds in which both sides were measured: [bare, other] ...
sub pairs {
    my ($rounds, $line, $side) = @_;
    return map { [map { $line->{value}->($_) } @{$_}{'bare', $side}] }
           grep { $_->{bare} && $_->{$side} } @$rounds;
}

# `1.02 (0.98 to 1.05)`.
sub spread {
    my ($form, @numbers) = @_;
    return '-' if !@numbers;
    return sprintf "$form ($form to $form)", median(@numbers),
                   min(@numbers), max(@numbers);
}

sub goal_text {
    my ($goal) = @_;
    return '' if !$goal;
    my ($kind, $limit) = @$goal;
    return $kind eq 'ratio' ? sprintf('x%.2f', $limit)
         : $kind eq 'more'  ? "+$limit"
         :                    $limit;
}

# A goal is judged by a median: of ratios, of differences, or of values.
sub judge {
    my ($goal, $pairs, $values) = @_;
    return '' if !$goal || !@$values;
    my ($kind, $limit) = @$goal;
    return '' if $kind ne 'most' && !@$pairs;

    my $got = $kind eq 'ratio' ? median(map { $_->[1] / $_->[0] } @$pairs)
            : $kind eq 'more'  ? median(map { $_->[1] - $_->[0] } @$pairs)
            :                    median(@$values);
    return $got <= $limit ? 'pass' : 'short';
}

sub row {
    my ($rounds, $line, $side) = @_;
    my @bare = values_of($rounds, $line, 'bare');
    my @other = values_of($rounds, $line, $side);
    my @pairs = pairs($rounds, $line, $side);
    # the goals are for ours; a figure without a bare side has no ratio
    my $goal = $side eq 'ours' ? $line->{goal} : undef;
    my $is_absolute = $line->{goal} && $line->{goal}[0] eq 'most';
    my @ratios = $is_absolute ? () : map { $_->[1] / $_->[0] }
                                     grep { $_->[0] > 0 } @pairs;
    (my $signed = $line->{form}) =~ s/^%/%+/;

    return [
        $line->{title}, scalar @other,
        @bare ? sprintf($line->{form}, median(@bare)) : '-',
        @other ? sprintf($line->{form}, median(@other)) : '-',
        spread('%.3f', @ratios),
        spread($signed, map { $_->[1] - $_->[0] } @pairs),
        goal_text($goal),
        judge($goal, \@pairs, \@other),
    ];
}

# For the terminal: the first line of a figure in a few words.
sub brief {
    my ($result, $side) = @_;
    my ($line) = @{$result->{figure}{lines}};
    my (undef, undef, $bare, $other, $ratio, $difference, undef, $verdict) =
        @{row($result->{rounds}, $line, $side)};
    return '' if $other eq '-';
    my $against = $ratio eq '-' ? $difference : "x$ratio";
    return "$side $other, bare $bare: $against $verdict";
}

sub table {
    my ($head, @rows) = @_;
    return join '', map { '| ' . join(' | ', @$_) . " |\n" }
                    $head, [map { '---' } @$head], @rows;
}

sub comparison {
    my ($results, $side) = @_;
    my @rows;
    for my $result (@$results) {
        my $rounds = $result->{rounds};
        next if !grep { $_->{$side} } @$rounds;
        push @rows, map { row($rounds, $_, $side) }
                    grep { !$_->{note} } @{$result->{figure}{lines}};
    }
    return '' if !@rows;
    return table(['figure', 'rounds', 'bare', $side, 'ratio (min to max)',
                  'difference (min to max)', 'goal', 'verdict'], @rows);
}

sub instructions {
    my ($counts, @sides) = @_;
    return '' if !@$counts;
    my @rows;
    for my $count (@$counts) {
        push @rows, [$count->{title}, map {
            defined $count->{$_} ? sprintf '%.0f', $count->{$_} : '-'
        } @sides];
    }
    return table(['user-space instructions of the worker per', @sides],
                 @rows);
}

sub notes {
    my ($results, @sides) = @_;
    my @rows;
    for my $result (@$results) {
        my $name = $result->{figure}{name};
        for my $line (grep { $_->{note} } @{$result->{figure}{lines}}) {
            push @rows, ["$name: $line->{title}", map {
                my @values = values_of($result->{rounds}, $line, $_);
                @values ? sprintf $line->{form}, median(@values) : '-'
            } @sides];
        }
    }
    return @rows ? table(['what the runs looked like', @sides], @rows) : '';
}

1;
