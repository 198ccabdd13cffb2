# The figures of the guardrail benchmark: like those of Figures.pm, but for the
# lines, which also say
#   of       the side that is judged
#   against  what its goal is measured by, bare when missing
#   peers    1: the two other modules are shown beside it
package GuardFigures;

use strict;
use warnings;

use constant connections => 8;

sub all {
    return (requests(), hits(), latencies(), stalls());
}

sub cpu {
    my ($title, $of, %more) = @_;
    return { title => "$title: CPU s per 10k", form => '%.3f', of => $of,
             value => sub { $_[0]{cpu_ns} / $_[0]{units} * 1e4 / 1e9 },
             %more };
}

# The sides get different numbers of requests in a slice: the peers need up to
# a hundred times as long for one.
sub request_args {
    my ($text, $body_bytes, $slices, %share) = @_;
    return sub {
        return ['requests', '--connections', connections, '--text', $text,
                '--body-bytes', $body_bytes, '--slices', $slices,
                '--requests', join(',', @share{map { $_->{name} } @_})];
    };
}

# On one core: what the worker spends there does not depend on how often the
# other core had to be woken.
sub requests {
    return (
    { name => 'guard-2k', cores => 1, rounds => 15, quick => 4,
      sides => [qw(bare ours eight modsec lua)],
      args => request_args('prose', 2048, 6, bare => 400, ours => 400,
                           eight => 400, modsec => 100, lua => 200),
      lines => [
        cpu('2 KB', 'ours', goal => [ratio => 1.35], peers => 1),
        cpu('2 KB, eight slugs', 'eight', goal => [ratio => 1.40]) ] },

    { name => 'guard-32k', cores => 1, rounds => 11, quick => 3,
      sides => [qw(bare ours more eight modsec lua)],
      args => request_args('prose', 32768, 4, bare => 300, ours => 300,
                           more => 300, eight => 300, modsec => 24,
                           lua => 40),
      lines => [
        cpu('32 KB', 'ours', goal => [ratio => 3], peers => 1),
        cpu('32 KB, 100 patterns more', 'more', goal => [ratio => 1.10],
            against => 'ours'),
        cpu('32 KB, eight slugs', 'eight', goal => [ratio => 3.5]) ] },

    { name => 'guard-512k', cores => 1, rounds => 7, quick => 2,
      sides => [qw(bare ours eight modsec lua)],
      args => request_args('prose', 524288, 2, bare => 60, ours => 60,
                           eight => 60, modsec => 8, lua => 8),
      lines => [
        cpu('512 KB', 'ours', goal => [ratio => 5], peers => 1),
        cpu('512 KB, eight slugs', 'eight', goal => [ratio => 7]) ] },
    );
}

# The peers block what they find, so they have no part in it.
sub hits {
    my @sizes = ([2, 300, 4], [32, 200, 3], [512, 40, 2]);
    return map {
        my ($kb, $count, $slices) = @$_;
        { name => "guard-hits-${kb}k", cores => 1, rounds => 5, quick => 1,
          sides => [qw(bare ours)],
          args => request_args('hits', $kb * 1024, $slices, bare => $count,
                               ours => $count),
          lines => [ cpu("$kb KB, redacted every 600 bytes", 'ours') ] }
    } @sizes;
}

sub latencies {
    return map {
        my $where = $_ == 2 ? 'two cores' : 'one core';
        { name => 'guard-latency' . ($_ == 2 ? '' : '-one'), cores => $_,
          rounds => 15, quick => 4, sides => [qw(bare ours modsec lua)],
          args => ['latency', '--requests', 50, '--slices', 12,
                   '--text', 'prose'],
          lines => [
            { title => "2 KB, first event, $where: p50 us", form => '%.1f',
              value => sub { $_[0]{first_p50_ns} / 1e3 }, of => 'ours',
              goal => [more => 5], peers => 1 } ] }
    } 2, 1;
}

# Fault L07: a body of 1 MiB that is as bad as can be must not keep others
# waiting.
sub stalls {
    my %title = (prose => 'prose', digits => 'digits', at_signs => '@',
                 rules => 'rule words', capitals => 'capitals',
                 emails => '50,000 addresses',
                 obfuscated => 'obfuscated words');
    return map {
        my $kind = $_;
        { name => "guard-stall-$kind", cores => 2, rounds => 1, quick => 1,
          apart => 1, sides => [qw(bare eight)],
          args => ['stall', '--text', $kind, '--watch-ms', 700],
          lines => [
            { title => "1 MiB of $title{$kind}, longest pause of another"
                       . ' client: ms', form => '%.2f', of => 'eight',
              value => sub { $_[0]{longest_ns} / 1e6 }, goal => [most => 2] },
            { title => "1 MiB of $title{$kind}, of the event loop's CPU: ms",
              form => '%.2f', of => 'eight', goal => [most => 2],
              value => sub { $_[0]{loop_ns} / 1e6 } },
            { title => 'small requests, p50 us', form => '%.0f', note => 1,
              value => sub { $_[0]{p50_ns} / 1e3 } },
            { title => 'small requests, p99 us', form => '%.0f', note => 1,
              value => sub { $_[0]{p99_ns} / 1e3 } },
            { title => 'large bodies answered', form => '%.0f', note => 1,
              value => sub { $_[0]{large} } },
            { title => 'of them refused', form => '%.0f', note => 1,
              value => sub { $_[0]{refused} } } ] }
    } qw(prose digits at_signs rules capitals emails obfuscated);
}

1;
