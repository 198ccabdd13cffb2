# Many streams at once, held open in the middle until the test lets them go on.
#
#     my $crowd = Gate::Crowd->new;
#     my $up = Gate::upstream(code => $crowd->server);
#     my $t = chat_nginx(upstreams => { held => $up, daemon => $internd });
#     $crowd->add($t, 'h2c', '/held/chat/completions', 30);
#     $crowd->started;        # how many have shown their first event
#     $_->gone for $crowd->members;   # has the server closed it?
#     $crowd->release;        # all streams go on to their end
#     my @words = $member->seen;      # see Gate::Chat
#
# A real daemon holds a stream with the prompt $crowd->prompt.
package Gate::Crowd;
use v5.36;

use File::Temp ();
use JSON::PP ();
use Gate::Chat ();
use Gate::Nginx;

my $json = JSON::PP->new->utf8->canonical;

sub new ($class) {
    my $dir = File::Temp->newdir('gate-crowd-XXXXXX', TMPDIR => 1);
    return bless { dir => $dir, go => "$dir/go", members => [] }, $class;
}

sub server ($self) {
    my $go = $self->{go};
    return sub ($conn, $request) {
        my ($first, @rest) = Gate::Chat::turn('one', 'two');
        $conn->head(200, { 'Content-Type' => 'text/event-stream',
            'Transfer-Encoding' => 'chunked' });
        $conn->chunk($first . shift @rest);
        $conn->pause(0.02) until -e $go;
        $conn->chunk(join '', @rest);
        $conn->write("0\r\n\r\n");
    };
}

sub prompt ($self) {
    # bounded: the command outlives a daemon that is killed
    return '!say one' . "\n!shell for i in \$(seq 400); do"
        . " test -e $self->{go} && break; sleep 0.05; done\n!say two";
}

sub release ($self) {
    open(my $out, '>', $self->{go}) or die "$self->{go}: $!";
}

sub hold ($self) { unlink $self->{go} }

# Opens $n more streams; HTTP/2 ones share a connection. Returns them.
sub add ($self, $t, $proto, $path, $n = 1, %opt) {
    my @request = (POST => $path, { 'content-type' => 'application/json',
        authorization => 'Bearer ' . ($opt{key} // $t->key) },
        $json->encode({ stream => JSON::PP::true,
            %{Gate::Chat::prompt($self->prompt)} }));
    my $h2 = $proto =~ /\Ah2/ ? $t->h2($proto) : undef;
    my @new;
    for (1 .. $n) {
        my $client = $h2 // $t->connect($proto);
        my $stream = $h2 ? $h2->open(@request)
            : $client->send(Gate::Client::build(@request)) && undef;
        push @new, bless { client => $client, stream => $stream,
            path => $path, proto => $proto }, 'Gate::Crowd::Member';
    }
    push @{$self->{members}}, @new;
    return @new;
}

sub members ($self) { return @{$self->{members}} }
sub leave ($self) { $self->{members} = [] }

sub started ($self, $seconds = 5) {
    my $n;
    Gate::Nginx::wait_for(sub {
        $n = grep { $_->so_far =~ /"one"/ } $self->members;
        return $n == $self->members;
    }, $seconds);
    return $n;
}

package Gate::Crowd::Member;
use v5.36;

# The bytes of its events that have come; takes nothing away.
sub so_far ($self) {
    my ($client, $stream) = @$self{qw(client stream)};
    if ($stream) {
        $client->fill(0);
        $client->pump(0);
        return $stream->body // '';
    }
    1 while $client->fill(0);
    return $client->{in};
}

# The server has closed the connection or reset the stream.
sub gone ($self) {
    $self->so_far;
    return $self->{client}{eof}
        || ($self->{stream} && defined $self->{stream}{rst});
}

# Reads to the end, which must come in time.
sub answer ($self, $seconds = 5) {
    my ($client, $stream) = @$self{qw(client stream)};
    return $self->{answer} //= $stream ? $client->wait($stream, $seconds)
        : $client->response($seconds);
}

sub seen ($self, $seconds = 5) {
    return Gate::Chat::seen($self->answer($seconds));
}

1;
