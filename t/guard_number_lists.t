# A number beside a number hides neither: lists of six of a kind, in each
# layout that lists are written in, through NGINX.
use Gate;
use JSON::PP ();

my $up = Gate::upstream(json => { ok => 1 });
my @validations = ('', ' strict', ' shape');
my %validated = map { $_ => 1 } qw(credit-card phone);

my ($http, $conf) = ('', '');
for my $slug (qw(credit-card ssn phone ip-address)) {
    for my $validation ($validated{$slug} ? @validations : '') {
        for my $action (qw(block redact)) {
            my $name = join '-', $slug, split(' ', $validation), $action;
            $http .= "gate_guardrail $name"
                . " { filter $slug $action$validation; }\n";
            $conf .= "location /$name { gate_apply_guardrail $name;"
                . " proxy_pass $up; }\n";
        }
    }
}
my $t = Gate->new(main => 'thread_pool gate threads=2;', http => $http,
    conf => "keepalive_requests 1000000;\n$conf");
my $json = JSON::PP->new->utf8;

my @cards = map { [split] } (
    '4532 0151 1283 0366', '5425 2334 3010 9903', '3782 822463 10005',
    '6011 0009 9013 9424', '3566 0020 2036 0505', '3056 930902 5904');
my @ssns = map { [split] } ('123 45 6789', '219 09 9999', '456 78 9012',
                            '321 54 9876', '078 05 1120', '545 67 8901');
my @phones = map { [split] } ('415 555 2671', '212 555 7890', '646 555 0101',
                              '303 555 0142', '617 555 0198', '512 555 0173');
sub spelled ($with, @numbers) {
    return map { join $with, @$_ } @numbers;
}
# filter, the word that such numbers need, numbers
my @kinds = (
    (map { ['credit-card', '', spelled($_, @cards)] } '', ' ', '-', "\xa0"),
    (map { ['ssn', '', spelled($_, @ssns)] } '-', "\x{2013}"),
    (map { ['ssn', 'ssn ', spelled($_, @ssns)] } '', ' '),
    (map { ['phone', '', spelled($_, @phones)] } '-', ' ', '.'),
    ['phone', 'call ', spelled('', @phones)],
    ['phone', '', map { "+1 $_" } spelled(' ', @phones)],
    ['ip-address', '', qw(10.0.0.1 192.168.1.255 203.0.113.77 8.8.8.8
                          172.16.254.3 192.0.2.19)],
    ['ip-address', '', qw(2001:db8::1 fe80::1 2001:db8:0:0:8:800:200c:417a
                          ::ffff:192.0.2.1 ff02::1 2001:db8::8:800:200c:7)],
);
# What stands around each number; NN is its place in the list.
my @layouts = (
    (map { ['', $_] } '. ', ' / ', '/', ' - ', ' ', "\t", "\xa0", "\n",
        "\r\n", ".\n", ', '),
    ['NN. ', "\n"], ['NN) ', "\n"], ['NN) ', ' '], ['NN ', "\n"],
    ['2024 ', "\n"], ['2024 ', ' '], ['', " 2024\n"], ['', " 12/27\n"],
    ['', " - 12/27\n"], ['1980-01-02 / ', "\n"], ['12.50 ', "\n"],
    ['', ' 12.50 '], ['', " / NN\n"], ['', ". NN\n"],
);

sub text_of ($layout, $word, @numbers) {
    my $place = 0;
    return join '', $word, map {
        $place++;
        my $item = $layout->[0] . $_ . $layout->[1];
        $item =~ s/NN/$place/r;
    } @numbers;
}

sub body_of ($text) {
    return $json->encode({ messages => [{ role => 'user',
                                          content => $text }] });
}

# Whole, or three of its digits and more, which no layout has.
sub is_left ($number, $text) {
    return index($text, $number) >= 0
        || grep { index($text, $_) >= 0 } $number =~ /\d{3,}/g;
}

my $forwarded = 0;
for my $kind (@kinds) {
    my ($slug, $word, @numbers) = @$kind;
    for my $validation ($validated{$slug} ? @validations : '') {
        # those that need a word are none for `strict`
        next if $slug eq 'phone' && $word && $validation =~ /strict/;
        my $name = join '-', $slug, split ' ', $validation;
        my $shape = "$name such as " . $numbers[0] =~ s/[^ -~]/?/gr;
        my (@passed, @left);
        for my $layout (@layouts) {
            my $text = text_of($layout, $word, @numbers);
            my $shown = $json->encode([$text]);
            my @request = ({ 'Content-Type' => 'application/json' },
                           body_of($text));
            my $status = $t->request(POST => "/$name-block", @request)->status;
            push @passed, "$status $shown" if $status != 403;

            $status = $t->request(POST => "/$name-redact", @request)->status;
            my @seen = $up->wait_requests(++$forwarded);
            my $sent = $json->decode($seen[-1]->body);
            $sent = $sent->{messages}[0]{content};
            push @left, "$status $shown"
                if $status != 200 || grep { is_left($_, $sent) } @numbers;
        }
        is("@passed", '', "$shape are blocked in each layout");
        is("@left", '', "$shape are redacted in each layout");
    }
}
is(scalar(my @seen = $up->requests), $forwarded, 'nothing else was sent on');
