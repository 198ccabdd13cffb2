# The figures of the benchmark: what runs, how often, what is worked out from
# it, and the goal. Data, read by bench.pl.
#
# A figure:
#   name, args     of the driver's word (the first of args), or a function that
#                  returns them for the sides that run
#   cores          2: worker on one core, client and upstream on the other.
#                  1: all on one core, one after another: no wake-up of
#                  another core, which costs a virtual machine more than
#                  NGINX does, and varies
#   rounds, quick  how many rounds a full and a quick run make
#   fresh          a new NGINX for each run, warmed up, for memory
#   apart          the sides run one after another in a round
#   set            settings that differ from those of Stage.pm
#   sides          the sides that run, all when missing
#   lines          rows of the report
#
# A line: title, value (of the driver's answer), form (printf), and a goal:
#   [ratio => x]   at most x times bare
#   [more => x]    at most x more than bare
#   [most => x]    at most x
# A line with `note` goes to the last table, without a comparison.
package Figures;

use strict;
use warnings;

sub cpu_s_per {
    my ($units) = @_;
    return sub { $_[0]{cpu_ns} / $_[0]{units} * $units / 1e9 };
}

sub kb_per_stream {
    my ($what) = @_;
    return sub {
        ($_[0]{"${what}_kb"} - $_[0]{"base_${what}_kb"}) / $_[0]{streams}
    };
}

# us of CPU per stream and second, at a keepalive every 30 s.
sub keepalive_us {
    my ($every_s) = @_;
    return sub {
        $_[0]{cpu_ns} / 1e3 / $_[0]{streams} / ($_[0]{ns} / 1e9)
            * $every_s / 30
    };
}

sub first_event {
    my ($what) = @_;
    return sub { $_[0]{"first_${what}_ns"} / 1e3 };
}

my @per_event = (
    { title => 'events a second', form => '%.0f', note => 1,
      value => sub { $_[0]{units} / ($_[0]{ns} / 1e9) } },
    { title => 'times the worker slept, per event', form => '%.2f', note => 1,
      value => sub { $_[0]{sleeps} / $_[0]{units} } },
    { title => 'reads of the client, per event', form => '%.2f', note => 1,
      value => sub { $_[0]{reads} / $_[0]{units} } },
);

my $per_second = {
    title => 'requests a second', form => '%.0f', note => 1,
    value => sub { $_[0]{units} / ($_[0]{ns} / 1e9) } };

my $pss = {
    title => 'PSS, KB a stream', form => '%.2f', note => 1,
    value => kb_per_stream('pss') };

my $keepalives = {
    title => 'keepalives per stream and second', form => '%.3f', note => 1,
    value => sub { $_[0]{comments} / $_[0]{streams} / $_[0]{ns} * 1e9 } };

# streams: how many idle ones the file limit allows at two descriptors each;
# quick: 1 for short runs.
sub all {
    my ($streams, $quick) = @_;
    return (requests(), events(), latencies(), memory($streams),
            keepalives($streams, $quick));
}

# Each busy figure in both layouts: `name` on two cores, `name-one` on one.
sub in_both_layouts {
    my %figure = @_;
    my @both;
    for my $cores (2, 1) {
        my $where = $cores == 2 ? 'two cores' : 'one core';
        my @lines = map { +{ %$_, title => $_->{title} =~ s{%s}{$where}r } }
                        @{$figure{lines}};
        push @both, { %figure, cores => $cores, lines => \@lines,
                      name => $figure{name} . ($cores == 2 ? '' : '-one') };
    }
    return @both;
}

sub requests {
    return (
    in_both_layouts(
      name => 'request-2k', rounds => 21, quick => 5,
      args => ['requests', '--requests', 500, '--connections', 32,
               '--slices', 8],
      lines => [
        { title => 'request, 2 KB body, %s: CPU s per 10k', form => '%.3f',
          value => cpu_s_per(1e4), goal => [ratio => 1.20] },
        $per_second ]),

    in_both_layouts(
      name => 'request-32k', rounds => 15, quick => 5,
      args => ['requests', '--requests', 500, '--connections', 32,
               '--slices', 6, '--body-bytes', 32768],
      lines => [
        { title => 'request, 32 KB body, %s: CPU s per 10k', form => '%.3f',
          value => cpu_s_per(1e4) },
        $per_second ]),
    );
}

