# R17: a module that was built for another nginx, or is not whole, is refused
# with a clear word, and nothing crashes.
use Gate;
use Gate::Conf;

use File::Temp ();

my $module = Gate::Conf->new->module;
my $bytes = Gate::Check::slurp($module);
my $conf = 'location / { return 204; }';

# `nginx -t` with these bytes as the module
sub test_with ($bytes) {
    my $file = File::Temp->new(SUFFIX => '.so');
    binmode $file;
    print $file $bytes;
    close $file;
    local $ENV{GATE_MODULE} = $file->filename;
    return Gate::config_test($conf, zone => '');
}

# ngx_module_t begins with two indexes that are not set, no name and two
# spare words; then stands nginx's version as a number
my $unset = pack 'q2 Q3', -1, -1, 0, 0, 0;
my ($version) = grep { unpack('Q', $_) =~ /\A1\d{6}\z/ }
    $bytes =~ /\Q$unset\E(.{8})/gs
    or die 'there is no ngx_module_t in the module';
my $number = unpack 'Q', $version;
my ($signature) = $bytes =~ /(8,4,8,[01]{30,})/
    or die 'there is no signature in the module';

my ($code, $said) = test_with($bytes);
is($code, 0, 'the module as it was built is loaded') or diag($said);

for my $other ($number + 1, $number - 22_001, 1_099_001) {
    my $foreign = $bytes =~ s/\Q$unset$version\E/$unset . pack 'Q', $other/ger;
    ($code, $said) = test_with($foreign);
    is($code, 1, "built for version $other: nginx refuses");
    like($said, qr/\[emerg\].*version $other instead of $number/,
        'and names both versions');
}

for my $bit (0, 10, length($signature) - 7) {
    my $other = $signature;
    substr($other, 6 + $bit, 1) =~ tr/01/10/;
    ($code, $said) = test_with($bytes =~ s/\Q$signature\E/$other/gr);
    is($code, 1, "built with other options, $bit: nginx refuses");
    like($said, qr/\[emerg\].*is not binary compatible/, 'and says so');
}

for my $n (0, 100) {
    ($code, $said) = test_with(substr $bytes, 0, $n);
    is($code, 1, "only $n bytes of it: nginx refuses");
    like($said, qr/\[emerg\].* dlopen\(\)/, 'and says so');
}
done_testing();
