# A01-A03: without a known bearer key a request is 401, in the same bytes
# whatever was wrong, and only the Authorization header is asked.
use Gate;
use Gate::Expect;
use Digest::SHA qw(sha256_hex);

# Keys that somebody else made: any 1 to 512 visible ASCII characters.
sub foreign ($name, $text) {
    return { name => $name, key => $text, line => '{"hash":"'
        . sha256_hex($text) . "\",\"programme\":true}\n" };
}
my %text = (longest => 'k' x 512, longer => 'k' x 513,
    odd => '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', spaced => 'two words',
    wide => "caf\xc3\xa9", tabbed => "a\tb");

my $up = Gate::upstream(sse => [whole_turn()]);
my $t = Gate->new(status => 1, listen => [qw(h1 h2c)],
    keys => ['one', map { foreign($_, $text{$_}) } sort keys %text],
    conf => <<'EOT');
    large_client_header_buffers 4 32k;
    location /api/v1/interns/ {
        gate_chat;
        gate_rate_limit off;
        proxy_pass http://$gate_intern_upstream;
    }
EOT

my $key = $t->key;
my $body = chat_body();
my $path = '/api/v1/interns/alpha/chat/completions';
my %type = ('Content-Type' => 'application/json');

sub ask ($authorization, %opt) {
    my $uri = delete $opt{uri} // $path;
    return $t->request(POST => $uri, { %type, %{$opt{headers} // {}},
        defined $authorization ? (Authorization => $authorization) : () },
        $opt{body} // $body, %opt);
}
# All that a client could tell two refusals apart by.
sub visible ($answer) {
    return $answer->raw =~ s/^Date: .*\r\n//mr;
}

# ---- A01
my $none = ask(undef);
refused($none, 401, undef, 'A01: no Authorization is 401',
    message => qr/\AInvalid or missing API key\z/);
is($none->header('www-authenticate'), 'Bearer', 'A01: and says what it wants');
my $unknown = ask('Bearer igk_' . 'A' x 43);
refused($unknown, 401, undef, 'A01: so is an unknown key');
is(visible($unknown), visible($none), 'A01: in the same bytes');
refused(ask(undef, proto => 'h2c'), 401, undef, 'A01: over HTTP/2');

# ---- A02
my %bad = (
    'Basic' => 'Basic ' . 'dXNlcjpwYXNz', 'Basic with the key' => "Basic $key",
    'the key alone' => $key, 'only the scheme' => 'Bearer',
    'the scheme and a space' => 'Bearer ', 'two spaces' => "Bearer  $key",
    'two words' => "Bearer $key y", 'two keys' => "Bearer $key $key",
    'two keys with a comma' => "Bearer $key,$key",
    'a tab' => "Bearer\t$key", 'a tab and a space' => "Bearer \t$key",
    'no space' => "Bearer$key", 'another scheme' => "Bearers $key",
    'a colon' => "Bearer: $key", 'an equals sign' => "Bearer=$key",
    'quotes' => "Bearer \"$key\"", 'a key of 8 KB' => 'Bearer ' . 'k' x 8192,
    'a key of 513 characters' => 'Bearer ' . 'k' x 513,
    'the key and 8 KB more' => "Bearer $key" . 'k' x 8192,
    'non-ASCII' => "Bearer \xc3\xa9$key", 'bytes' => "Bearer \xff\xfe",
    'SQL' => "Bearer ' OR '1'='1", 'SQL without spaces' => "Bearer '--",
    'a percent sign' => 'Bearer %', 'an underscore for one' =>
        'Bearer ' . substr($key, 0, -1) . '_',
    'the key without its last character' => 'Bearer ' . substr($key, 0, -1),
    'the key and one more' => "Bearer ${key}A",
    'the key in upper case' => 'Bearer ' . uc $key,
    'nothing' => '', 'a space' => ' ', 'bearer of bearer' =>
        "Bearer Bearer $key",
);
for my $what (sort keys %bad) {
    my $answer = ask($bad{$what});
    refused($answer, 401, undef, "A02: $what is 401");
    is(visible($answer), visible($none), "A02: $what: in the same bytes");
}
unharmed($t, $up, 'A02: nothing reached the intern');
for my $scheme ('bearer', 'BEARER', 'bEaReR') {
    is(ask("$scheme $key")->status, 200, "A02: $scheme is served");
    $up->{expected}++;
}
# a space at the end of a value is no part of it
is(ask("Bearer $key ")->status, 200, 'A02: and white space at the end');
$up->{expected}++;

for my $name (qw(longest odd)) {
    is(ask("Bearer $text{$name}")->status, 200, "A02: the $name key is one");
    $up->{expected}++;
}
# although the file has their hashes
refused(ask("Bearer $text{$_}"), 401, undef, "A02: the $_ key is none")
    for qw(longer spaced wide tabbed);

# ---- A03
my $with_key = $body
    =~ s/\}\z/,"api_key":"$key","Authorization":"Bearer $key"}/r;
my %place = (
    'in a query' => { uri => "$path?api_key=KEY&key=KEY&access_token=KEY" },
    'in a cookie' => { headers => { Cookie => 'Authorization=Bearer KEY;'
        . ' api_key=KEY' } },
    'in a body' => { body => $with_key },
    'in x-api-key' => { headers => { 'X-Api-Key' => 'KEY' } },
    'in api-key' => { headers => { 'Api-Key' => 'KEY' } },
    'for a proxy' => { headers => { 'Proxy-Authorization' => 'Bearer KEY' } },
    'as user information' => { headers => { Host => 'KEY@localhost' } },
);
for my $where (sort keys %place) {
    my %opt = %{$place{$where}};
    # the access log writes the query: a text in place of the key
    my $stand_in = exists $opt{uri} ? 'no-key-' . 'x' x 36 : $key;
    $opt{uri} =~ s/KEY/$stand_in/g if exists $opt{uri};
    $opt{headers} = { map { $_ => $opt{headers}{$_} =~ s/KEY/$stand_in/gr }
        keys %{$opt{headers}} } if $opt{headers};
    my $answer = ask(undef, %opt);
    refused($answer, 401, undef, "A03: a key $where only is 401");
}
unharmed($t, $up, 'A03: nothing reached the intern');
