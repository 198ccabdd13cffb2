# Keys and interns as lines of the files that gate_keys and gate_interns name.
package Gate::Keys;
use v5.36;

use Digest::SHA qw(sha256 sha256_hex);
use JSON::PP ();
use MIME::Base64 qw(encode_base64url);
use Scalar::Util qw(blessed);

my $json = JSON::PP->new->utf8->canonical;

# %of: name, and the members of the line: kind, id, user_id, workspace_id,
# programme, member, guardrails. The same name is always the same key; a key
# without a name is random. Regular keys are of the programme unless told.
sub make (%of) {
    my $name = delete $of{name} // join '.', $$, time, rand;
    my $bytes = sha256("interngate test key $name");
    my $key = 'igk_' . encode_base64url($bytes);
    die "not 43 characters: $key" if length $key != 47;

    $of{hash} = sha256_hex($key);
    $of{id} //= uuid($bytes);
    $of{programme} //= 1 if ($of{kind} // 'regular') eq 'regular';
    for my $flag (qw(programme member)) {
        $of{$flag} = $of{$flag} ? JSON::PP::true : JSON::PP::false
            if defined $of{$flag};
    }
    return { name => $name, key => $key, id => $of{id},
             line => $json->encode(\%of) . "\n" };
}

sub uuid ($bytes) {
    my $hex = unpack 'H32', $bytes;
    # version 4, variant 1
    substr($hex, 12, 1) = '4';
    substr($hex, 16, 1) = '8';
    return join '-', unpack 'A8 A4 A4 A4 A12', $hex;
}

# An intern: a hash of the line's members, or its id alone. An upstream object
# stands for its host:port.
sub intern_line ($intern, $upstream = undef) {
    my %of = ref $intern ? %$intern : (id => $intern);
    $of{upstream} //= $upstream;
    $of{upstream} = $of{upstream}->address if blessed $of{upstream};
    return $json->encode(\%of) . "\n";
}

1;
