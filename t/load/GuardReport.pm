# The tables of the guardrail benchmark.
package GuardReport;

use strict;
use warnings;

use Report;

my %peer_title = (modsec => 'ModSecurity', lua => 'Lua');

sub intro {
    return <<'EOF';
One core, 8 connections, `client_body_buffer_size 1m`, 48 bodies of prose in
turn. CPU is that of the worker's process, its threads included. ours:
`gate_auth`, `gate_content_type`, a model list, five slugs (email, phone, ssn,
credit-card, ip-address), regex-prompt-injection and two custom patterns, every
text of the body decoded from its JSON. ModSecurity and Lua: one PCRE for each,
the key compared as it stands, not by its digest. They do less: one pattern for
injection in place of the whole filter, phone numbers of one country, no
context words, version 4 addresses only, and they search the body as it was
sent, so that `\u0040` or a look-alike letter passes. ModSecurity parses the
JSON for the model and checks cards with `@verifyCC`; Lua never parses it.
A peer blocks; only ours can redact.

The last rows are fault L07, with all eight slugs: a client sends one body of
1 MiB after another, a second one every millisecond a small request that nginx
answers itself. The pause is the longest time that one of them waited, which on
a virtual machine is often the client's own turn that comes late, so that bare
shows it too: see the 99th of a hundred below. Threads and event loop share one
core; the event loop's own CPU for a large body says what is left without it.

EOF
}

sub comparison {
    my ($results, @sides) = @_;
    my @peers = grep { $peer_title{$_} } @sides;
    my @rows;
    for my $result (@$results) {
        push @rows, map { row($result->{rounds}, $_, @peers) }
                    grep { !$_->{note} } @{$result->{figure}{lines}};
    }
    return '' if !@rows;
    return Report::table(
        ['guardrail', 'rounds', 'bare', 'ours', 'to bare (min to max)',
         'goal', 'verdict', map { "$peer_title{$_}, to bare" } @peers], @rows);
}

# [side, other] of the rounds in which both were measured.
sub pairs {
    my ($rounds, $line, $base, $side) = @_;
    return map { [map { $line->{value}->($_) } @{$_}{$base, $side}] }
           grep { $_->{$base} && $_->{$side} } @$rounds;
}

sub row {
    my ($rounds, $line, @peers) = @_;
    my ($of, $goal) = @{$line}{qw(of goal)};
    my $base = $line->{against} // 'bare';
    my @bare = Report::values_of($rounds, $line, 'bare');
    my @ours = Report::values_of($rounds, $line, $of);
    my @pairs = pairs($rounds, $line, $base, $of);
    my $words = against($line, @pairs);
    $words .= ' of ours without' if $base ne 'bare' && $words ne '-';

    return [
        $line->{title}, scalar @ours,
        @bare ? sprintf($line->{form}, Report::median(@bare)) : '-',
        @ours ? sprintf($line->{form}, Report::median(@ours)) : '-',
        $words, Report::goal_text($goal),
        Report::judge($goal, \@pairs, \@ours),
        map { $line->{peers} ? peer($rounds, $line, $_) : '' } @peers,
    ];
}

# A ratio, or a difference where the goal is one.
sub against {
    my ($line, @pairs) = @_;
    my $kind = $line->{goal} ? $line->{goal}[0] : 'ratio';
    return '-' if $kind eq 'most' || !@pairs;
    return Report::spread('x%.2f', map { $_->[1] / $_->[0] } @pairs)
        if $kind eq 'ratio';
    (my $signed = $line->{form}) =~ s/^%/%+/;
    return Report::spread($signed, map { $_->[1] - $_->[0] } @pairs);
}

sub peer {
    my ($rounds, $line, $side) = @_;
    my @values = Report::values_of($rounds, $line, $side);
    return '-' if !@values;
    my @pairs = pairs($rounds, $line, 'bare', $side);
    my $words = against($line, @pairs) =~ s/ \(.*//r;
    return sprintf("$line->{form}, %s", Report::median(@values), $words);
}

1;
