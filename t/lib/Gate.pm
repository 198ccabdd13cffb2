# The test harness: a real nginx on free loopback ports, raw clients, scripted
# upstreams, and checks of what every test must leave behind. `use Gate;` also
# brings Test::More, strict, warnings and signatures. Run: prove -It/lib -j2 t
#
#   my $up = Gate::upstream(sse => ["data: {\"a\":1}\n\n", \0.5, 'fin']);
#   my $t  = Gate->new(tests => 3, status => 1, conf => <<"EOF");
#       location /api/v1/interns/ { gate_chat; proxy_pass $up; }
#   EOF
#   my @chunks = $t->chat('alpha', { messages => [...] });   # '[DONE]' last
#
# Gate->new: tests (the end checks are one more; a plan of the file's own has
#   to count it) | texts: conf and server (in the server block), http, main,
#   events, with %%PREFIX%%, %%UPSTREAM%%, %%PORT:name%% (a new name takes a
#   new port), %%CONF%% (a copy of the repository's conf/) | listen => [qw(h1 tls h2c h2)], listen_args => 'sndbuf=16k',
#   gzip => 1, workers, connections (of a worker, 4096), files => {name =>
#   content} below the prefix (html/ is the root) | keys => ['name', {name, kind, ...}], interns => ['id', {id,
#   upstream, ...}], upstream; one key and the intern alpha are made up when
#   gate_chat asks for them (0 for none) | status => 1 for /gate_status and its
#   end check, zone => '' for no gate_zone, module => 0 for stock nginx |
#   error_level, fd_slack => n, upstream_keepalive => 1, timeout => seconds of
#   the file (60)
# Requests: $t->request(POST => '/x', {name => value} | [[name, value]], $body,
#   proto => 'h2', key => 'name', chunked => [pieces], timeout => 5) gives a
#   Gate::Message: status, header('x'), headers, body, text (inflated), json,
#   complete, closed, raw. $t->http($bytes, proto => 'tls', read => 2): all
#   bytes that came. $t->connect('tls', rcvbuf => 4096): see Gate/Client.pm;
#   $t->h2('h2', window => 1000): see Gate/H2.pm.
# Upstreams: Gate::upstream(sse => [steps], framing => 'chunked' | 'close' |
#   'length'), (raw => [steps]), (json => {...}, status => 409, headers =>
#   {...}), (code => sub ($conn, $request) {...}: see Gate/Script.pm), (turns
#   => [{json => ...}, {sse => ...}]), (deaf => 1). A step is bytes, \seconds,
#   a sub, or 'fin', 'rst', 'hang', 'done-chunk'; a list without one of these
#   ends properly. "$up" is its URL; $up->address, wait_requests(1), requests,
#   wait_closed(1, 2) (seconds, to be compared), closed, connections, stop.
# Streams: Gate::events($body), Gate::chunks($body), Gate::unfinished($body).
# For tests of chat and streams: Gate/Chat.pm, Gate/Sever.pm, Gate/Internd.pm.
# nginx: $t->reload(conf => ...), signal('USR1'), worker_pids, kill_worker,
#   status, error_log, access_log(n), wait_log(qr/../, 2), allow_log(qr/../),
#   secret('text'), done; Gate::config_test($conf, http => ...) is `nginx -t`
#   and gives (exit code, output).
# Environment: GATE_MODULE ('' for none), GATE_NGINX, GATE_CONF (in place of
#   conf/), GATE_PRELOAD (sanitizer runtimes), GATE_KEEP (leave the prefixes),
#   GATE_TIMEOUT (seconds).
package Gate;
use v5.36;

use feature ();
use strict ();
use warnings ();

use JSON::PP ();
use Test::More ();
use Time::HiRes qw(time);

use Gate::Check;
use Gate::Client;
use Gate::Conf;
use Gate::Keys;
use Gate::Nginx;
use Gate::Sse;
use Gate::Upstream;

my $owner = $$;
my @all;

sub import ($class, @) {
    strict->import;
    warnings->import;
    feature->import(':5.36');
    Test::More->export_to_level(1, $class);
    $SIG{PIPE} = 'IGNORE';
    $SIG{$_} = sub { exit 1 } for qw(INT TERM);
    $SIG{ALRM} = sub {
        Test::More::diag('this test file took too long');
        exit 1;
    };
    time_limit($ENV{GATE_TIMEOUT} || 60);
}

sub time_limit ($seconds) { alarm $seconds * $Gate::Nginx::patience }

# ---- functions

sub upstream (@spec) { return Gate::Upstream->new(@spec) }
sub events ($body) { return Gate::Sse::events($body) }
sub chunks ($body) { return Gate::Sse::chunks($body) }
sub unfinished ($body) { return Gate::Sse::unfinished($body) }
sub free_port { return Gate::Ports::take() }