sub events {
    return (
    # three sides at once send an event every 95 us: far enough apart for the
    # worker to sleep in between, close enough to count many
    in_both_layouts(
      name => 'paced', rounds => 25, quick => 7,
      args => ['paced', '--streams', 70, '--events', 25,
               '--every-us', 20000],
      lines => [
        { title => 'paced events, %s: CPU s per million', form => '%.2f',
          value => cpu_s_per(1e6), goal => [ratio => 1.03] },
        @per_event ]),

    # on two cores the upstream's writes are the bottleneck, not the worker
    { name => 'bulk-one', cores => 1, rounds => 31, quick => 9,
      args => ['bulk', '--streams', 8, '--events', 2000, '--slices', 4],
      lines => [
        { title => 'bulk events, each its own write, one core: CPU s per'
                   . ' million', form => '%.3f',
          value => cpu_s_per(1e6), goal => [ratio => 0.55] },
        @per_event ] },

    { name => 'backlog', cores => 2, rounds => 31, quick => 7,
      args => ['backlog', '--streams', 8, '--events', 4000, '--slices', 6],
      lines => [
        { title => 'bulk events, 32 a write, two cores: CPU s per million',
          form => '%.3f', value => cpu_s_per(1e6), goal => [ratio => 0.55] },
        @per_event ] },
    );
}

sub latencies {
    return in_both_layouts(
      name => 'latency', rounds => 25, quick => 9,
      args => ['latency', '--requests', 50, '--slices', 16],
      lines => [
        { title => 'first event, %s: p50 us', form => '%.1f',
          value => first_event('p50'), goal => [more => 4] },
        { title => 'first event, %s: p99 us', form => '%.1f',
          value => first_event('p99') } ]);
}

sub memory {
    my ($streams) = @_;
    my @idle = ('idle', '--watch-ms', 200, '--streams');
    # the body is in a file then, and a stream has three descriptors
    my $with_file = int($streams * 2 / 3 / 100) * 100;
    return (
    { name => 'idle-2k', cores => 2, rounds => 5, quick => 1, fresh => 1,
      args => [@idle, $streams, '--body-bytes', 2048],
      lines => [
        { title => 'idle stream, 2 KB body: KB of memory', form => '%.2f',
          value => kb_per_stream('own'), goal => [more => 0.5] },
        $pss ] },

    { name => 'idle-32k', cores => 2, rounds => 5, quick => 1, fresh => 1,
      args => [@idle, $streams, '--body-bytes', 32768],
      lines => [
        { title => 'idle stream, 32 KB body: KB of memory', form => '%.2f',
          value => kb_per_stream('own'), goal => [ratio => 0.4] },
        $pss ] },

    { name => 'idle-file', cores => 2, rounds => 2, quick => 1, fresh => 1,
      set => { body_buffer => '16k' }, sides => ['bare', 'ours'],
      args => [@idle, $with_file, '--body-bytes', 32768],
      lines => [
        { title => 'idle stream, 32 KB body, client_body_buffer_size 16k:'
                   . ' KB of memory', form => '%.2f',
          value => kb_per_stream('own') },
        $pss ] },
    );
}

sub keepalives {
    my ($streams, $quick) = @_;
    my @idle = ('idle', '--streams', $streams, '--watch-ms');
    return (
    { name => 'keepalive', cores => 2, rounds => 3, quick => 1, fresh => 1,
      sides => ['bare', 'ours'], set => { keepalive => '1s' },
      args => [@idle, $quick ? 2000 : 3000],
      lines => [
        { title => 'keepalives every 1 s, scaled to 30 s: CPU us per stream'
                   . ' and second', form => '%.3f',
          value => keepalive_us(1), goal => [most => 0.2] },
        $keepalives ] },

    { name => 'keepalive-30s', cores => 2, rounds => 1, quick => 0,
      fresh => 1, sides => ['ours'], args => [@idle, 30000],
      lines => [
        { title => 'keepalives every 30 s: CPU us per stream and second',
          form => '%.3f', value => keepalive_us(30) },
        $keepalives ] },
    );
}

# Every script the figures ask for, as the driver names them in the path.
sub scripts {
    my %seen = (one => 1, idle => 1);
    for my $figure (@_) {
        my ($word, %option) = @{$figure->{args}};
        next if $word !~ /^(?:paced|bulk|backlog)$/;
        my @name = ($word, $option{'--events'}, $option{'--every-us'});
        $seen{join '-', grep { defined } @name} = 1;
    }
    return [sort keys %seen];
}

1;
