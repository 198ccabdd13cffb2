# What must hold when a test file ends, whatever it tested: quiet logs, no
# sanitizer report, no key in a log, descriptors and streams back.
package Gate::Check;
use v5.36;

use Gate::Nginx;

# Looks at a running nginx; returns the complaints.
sub running ($t) {
    my @wrong = streams($t);
    # idle upstream connections are meant to stay: no long wait, no failure
    my $keepalive = $t->{conf}{opt}{upstream_keepalive};
    my ($leak) = descriptors($t, $keepalive ? 0.1 : 2);
    if ($leak && $keepalive) {
        Test::More::note($leak);
    } elsif ($leak) {
        push @wrong, $leak;
    }
    return @wrong;
}

# A worker that came later is measured by the ones of the start.
sub descriptors ($t, $seconds) {
    my $usual = (sort { $b <=> $a } values %{$t->{descriptors}})[0] // return;
    my $leak;
    Gate::Nginx::wait_for(sub {
        $leak = undef;
        for my $pid ($t->worker_pids) {
            my @open = Gate::Nginx::descriptors($pid);
            my $most = $t->{descriptors}{$pid} // $usual;
            $most += $t->{conf}{opt}{fd_slack} // 0;
            $leak = sprintf 'worker %d has %d descriptors, %d at its start: %s',
                $pid, scalar @open, $most, join ' ', @open if @open > $most;
        }
        return !$leak;
    }, $seconds);
    return $leak // ();
}

sub streams ($t) {
    return if !$t->{conf}{opt}{status} || !$t->{conf}->module;
    my $active;
    my $back = Gate::Nginx::wait_for(sub {
        $active = eval { $t->status->{streams}{active} };
        return defined $active && $active == 0;
    }, 2);
    return if $back;
    return 'streams.active is ' . ($active // 'unknown') . ' at the end';
}

# Looks at what a stopped nginx has left; returns the complaints.
sub stopped ($t) {
    return (log_lines($t), reports($t), secrets($t));
}

sub log_lines ($t) {
    my $bad = qr/^(?:\S+[ ]\S+|nginx:)[ ]\[(?:emerg|alert|crit)\]
        |exited[ ]on[ ]signal
        |open[ ]socket[ ].*left[ ]in[ ]connection
        |runtime[ ]error:
        |(?:Address|Leak|UndefinedBehavior)Sanitizer/x;
    my @wrong;
    for my $line (map { $t->read_log($_) } qw(error.log stderr.log)) {
        next if $line !~ $bad || grep { $line =~ $_ } @{$t->{allowed}};
        push @wrong, "in the log: $line";
    }
    return @wrong;
}

sub reports ($t) {
    return map { "sanitizer report $_:\n" . slurp($_) }
        glob "$t->{conf}{prefix}/{asan,ubsan}.*";
}

# Names the log, never the key.
sub secrets ($t) {
    my $any = join '|', 'igk_[\w-]{8,}', map { quotemeta } @{$t->{secrets}};
    my @wrong;
    for my $log (qw(error.log access.log)) {
        # at level debug nginx itself writes every header
        next if $log eq 'error.log'
            && ($t->{conf}{opt}{error_level} // '') =~ /\Adebug/;
        my $n = grep { /$any/ } $t->read_log($log);
        push @wrong, "a key stands in $n lines of $log" if $n;
    }
    return @wrong;
}

sub slurp ($path) {
    open(my $in, '<:raw', $path) or return '';
    local $/;
    return <$in> // '';
}

1;