sub wait_for ($test, $seconds = 5) {
    return Gate::Nginx::wait_for($test, $seconds);
}

# `nginx -t` on a configuration: (exit code, output). Options as for new().
sub config_test (@args) {
    my $text = @args % 2 ? shift @args : undef;
    my $conf = Gate::Conf->new(@args, defined $text ? (conf => $text) : ());
    $conf->write;
    return Gate::Nginx->new($conf->{prefix}, 1)->config_test;
}

# Gate::key(name => ..., kind => ...) makes a key: {key, line, name, id}.
# $t->key('name') is the text of a key of this nginx, by default the first.
sub key (@args) {
    return Gate::Keys::make(@args) if !ref $args[0];
    my ($self, $name) = @args;
    my ($key) = grep { $_->{name} eq ($name // $_->{name}) }
        @{$self->{conf}{keys}};
    return $key ? $key->{key} : die 'no key ' . ($name // '') . "\n";
}

# ---- life

sub new ($class, %opt) {
    Test::More::plan(tests => $opt{tests} + 1) if defined $opt{tests};
    time_limit($opt{timeout}) if $opt{timeout};
    my $conf = Gate::Conf->new(%opt);
    my $self = bless {
        conf => $conf, allowed => [], wrong => [], clients => [],
        secrets => [map { $_->{key} } @{$conf->{keys}}], descriptors => {},
        nginx => Gate::Nginx->new($conf->{prefix}, $opt{workers} // 1),
    }, $class;
    push @all, $self;
    $self->start;
    return $self;
}

sub start ($self) {
    my $trouble;
    for (1 .. 5) {
        $self->{conf}->write;
        $trouble = $self->{nginx}->start;
        last if !$trouble || !grep { /Address already in use/ }
            map { $self->read_log($_) } qw(error.log stderr.log);
        $self->{conf}->forget_ports;
        unlink "$self->{conf}{prefix}/logs/error.log";
    }
    if ($trouble) {
        $self->{nginx}->stop;
        $self->{dead} = 1;
        die "nginx did not start: $trouble\n" . $self->log_tail;
    }
    $self->count_descriptors;
}

sub count_descriptors ($self) {
    $self->{descriptors}{$_} //= Gate::Nginx::descriptors($_)
        for $self->worker_pids;
}

# Stops nginx and checks it; what is wrong fails the last test of the file.
# Called at the end for every nginx, and by a test that wants it earlier.
sub done ($self) {
    return if $self->{done};
    $self->look;
    $self->{done} = 1;
    return if $self->{dead};

    my $wrong = $self->{wrong};
    push @$wrong, grep { $_ } $self->{nginx}->stop;
    my $status = $self->{nginx}{exit} // 0;
    push @$wrong, "nginx ended with wait status $status"
        if $status && !$self->{leaving};
    push @$wrong, Gate::Check::stopped($self);
}

# The checks that need nginx to be alive.
sub look ($self) {
    return if $self->{done} || $self->{looked}++;
    $_->close for grep { !$_->{eof} } @{$self->{clients}};
    push @{$self->{wrong}}, $self->{dead} ? 'nginx did not start'
        : $self->{leaving}                ? ()
        : $self->{nginx}->running         ? Gate::Check::running($self)
        :                                   'nginx has died';
}

END {
    if (@all && $$ == $owner) {
        my $status = $?;
        time_limit(30);
        $_->look for @all;
        # only now, or their end would hide a connection that stayed
        Gate::Upstream::stop_all();
        $_->done for @all;
        my @bad = grep { @{$_->{wrong}} } @all;
        Test::More::ok(!@bad, 'nginx ended with clean logs, descriptors and'
            . ' streams');
        Test::More::diag(join "\n", @{$_->{wrong}}, $_->log_tail) for @bad;
        Test::More::done_testing()
            if !$status && !Test::More->builder->has_plan;
        $? = $status;
    }
}

# ---- places

sub prefix ($self) { return $self->{conf}{prefix} }
sub port ($self, $name = 'h1') { return $self->{conf}->port($name) }

# ---- requests

# The HTTP/1 connection object; $proto is h1 or tls.
sub connect ($self, $proto = 'h1', %opt) {
    return $self->keep(Gate::Client->new(%opt, port => $self->port($proto),
        tls => $proto eq 'tls'));
}

# The HTTP/2 connection object; $proto is h2c or h2.
sub h2 ($self, $proto = 'h2c', %opt) {
    require Gate::H2;
    return $self->keep(Gate::H2->new(%opt, port => $self->port($proto),
        tls => $proto eq 'h2'));
}

sub keep ($self, $client) {
    push @{$self->{clients}}, $client;
    return $client;
}

# Exactly these bytes out; everything that comes until close or $opt{read} s.
sub http ($self, $bytes, %opt) {
    my $client = $self->connect($opt{proto} // 'h1');
    $client->send($bytes);
    my $all = $client->read_all($opt{read} // 2);
    $client->close;
    return $all;
}

# One request on a connection of its own, over any of the four protocols.
sub request ($self, $method, $uri, $headers = {}, $body = undef, %opt) {
    my $proto = $opt{proto} // 'h1';
    if (defined $opt{key}) {
        my $bearer = 'Bearer ' . $self->key($opt{key});
        $headers = ref $headers eq 'HASH'
            ? { Authorization => $bearer, %$headers }
            : [['authorization', $bearer], @$headers];
    }
    my $client = $proto =~ /\Ah2/ ? $self->h2($proto, %opt)
                                  : $self->connect($proto, %opt);
    $body //= join '', @{$opt{chunked}} if $opt{chunked} && $proto =~ /\Ah2/;
    my $answer = $client->request($method, $uri, $headers, $body, %opt);
    $client->close;
    return $self->{last} = $answer;
}

# A chat with an intern, with the first key unless key => says otherwise
# (undef: none). In list context the chunks, otherwise the whole answer.
# %opt also: headers => {...} and those of request().
sub chat ($self, $intern, $body, %opt) {
    $opt{key} = $self->{conf}{keys}[0]{name}
        if !exists $opt{key} && @{$self->{conf}{keys}};
    $body = JSON::PP->new->utf8->canonical->encode(
        { stream => JSON::PP::true, %$body }) if ref $body;
    my $answer = $self->request(
        POST => "/api/v1/interns/$intern/chat/completions",
        { 'Content-Type' => 'application/json', %{$opt{headers} // {}} },
        $body, %opt);
    return wantarray ? chunks($answer->text) : $answer;
}

sub last_response ($self) { return $self->{last} }

# What /gate_status says (needs status => 1).
sub status ($self) {
    my $client = $self->connect('h1');
    my $answer = $client->request(GET => '/gate_status', {}, undef,
        timeout => 2);
    $client->close;
    return $answer->json;
}

# ---- the process

sub master_pid ($self) { return $self->{nginx}{pid} }
sub worker_pids ($self) { return $self->{nginx}->worker_pids }
sub leaving_pids ($self) { return $self->{nginx}->leaving_pids }

# Sends a signal to the master. After QUIT or TERM it may leave.
sub signal ($self, $name) {
    $self->{leaving} = 1 if $name =~ /\A(?:QUIT|TERM|INT|KILL|WINCH)\z/;
    $self->{nginx}->signal($name);
}

sub wait_exit ($self, $seconds = 5) {
    return wait_for(sub { !$self->{nginx}->running }, $seconds);
}

# Reloads, with other options of new() if given; true when the new workers
# serve and the old ones accept no more, false when the master kept them.
sub reload ($self, %change) {
    $self->{conf}->write(%change);
    my $before = () = $self->emergencies;
    my $ok = $self->{nginx}->reload(sub { $self->emergencies > $before });
    $self->count_descriptors;
    return $ok;
}

sub emergencies ($self) {
    return grep { /\[emerg\]/ } $self->read_log('error.log');
}

# Kills a worker (the first) and waits for its successor; returns its pid.
sub kill_worker ($self, $signal = 9, $pid = ($self->worker_pids)[0]) {
    $self->allow_log(qr/process $pid exited on signal/);
    my $workers = $self->{nginx}{workers};
    kill $signal => $pid;
    wait_for(sub {
        my @now = $self->worker_pids;
        return @now >= $workers && !grep { $_ == $pid } @now;
    });
    return $pid;
}

# ---- logs

# A log line that matches may be there, whatever its level.
sub allow_log ($self, @patterns) { push @{$self->{allowed}}, @patterns }

# A further text that must not appear in any log.
sub secret ($self, @texts) { push @{$self->{secrets}}, @texts }

sub read_log ($self, $name) {
    return split /\n/, Gate::Check::slurp("$self->{conf}{prefix}/logs/$name");
}

sub error_log ($self) { return $self->read_log('error.log') }

# The lines, when there are $n of them: nginx writes one after its response.
sub access_log ($self, $n = 1, $seconds = 2) {
    wait_for(sub { $self->read_log('access.log') >= $n }, $seconds);
    return $self->read_log('access.log');
}

# Waits for a line of error.log; returns it, undef when none came.
sub wait_log ($self, $pattern, $seconds = 2) {
    my $line;
    wait_for(sub {
        ($line) = grep { $_ =~ $pattern } $self->read_log('error.log');
        return defined $line;
    }, $seconds);
    return $line;
}

sub log_tail ($self) {
    my @lines = map { $self->read_log($_) } qw(stderr.log error.log);
    splice @lines, 0, -30 if @lines > 30;
    my $kept = $ENV{GATE_KEEP} ? "kept in $self->{conf}{prefix}\n" : '';
    return join '', $kept, map { "  $_\n" } @lines;
}

1;
