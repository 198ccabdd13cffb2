# The temporary prefix of one nginx: its configuration, keys, interns,
# certificate and files. Options: see Gate.pm.
package Gate::Conf;
use v5.36;

use Cwd ();
use File::Basename qw(basename dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Gate::Check;
use Gate::Keys;
use Gate::Ports;
use Gate::Upstream;

my %listen_flags = (h1 => '', tls => ' ssl', h2c => ' http2',
                    h2 => ' ssl http2');

sub new ($class, %opt) {
    my $self = bless {
        opt => \%opt, ports => {}, keys => [],
        prefix => tempdir('gate-XXXXXX', TMPDIR => 1,
                          CLEANUP => !$ENV{GATE_KEEP}),
    }, $class;
    $self->{listen} = listeners(\%opt);
    make_path("$self->{prefix}/$_") for qw(logs tmp html);
    $self->write_file($_, $opt{files}{$_}) for keys %{$opt{files} // {}};
    $self->write_keys;
    $self->write_interns;
    $self->make_certificate if grep { /tls|h2\z/ } @{$self->{listen}};
    return $self;
}

# h1 is always there: the harness itself asks through it
sub listeners ($opt) {
    my @names = @{$opt->{listen} // ['h1']};
    push @names, 'tls' if $opt->{tls};
    my %seen;
    return [grep { !$seen{$_}++ } 'h1', @names];
}

# The port of that name; one that nobody asked for before is taken now.
sub port ($self, $name) {
    return $self->{ports}{$name} //= Gate::Ports::take();
}

sub forget_ports ($self) { $self->{ports} = {} }

# The module to load, undef for stock nginx.
sub module ($self) {
    return undef if !($self->{opt}{module} // 1);
    return $ENV{GATE_MODULE} || undef if defined $ENV{GATE_MODULE};
    my $path = root() . '/build/ngx_http_gate_module.so';
    -e $path or die "$path is missing: build it, or set GATE_MODULE\n";
    return $path;
}

sub root {
    return Cwd::abs_path(dirname(Cwd::abs_path(__FILE__)) . '/../../..');
}

# The files that are shipped, below the prefix: what a test includes is what
# an operator includes.
sub copy_conf ($self) {
    my $from = $ENV{GATE_CONF} || root() . '/conf';
    for my $path (grep { -f } glob "$from/*") {
        $self->write_file('conf/' . basename($path), Gate::Check::slurp($path));
    }
}

# Does the test's own text use such a directive?
sub mentions ($self, $pattern) {
    return grep { ($self->{opt}{$_} // '') =~ $pattern }
        qw(main http server conf);
}

sub write_file ($self, $name, $content) {
    my $path = "$self->{prefix}/$name";
    make_path(dirname($path));
    open(my $out, '>:raw', $path) or die "$path: $!";
    print $out $content;
    close($out) or die "$path: $!";
    return $path;
}

sub write_keys ($self) {
    my $keys = $self->{opt}{keys};
    # whoever asks for keys gets one without further words
    $keys //= ['default']
        if $self->mentions(qr/gate_(chat|api|auth)\b/)
        && !$self->mentions(qr/gate_keys\b/);
    return if !$keys;
    for (@$keys) {
        push @{$self->{keys}}, !ref     ? Gate::Keys::make(name => $_)
                             : $_->{line} ? $_ : Gate::Keys::make(%$_);
    }
    $self->write_file(keys => join '', map { $_->{line} } @{$self->{keys}});
}

sub write_interns ($self) {
    my $upstream = $self->upstream;
    my $interns = $self->{opt}{interns};
    $interns //= ['alpha']
        if $upstream && $self->mentions(qr/gate_chat\b/)
        && !$self->mentions(qr/gate_interns\b/);
    return if !$interns;
    $self->write_file(interns => join '',
        map { Gate::Keys::intern_line($_, $upstream) } @$interns);
}

sub upstream ($self) {
    return $self->{opt}{upstream} // Gate::Upstream::last_made();
}

sub make_certificate ($self) {
    my $path = "$self->{prefix}/tls";
    my $pid = fork() // die "fork: $!";
    if (!$pid) {
        open(STDOUT, '>', "$path.log");
        open(STDERR, '>&', \*STDOUT);
        exec qw(openssl req -x509 -nodes -days 2 -subj /CN=localhost -newkey
                ec -pkeyopt ec_paramgen_curve:prime256v1), '-keyout',
            "$path.key", '-out', "$path.pem" or POSIX::_exit(127);
    }
    waitpid $pid, 0;
    die "openssl could not make a certificate, see $path.log\n" if $?;
}

# Writes nginx.conf; %change replaces options of the same names for good.
sub write ($self, %change) {
    my $opt = $self->{opt};
    %$opt = (%$opt, %change);
    my $text = $self->text($opt);
    $self->copy_conf if $text =~ s{%%CONF%%}{%%PREFIX%%/conf}g;
    $text =~ s/%%PREFIX%%/$self->{prefix}/g;
    $text =~ s/%%PORT:(\w+)%%/$self->port($1)/ge;
    $text =~ s/%%UPSTREAM%%/$self->upstream
        || die "%%UPSTREAM%% without an upstream\n"/ge;
    return $self->write_file('nginx.conf', $text);
}

sub text ($self, $opt) {
    my $of = sub ($name) { $opt->{$name} // '' };
    my $module = $self->module;
    my $load = $module ? "load_module $module;" : '';
    my $user = $> == 0 ? 'user root;' : '';
    my $workers = $opt->{workers} // 1;
    my $level = $opt->{error_level} // 'info';
    return <<"EOF";
$load
$user
daemon off;
master_process on;
worker_processes $workers;
pid %%PREFIX%%/nginx.pid;
error_log %%PREFIX%%/logs/error.log $level;
@{[ $of->('main') ]}
events {
    worker_connections @{[ $opt->{connections} // 4096 ]};
    @{[ $of->('events') ]}
}
http {
    log_format gate escape=json
        '{"request":"\$request","status":\$status,"sent":\$body_bytes_sent,'
        '"agent":"\$http_user_agent","time":\$request_time,'
        '"upstream":"\$upstream_addr","upstream_status":"\$upstream_status"}';
    access_log %%PREFIX%%/logs/access.log gate;
    client_body_temp_path %%PREFIX%%/tmp/body;
    proxy_temp_path %%PREFIX%%/tmp/proxy;
    fastcgi_temp_path %%PREFIX%%/tmp/fastcgi;
    scgi_temp_path %%PREFIX%%/tmp/scgi;
    uwsgi_temp_path %%PREFIX%%/tmp/uwsgi;
    @{[ $self->http_defaults($module) ]}
    @{[ $of->('http') ]}
    server {
        server_name localhost;
        @{[ $self->server_defaults($module) ]}
        @{[ $of->('server') ]}
        @{[ $of->('conf') ]}
    }
}
EOF
}

sub http_defaults ($self, $module) {
    my $opt = $self->{opt};
    my @lines;
    push @lines, 'gzip on; gzip_min_length 1; gzip_proxied any;',
        'gzip_types text/event-stream application/json text/plain;'
        if $opt->{gzip};
    return join "\n    ", @lines if !$module;

    my $zone = $opt->{zone} // '4m';
    push @lines, "gate_zone $zone;"
        if $zone && !$self->mentions(qr/\bgate_zone\b/);
    for my $file (qw(keys interns)) {
        push @lines, "gate_$file %%PREFIX%%/$file;"
            if -e "$self->{prefix}/$file"
            && !$self->mentions(qr/\bgate_$file\b/);
    }
    return join "\n    ", @lines;
}

sub server_defaults ($self, $module) {
    my $more = $self->{opt}{listen_args} // '';
    my @lines;
    for my $name (@{$self->{listen}}) {
        my $flags = $listen_flags{$name} // die "no such listener: $name\n";
        push @lines, "listen 127.0.0.1:%%PORT:$name%%$flags $more;";
    }
    push @lines, 'ssl_certificate %%PREFIX%%/tls.pem;',
        'ssl_certificate_key %%PREFIX%%/tls.key;'
        if -e "$self->{prefix}/tls.pem";
    push @lines, 'location = /gate_status { gate_status json; }'
        if $module && $self->{opt}{status};
    return join "\n        ", @lines;
}

1;
