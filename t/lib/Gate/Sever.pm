# The sever table: a stream ends in every way an upstream can end it, for fast
# and stalled clients, over all four protocols, with and without gzip. Each
# client must get every whole event once and in order, then the tail of its
# dialect, in a transfer that ended properly, on a connection that still works.
#
#     sever_table(
#         conf  => 'gate_stream chat; proxy_pass http://%%ADDRESS%%;',
#         uri   => '/v1/chat/completions',
#         event => sub ($n, $text) {"data: ...\n\n"},  # what the upstream sends
#         end   => "data: [DONE]\n\n",                 # its proper end
#         same  => sub ($got, $text) {...},    # is this the event of that
#             text? Without it: byte for byte the event that was sent
#         read  => sub ($bytes) {...},         # the other events, as words
#         whole => sub ($n) {...},             # what follows n events: a list
#         cut   => sub ($n) {...},             # the same when it was cut
#     );
#
# All stalled clients of a table stall at the same time, so that the table
# takes seconds and not minutes. A client over HTTP/2 stalls in two ways: it
# gives no window, or it leaves its socket unread.
package Gate::Sever;
use v5.36;
use parent 'Exporter';

use Digest::SHA qw(sha256_base64);
use Time::HiRes qw(sleep time);
use Gate;
use Gate::Sse;

our @EXPORT = qw(sever_table);

# a sanitizer makes everything slower
my $unit = $Gate::Nginx::patience;
my $timeout = 1 * $unit;            # of the upstream's silence
my $stall = 1.6 * $unit;            # longer, as a stalled client is no reason

# how the upstream ends => how its HTTP body is framed
my %endings = (
    'its end'              => [qw(chunked close)],
    'no end'               => [qw(chunked close)],
    'a FIN in mid-event'   => [qw(chunked close length)],
    'a FIN between events' => [qw(chunked length)],
    'an RST'               => [qw(chunked close)],
    'silence'              => [qw(chunked close)],
);
my @protocols = qw(h1 tls h2c h2);

sub sever_table (%of) {
    # made once, before the upstream's processes start
    my @texts = map { text($_) } 0 .. count(300);
    my @events = map { $of{event}->($_, $texts[$_]) } 0 .. $#texts;
    $of{same} //= sub ($got, $text) {
        my ($n) = $text =~ /\A(\d+)/;
        return "$got\n\n" eq $events[$n];
    };
    $of{texts} = \@texts;
    my $up = Gate::upstream(code => sub ($conn, $request) {
        play($conn, \@events, $of{end}, $request->header('x-case'));
    });
    $of{up} = $up;
    my $ms = 1000 * $timeout;
    my @cases = (cases(0, 2, 300), cases(1, 60, 300));
    my $address = $up->address;
    my $conf = $of{conf} =~ s/%%ADDRESS%%/$address/r;

    my $t = Gate->new(%{$of{nginx} // {}}, tests => scalar @cases, gzip => 1,
        status => 1, listen => \@protocols, listen_args => 'sndbuf=16k',
        conf => <<"EOF");
    proxy_http_version 1.1;
    proxy_read_timeout ${ms}ms;
    gate_rate_limit off;
    location / { $conf }
    location = /ok { return 200 ok; }
EOF
    for my $ending (sort keys %endings) {
        my @fast = grep { !$_->{slow} && $_->{ending} eq $ending } @cases;
        begin($t, \%of, @fast);
        attend($ending eq 'silence' ? $timeout + 0.2 : 0.2, @fast);
        Test::More::is(judge(\%of, $_), '', title($_)) for @fast;
    }
    my @slow = grep { $_->{slow} } @cases;
    begin($t, \%of, @slow);
    sleep $stall;
    resume($_) for @slow;
    attend(0.2, @slow);
    Test::More::is(judge(\%of, $_), '', title($_)) for @slow;
}

# Each way of ending with each protocol; framing, gzip, size and the way an
# HTTP/2 client stalls take turns, so that each pair of them meets.
sub cases ($slow, @kilobytes) {
    my @cases;
    my $turn = 0;
    for my $ending (sort keys %endings) {
        my @framings = @{$endings{$ending}};
        for my $proto (@protocols) {
            for my $gzip (0, 1) {
                for my $kb (@kilobytes) {
                    push @cases, { slow => $slow, ending => $ending,
                        proto => $proto, gzip => $gzip, kb => $kb,
                        framing => $framings[$turn % @framings],
                        unread => $turn % 3 != 0 };
                    $turn++;
                }
            }
        }
    }
    return @cases;
}

sub title ($case) {
    return sprintf '%s after %d KB (%s) reaches a %s %s client%s whole',
        @$case{qw(ending kb framing)}, $case->{slow} ? 'stalled' : 'fast',
        $case->{proto}, $case->{gzip} ? ' with gzip' : '';
}

# ---- the upstream

# Texts that gzip cannot make much smaller, of 500 bytes or so.
sub text ($n) {
    return "$n-" . join '', map { sha256_base64("$n $_") } 1 .. 12;
}

sub count ($kb) { return int($kb * 1024 / 520) || 1 }

