# G20 to G24: each kind of personal data in the forms it is written in, and
# what only looks like it.
use Gate;
use Gate::Guard;

my @slugs = qw(email credit-card ssn ip-address phone);
my $g = Gate::Guard->new(filters => \@slugs, alternate => 1);
my @few = (actions => ['redact']);
sub found ($slug, @texts) {
    $g->caught($slug, "$slug in '$_'", $_, @few) for @texts;
}
sub not_found ($slug, @texts) {
    $g->passes($slug, "no $slug in '$_'", $_, @few) for @texts;
}
sub wide ($text) {
    utf8::encode(my $bytes = $text =~ s/(\d)/chr(0xff10 + $1)/ger);
    return $bytes;
}
sub digits ($text, $zero) {
    utf8::encode(my $bytes = $text =~ s/(\d)/chr($zero + $1)/ger);
    return $bytes;
}

$g->caught(@$_) for
    [email => 'an address', 'to <<john@example.com>>'],
    ['credit-card' => 'a card', 'pay with <<4111 1111 1111 1111>> now'],
    [ssn => 'a number', 'my ssn is <<123-45-6789>>'],
    ['ip-address' => 'an address', 'from <<203.0.113.77>> today'],
    [phone => 'a number', 'call <<+1 415 555 2671>> today'];

# ---- G20
found(email => 'a <<john+spam@example.com>> b',
    'a <<\"john doe\"@example.com>> b', 'a <<JOHN@EXAMPLE.COM>> b',
    'a <<john.o\'neil@mail.example.co.uk>> b', 'so <<john@example.com>>.',
    "a <<jos\xc3\xa9\@b\xc3\xbccher.example>> b",
    'a <<john@xn--bcher-kva.example>> b', 'a <<john@sub-domain.example.org>>',
    'mailto:<<john@example.com>>', '(<<john@example.com>>)',
    '<<a@b.co>>,<<c@d.co>>', '\"<<john@example.com>>\"',
    'john: <<john_doe%40x@example.com>> b' =~ s/%40x//r);
not_found(email => '@', 'a @ b', 'meet @ 5', '@john', 'john@', 'user@host',
    '@scope/pkg@1.2.3', 'a@b', 'me@@x');

# ---- G21
found('credit-card' => 'a <<4111111111111111>> b',
    'a <<4111-1111-1111-1111>> b', 'a <<4111 1111 1111 1111>> b',
    'a <<3782 822463 10005>> b', 'a <<5555 5555 5555 4444>> b',
    'a <<4222222222222>> b', 'a <<6011000990139424>> b',
    'a <<6304000000000000>> b' =~ s/6304000000000000/30569309025904/r,
    'a <<' . wide('4111 1111 1111 1111') . '>> b',
    'a <<' . digits('4111111111111111', 0x660) . '>> b',
    'a <<' . digits('4111111111111111', 0x966) . '>> b',
    'card number: <<4111 1111 1111 1112>>');
not_found('credit-card' => 'a 4111 1111 1111 1112 b',
    'a 94111111111111111234567 b', 'a 12345678901234567890123 b',
    'a 1234567890123 b');
for my $number (qw(4111111111111111 -4111111111111111 4111111111111111.0
    4.111111111111111e15 4.111111111111111000E+15 41111111111111110e-1
    0.00041111111111111110E19))
{
    $g->caught('credit-card' => "G21: the number $number", '', chat => 0,
        loose => 1, body => "{\"n\":[7,{\"to\":<<$number>>}],\"x\":1.50}");
}
$g->passes('credit-card' => "G21: the number $_", '', chat => 0,
    body => "{\"n\":$_}")
    for qw(4111111111111112.0 4111111111111111.5 4.111111111111111e14
           4.111111111111111e16 1e20 0.4111111111111111);

# ---- G20 to G24: emphasis is a border, an identifier is one word
found(email => '_<<mail@example.org>>_');
found(ssn => '__<<123-45-6789>>__');
found('credit-card' => '_<<4111111111111111>>_',
    'name_<<4111-1111-1111-1111>>_x');
found(phone => '_<<+1 415 555 2671>>_', '_call <<415-555-2671>>_');
found('ip-address' => '_<<203.0.113.9>>_');
not_found('credit-card' => 'txn_4111111111111111_b');
not_found(ssn => 'ssn_123456789_old');
not_found(phone => 'tel_4155552671_raw');
not_found('ip-address' => 'lib_203.0.113.9_amd64.deb');

# ---- G22
found(ssn => 'a <<123-45-6789>> b', 'ssn <<123 45 6789>>',
    'ssn: <<123456789>>', "a <<123\xe2\x80\x9145\xe2\x80\x916789>> b",
    "a <<123\xe2\x80\x9345\xe2\x80\x936789>> b",
    "a <<123\xe2\x88\x9245\xe2\x88\x926789>> b", 'ssn <<912-34-5678>>');
not_found(ssn => 'a 000-12-3456 b', 'a 666-12-3456 b', 'a 912-34-5678 b',
    'a 123-00-6789 b', 'a 123-45-0000 b', 'a 123456789 b',
    'ssn 000-12-3456', 'ssn 666-12-3456', 'a 1123-45-67891 b');

# ---- G23
found('ip-address' => 'a <<203.0.113.77>> b', 'a <<2001:db8::1>> b',
    'a <<2001:0db8:0000:0000:0000:ff00:0042:8329>> b',
    'a [<<2001:db8::2>>]:80 b', 'a <<::ffff:203.0.113.77>> b',
    'a <<fe80::1%eth0>> b', 'a <<::1>> b', 'http://<<203.0.113.77>>:80/x',
    'a <<0313.0.0161.0115>> b', 'a <<0xcb.0x00.0x71.0x4d>> b',
    '<<203.0.113.77>>/24');
not_found('ip-address' => 'a 3405803853 b', 'version 1.2.3.4.5', 'v1.2.3.4',
    'a 1.2.3 b', 'at 12:34:56', 'std::vector', 'a :: b', '256.1.1.1',
    'a 00:1b:44:11:3a:b7 b');

# ---- G24
found(phone => 'call <<(415) 555-2671>>', 'call <<415-555-2671>>',
    'call <<+44 20 7946 0958>>', 'call <<+49 30 901820>>',
    'call <<+1-415-555-2671 ext. 12>>', 'call <<+1 415 555 2671 x123>>',
    'call <<415.555.2671>>', 'phone: <<020 7946 0958>>');
not_found(phone => 'order 4155552671', 'order number 415-555-2671',
    'invoice 2024-0123456', 'on 2024-01-15 12:30:45', 'ISBN 978-3-16-148410-0',
    '3.14159265358979', '192.168.100.200');

$g->agrees;
