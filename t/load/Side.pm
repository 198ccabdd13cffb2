# One NGINX under test: writes its configuration into a prefix of its own,
# starts it with one worker, finds the worker, stops both.
#
# Every side has the same configuration but for the lines of the module.
package Side;

use strict;
use warnings;

use Digest::SHA qw(sha256_hex);
use File::Path qw(make_path);
use IO::Socket::INET;
use POSIX ();
use Time::HiRes qw(sleep time);

use constant {
    key        => 'sk-bench-0123456789abcdef0123456789abcdef',
    wait_s     => 10,
    # sockets of the listener, the log, epoll and the idle upstream pool
    spare_fds  => 400,
    path       => '/api/v1/interns/%s/chat/completions',
};

# name: bare, ours or chat. module: the .so, or undef to measure bare against
# bare. root: where the prefix goes. files: RLIMIT_NOFILE.
sub new {
    my ($class, %self) = @_;
    my $self = bless {%self}, $class;
    $self->{prefix} = "$self->{root}/$self->{name}";
    make_path("$self->{prefix}/temp");
    return $self;
}

# Settings: upstream (port), core, body_buffer, keepalive, scripts (names the
# intern file lists). wrapper: a command in front of nginx, for valgrind; there
# is no master process then. Dies with nginx's own words when it is refused.
sub start {
    my ($self, %set) = @_;
    my $alone = @{$set{wrapper} // []} ? 1 : 0;
    $self->{port} = free_port();
    $self->write_files(%set, alone => $alone);

    my @command = (@{$set{wrapper} // []}, 'nginx', '-p', $self->{prefix},
                   '-c', 'nginx.conf', '-e', 'error.log');
    # a bench that is killed outright takes its nginx along
    unshift @command, 'setpriv', '--pdeathsig', 'TERM', 'taskset', '-c',
        $set{core};
    $self->{pid} = fork() // die "fork: $!\n";
    if (!$self->{pid}) {
        open STDERR, '>', "$self->{prefix}/stderr";
        exec @command or POSIX::_exit(127);
    }

    my $until = time + $self->start_s;
    until (answers($self->{port})) {
        if (waitpid($self->{pid}, 1) != 0 || time > $until) {
            my $words = $self->complaints('stderr', qr/\S/);
            $self->stop;
            die "nginx does not start for '$self->{name}':\n$words";
        }
        sleep 0.02;
    }
    $self->{alone} = $alone;
    $self->find_worker;
    return $self;
}

# How long a start may take.
sub start_s { return wait_s }

sub stop {
    my ($self) = @_;
    my $pid = delete $self->{pid} or return;
    my $worker = delete $self->{worker};

    kill TERM => $pid;
    my $until = time + wait_s;
    while (waitpid($pid, 1) == 0) {
        if (time > $until) {
            kill KILL => grep { defined } $pid, $worker;
            waitpid $pid, 0;
            last;
        }
        sleep 0.02;
    }
}

# Lines of a file in the prefix that match, for a report.
sub complaints {
    my ($self, $file, $what) = @_;
    open my $in, '<', "$self->{prefix}/$file" or return '';
    return join '', grep { $_ =~ $what } <$in>;
}

# What the error log has, cut to a size for a report.
sub log_text {
    my ($self) = @_;
    return substr $self->complaints('error.log', qr/\S/), 0, 1000;
}

# A worker that died has a successor.
sub find_worker {
    my ($self) = @_;
    return $self->{worker} = $self->{pid} if $self->{alone};
    my $until = time + wait_s;
    while (time < $until) {
        if (open my $in, '<', "/proc/$self->{pid}/task/$self->{pid}/children") {
            my ($worker) = split ' ', <$in> // '';
            return $self->{worker} = $worker if $worker;
        }
        sleep 0.02;
    }
    die "no worker of nginx $self->{pid} found\n";
}

sub write_files {
    my ($self, %set) = @_;
    spew("$self->{prefix}/nginx.conf", $self->conf(%set));
    spew("$self->{prefix}/keys.jsonl",
         '{"hash":"' . sha256_hex(key) . '","kind":"regular",'
         . '"id":"key-bench","user_id":"user-bench","programme":true}' . "\n");
    spew("$self->{prefix}/interns.jsonl",
         map { qq({"id":"$_","upstream":"backend"}\n) } @{$set{scripts}});
    # nothing of an earlier start may be taken for news
    spew("$self->{prefix}/error.log", '');
}

sub conf {
    my ($self, %set) = @_;
    my ($load, $http, $location, $pass) = $self->module_lines(%set);
    # nginx takes back idle connections when fewer than 1/16 are free
    my $connections = int($self->{files} * 9 / 8);
    my $user = $> == 0 ? 'user root;' : '';
    my $master = $set{alone} ? 'master_process off;' : '';
    my $temp = join "\n    ", map { "${_}_temp_path temp/$_;" }
                              qw(client_body proxy fastcgi uwsgi scgi);
    return <<"EOF";
$load
$user
$master
daemon off;
pid nginx.pid;
error_log error.log error;
worker_processes 1;
worker_rlimit_nofile $self->{files};
events { worker_connections $connections; }
http {
    access_log off;
    $temp
    client_body_buffer_size $set{body_buffer};
    keepalive_requests 100000000;
    keepalive_timeout 600s;
    $http
    upstream backend {
        server 127.0.0.1:$set{upstream};
        keepalive 256;
        keepalive_requests 100000000;
        keepalive_timeout 600s;
    }
    server {
        listen 127.0.0.1:$self->{port} backlog=4096;
        location / {
            $location
            proxy_pass $pass;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_buffering off;
            proxy_read_timeout 600s;
        }
        # shows how soon the event loop answers, and nothing else
        location = /watch {
            return 200 "{}";
        }
    }
}
EOF
}

# What differs: the main, http and location lines, and where requests go.
sub module_lines {
    my ($self, %set) = @_;
    return ('', '', '', 'http://backend') if !$self->{module};

    my $load = "load_module $self->{module};";
    my $http = 'gate_zone 16m; gate_keys keys.jsonl;';
    my $common = 'gate_rate_limit 100000000r/m; '
                 . "gate_stream_keepalive $set{keepalive};";
    if ($self->{name} eq 'chat') {
        return ($load, "$http gate_interns interns.jsonl;",
                "gate_chat; $common", 'http://$gate_intern_upstream');
    }
    return ($load, $http,
            'gate_auth key; gate_body_limit 1m; gate_stream chat; '
            . "gate_content_type application/json; $common",
            'http://backend');
}

sub free_port {
    my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1)
        or die "no free port: $!\n";
    return $socket->sockport;
}

sub answers {
    my ($port) = @_;
    return defined IO::Socket::INET->new(PeerAddr => '127.0.0.1',
                                         PeerPort => $port, Timeout => 1);
}

sub spew {
    my ($file, @text) = @_;
    open my $out, '>', $file or die "$file: $!\n";
    print $out @text;
    close $out or die "$file: $!\n";
}

1;
