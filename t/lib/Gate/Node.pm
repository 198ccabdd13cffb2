# Official clients on node: an nginx to talk to, and the run of a script of
# t/client with cases, all in one process.
#
#     use Gate::Node 'openai';     # skips the file when it cannot run
#     my $t = client_nginx();
#     my $seen = run_clients('openai.mjs', intern($t, 'name', "Hello"),
#         backends($t, 'chat/whole', 'auto/responses_fin'));
#     $seen->{'chat/whole'}{text}
#
# The nginx has the intern alpha, a real daemon, and the intern nobody, which
# cannot be reached; and at /KIND/NAME/ gate_stream KIND before the scripted
# server NAME of %scripts.
package Gate::Node;
use v5.36;

use Cwd ();
use File::Basename qw(dirname);
use File::Temp ();
use POSIX ();
use JSON::PP ();
use Test::More ();
use Gate;
use Gate::Chat;
use Gate::Internd;

my $dir = Cwd::abs_path(dirname(Cwd::abs_path(__FILE__)) . '/../../client');
my $json = JSON::PP->new->utf8->canonical;

sub import ($class, @packages) {
    my $version = `node --version 2>/dev/null` || '';
    my ($major, $minor) = $version =~ /\Av(\d+)\.(\d+)/
        or Test::More::plan(skip_all => 'node is not installed');
    $major > 18 || ($major == 18 && $minor >= 17)
        or Test::More::plan(skip_all => 'node is older than 18.17');
    for my $package (@packages) {
        -e "$dir/node_modules/$package/package.json" or Test::More::plan(
            skip_all => "$package is not installed: npm ci in t/client");
    }
    no strict 'refs';
    *{caller() . "::$_"} = \&$_
        for qw(client_nginx intern backends run_clients);
}

# ---- scripted servers

sub event (%of) {
    return "event: $of{type}\ndata: " . $json->encode(\%of) . "\n\n";
}

my @half = (
    event(type => 'response.output_item.added', sequence_number => 0,
        output_index => 0, item => { type => 'message', id => 'm' }),
    event(type => 'response.output_text.delta', sequence_number => 1,
        output_index => 0, content_index => 0, item_id => 'm',
        delta => 'half'));
my %scripts = (
    whole => [turn('all of', ' it')],
    fin   => [says('half'), 'data: {"id":', 'fin'],
    rst   => [says('half'), \0.05, 'rst'],
    responses_whole => [@half,
        event(type => 'response.output_item.done', sequence_number => 2,
            output_index => 0, item => { type => 'message', id => 'm' }),
        event(type => 'response.completed', sequence_number => 3,
            response => { id => 'r',
                usage => { input_tokens => 4, output_tokens => 2 } })],
    responses_fin => [@half, "event: resp", 'fin'],
);

sub client_nginx {
    my $daemon = Gate::Internd->new;
    my $relays = '';
    for my $name (sort keys %scripts) {
        my $up = Gate::upstream(sse => $scripts{$name});
        $relays .= "location /$_/$name/ { gate_stream $_; proxy_pass $up/; }\n"
            for qw(auto chat responses);
    }
    return Gate->new(status => 1, interns => [
            { id => 'alpha', upstream => $daemon },
            { id => 'nobody', upstream => '127.0.0.1:' . Gate::free_port() },
        ], conf => <<"EOF");
    proxy_http_version 1.1;
    location /api/v1/interns/ {
        gate_chat;
        proxy_pass http://\$gate_intern_upstream;
    }
    $relays
EOF
}

# ---- cases

# A chat with an intern, whose prompt is a script (see internd --help).
sub intern ($t, $name, $prompt, %of) {
    my $id = delete $of{id} // 'alpha';
    return { name => $name, kind => 'chat', key => $t->key, prompt => $prompt,
        url => 'http://127.0.0.1:' . $t->port . "/api/v1/interns/$id", %of };
}

sub backends ($t, @names) {
    return map { {
        name => $_, kind => /responses_/ ? 'responses' : 'chat',
        key => 'none', prompt => 'hi',
        url => 'http://127.0.0.1:' . $t->port . "/$_",
    } } @names;
}

# ---- the node process

sub run_clients ($script, @cases) {
    my $in = File::Temp->new;
    print $in $json->encode(\@cases);
    close $in;
    my $out = File::Temp->new;

    my $pid = fork() // die "fork: $!";
    if (!$pid) {
        alarm 30;
        $SIG{$_} = 'DEFAULT' for qw(INT TERM ALRM);
        open(STDIN, '<', $in->filename) and open(STDOUT, '>', $out->filename)
            and exec 'node', "$dir/$script";
        POSIX::_exit(127);
    }
    waitpid $pid, 0;
    die "$script ended with wait status $?\n" if $?;
    return $json->decode(Gate::Check::slurp($out->filename));
}

1;