sub play ($conn, $events, $end, $case) {
    my ($slow, $ending, $kb, $framing) = split /,/, $case;
    my $bytes = join '', @$events[1 .. count($kb)];
    $bytes .= $end if $ending eq 'its end';
    $bytes .= substr $events->[0], 0, 100 if $ending eq 'a FIN in mid-event';

    $conn->head(200, [['Content-Type', 'text/event-stream'],
        $framing eq 'chunked' ? ['Transfer-Encoding', 'chunked']
      : $framing eq 'length'  ? ['Content-Length', 100 + length $bytes]
      :                         ['Connection', 'close']]);
    # cut anywhere, as the network does
    for my $piece (unpack '(a7001)*', $bytes) {
        $framing eq 'chunked' ? $conn->chunk($piece) : $conn->write($piece);
    }
    if ($ending eq 'silence') {
        $conn->hang;
    } elsif ($ending eq 'an RST') {
        # it takes with it what stands in the buffer of our own kernel
        wait_sent($conn, $slow ? 0.3 : 5);
        return $conn->reset;
    } elsif ($ending =~ /\A(?:its|no) end/ && $framing eq 'chunked') {
        $conn->write("0\r\n\r\n");
    }
    $conn->close;
}

sub wait_sent ($conn, $seconds) {
    my $until = time() + $seconds * $unit;
    do {
        $conn->pause(0.05);
        my $left = pack 'i', 0;
        # TIOCOUTQ: bytes that the peer's kernel has not taken
        ioctl($conn->{sock}, 0x5411, $left) or die "TIOCOUTQ: $!";
        return if !unpack 'i', $left;
    } while (time() < $until);
}

# ---- the clients

# All connect before the first one asks: a handshake takes its time, and fast
# clients read at once. The upstream is a process for each request: as many at
# once as start well within the timeout, however busy the machine is.
sub begin ($t, $of, @cases) {
    $_->{client} = client($t, $_) for @cases;
    for my $case (@cases) {
        ask($t, $of, $case);
        $of->{up}->wait_requests($of->{asked}) if ++$of->{asked} % 4 == 0;
    }
}

sub client ($t, $case) {
    my @size = $case->{slow} ? (rcvbuf => 8192) : ();
    return $t->connect($case->{proto}, @size) if $case->{proto} !~ /\Ah2/;
    my $client = $t->h2($case->{proto}, @size,
        window => narrow($case) ? 4000 : 1_048_576);
    $client->hold if narrow($case);
    return $client;
}

# This client stalls by giving no window; it reads on.
sub narrow ($case) {
    return $case->{slow} && !$case->{unread} && $case->{proto} =~ /\Ah2/;
}

sub ask ($t, $of, $case) {
    my %headers = (
        'x-case' => join(',', @$case{qw(slow ending kb framing)}),
        'content-type' => 'application/json');
    $headers{authorization} = 'Bearer ' . $t->key if @{$t->{conf}{keys}};
    $headers{'accept-encoding'} = 'gzip' if $case->{gzip};
    my @request = (POST => $of->{uri}, \%headers,
        $of->{body} // '{"stream":true}');

    if ($case->{proto} =~ /\Ah2/) {
        $case->{stream} = $case->{client}->open(@request);
        $case->{client}->pump(0.01) if narrow($case);
    } else {
        $case->{client}->send(Gate::Client::build(@request));
    }
}

# Reads for all of them, until nothing has come for so long.
sub attend ($quiet, @cases) {
    my $last = time();
    while (time() - $last < $quiet) {
        for my $case (@cases) {
            $last = time() if $case->{client}->fill(0);
            $case->{client}->pump(0) if $case->{stream};
        }
        sleep 0.001;
    }
}

sub resume ($case) {
    return if !narrow($case);
    $case->{client}->pump(0);
    $case->{client}->release;
}

sub answer ($case) {
    return $case->{client}->wait($case->{stream}) if $case->{stream};
    return $case->{client}->response;
}

# What is wrong with what the client got; '' if nothing is.
sub judge ($of, $case) {
    my $answer = answer($case);
    my $wrong = wrong($of, $case, $answer) || again($case);
    $case->{client}->close;
    return $wrong;
}

sub wrong ($of, $case, $answer) {
    return 'no answer' if !defined $answer->status;
    return "status $answer->{status}" if $answer->status ne '200';
    return 'the client timed out' if $answer->{timed_out};
    return 'RST_STREAM ' . $answer->{rst} if defined $answer->{rst};
    my $coding = $answer->header('content-encoding') // '';
    return "Content-Encoding is '$coding'"
        if $coding ne ($case->{gzip} ? 'gzip' : '');
    my @got = Gate::Sse::events($answer->text);
    return 'the transfer was cut after ' . ($got[-1] // 'nothing')
        if !$answer->complete;
    return 'the gzip stream was cut' if $case->{gzip}
        && !$answer->{gzip_complete};
    return 'an event has no end' if Gate::Sse::unfinished($answer->text) ne '';

    my @before = @{$of->{before} // []};
    my @first = words($of, splice @got, 0, @before);
    return "it begins with @first" if "@first" ne "@before";

    my $sent = count($case->{kb});
    my $n = 0;
    $n++ while $n < $sent && @got
        && $of->{same}->($got[0], $of->{texts}[$n + 1]) && shift @got;
    # events that stood in a buffer of the kernel are lost with an RST
    return "event $n of $sent is followed by " . ($got[0] // 'nothing')
        if $n < $sent && !($case->{slow} && $case->{ending} eq 'an RST');
    my $after = $case->{ending} eq 'its end' ? 'whole' : 'cut';
    my $want = join "\n", $of->{$after}->($n);
    my $got = join "\n", words($of, @got);
    return $got eq $want ? '' : "after $n events: $got\nbut wanted: $want";
}

sub words ($of, @events) {
    return $of->{read}->(join '', map { "$_\n\n" } @events);
}

sub again ($case) {
    my $client = $case->{client};
    my $answer = eval { $client->request(GET => '/ok', {}, undef,
        timeout => 3) };
    return $answer && ($answer->body // '') eq 'ok'
        ? '' : 'its connection serves no second request';
}

1;
