# G25 and the rules of models, providers and retention, with a gate_catalog
# and without one: what is not known to be allowed is refused, and what the
# server routes itself is narrowed.
use Gate;
use Gate::Expect qw(whole_turn);

my $up = Gate::upstream(sse => [whole_turn()]);
my $rails = <<'EOT';
    gate_guardrail allow { allow_models acme/large; }
    gate_guardrail two { allow_models acme/large acme/small; }
    gate_guardrail vendor { allow_models acme/*; }
    gate_guardrail ignore { ignore_models acme/large; }
    gate_guardrail both { allow_models acme/* other/*;
        ignore_models acme/large; }
    gate_guardrail north { allow_providers north south; }
    gate_guardrail east { allow_providers east; }
    gate_guardrail not_north { ignore_providers north; }
    gate_guardrail south_only { allow_providers south; }
    gate_guardrail zdr { zdr acme; }
    gate_guardrail zdr_other { zdr other; }
    gate_guardrail intern { allow_models service/intern; }
    gate_guardrail email { filter email redact; }
    gate_zdr_vendors acme beta gamma;
EOT
my @names = $rails =~ /gate_guardrail (\w+)/g;
my $locations = join '', (map { <<"EOT" } @names), <<"EOT", <<'EOT';
    location /$_/ { gate_apply_guardrail $_; proxy_pass $up; }
    location /chat/$_/interns/ {
        gate_chat; gate_rate_limit off; gate_apply_guardrail $_;
        proxy_pass http://\$gate_intern_upstream;
    }
EOT
    location /monitor/ {
        gate_apply_guardrail allow; gate_enforce monitor; proxy_pass $up;
    }
    location /mixed/ {
        gate_apply_guardrail email not_north zdr; proxy_pass $up;
    }
    location /north_east/ { gate_apply_guardrail north east; proxy_pass $up; }
EOT
EOT

my $catalog = '{"models":['
    . '{"slug":"acme/large","canonical_slug":"acme/large-2","vendor":"acme",'
    . '"aliases":["large","acme/biggest"],"providers":["north","south"]},'
    . '{"slug":"acme/small","vendor":"acme","providers":["north"]},'
    . '{"slug":"shop/resold","vendor":"acme","providers":["south"]},'
    . '{"slug":"other/one","vendor":"other"}],"providers":['
    . '{"id":"north","zero_retention":false},'
    . '{"id":"south","zero_retention":true}]}';
my %of = (status => 1, listen => [qw(h1 h2c)], keys => ['default'],
    interns => [{ id => 'alpha', upstream => $up }],
    main => 'thread_pool gate threads=2;', conf => $locations);
my %t = (
    bare => Gate->new(%of, http => $rails),
    catalog => Gate->new(%of, http => "$rails gate_catalog %%PREFIX%%/c;",
        files => { c => $catalog }),
);

my $forwarded = 0;
my $rest = '"messages":[{"role":"user","content":"hi"}]';
# The body that arrived, or the status and reason.
sub outcome ($which, $proto, $uri, $body) {
    my $answer = $t{$which}->request(POST => $uri,
        { 'Content-Type' => 'application/json' }, $body, proto => $proto,
        key => 'default');
    my @seen = $up->requests;
    my $sent = @seen - $forwarded;
    $forwarded = @seen;
    return $seen[-1]->body if $sent;
    my $meta = eval { $answer->json->{error}{metadata} } // {};
    return join ' ', $answer->status, map { $_ // '-' }
        @$meta{qw(reason guardrail_id)};
}
sub is_so ($which, $rail, $body, $wanted, $title) {
    my %got = map { $_ => outcome($which, $_, "/$rail/", $body) }
        qw(h1 h2c);
    is_deeply(\%got, { h1 => $wanted, h2c => $wanted },
        "$which, $rail: $title");
}
sub model ($value) { return "{\"model\":$value,$rest}" }
sub allows ($which, $rail, @values) {
    is_so($which, $rail, model($_), model($_), "$_ is allowed") for @values;
}
sub refuses ($which, $rail, @values) {
    is_so($which, $rail, model($_), "403 model_not_allowed $rail",
        "$_ is not") for @values;
}

# ---- G25
for my $which (qw(bare catalog)) {
    allows($which, 'allow', '"acme/large"', '"acme\/l\u0061rge"');
    refuses($which, 'allow', '"ACME/large"', '"Acme/Large"', '" acme/large"',
        '"acme/large "', '"acme/large\n"', '"acme/ large"',
        '"acme/large:free"', '"acme/large-3"', '"acme//large"',
        '"./acme/large"', '"acme/lar\u200bge"', '"acme/l\u0430rge"',
        '"\uff41cme/large"', '"unknown"', '"acme/large,acme/small"', '""',
        '"*"', '"acme/*"', '["acme/large"]', 'null', '1', 'true',
        '{"id":"acme/large"}', '"acme/large\u0001"');
    is_so($which, 'allow', "{$rest}", '403 model_not_allowed allow',
        'no model is not allowed');
    is_so($which, 'allow', '["acme/large"]', '403 model_not_allowed allow',
        'a body that is no object is not');
    is_so($which, 'allow', "{\"model\":\"acme/large\",\"models\":"
        . "[\"acme/small\"],$rest}", '403 model_not_allowed allow',
        'a second choice that is not');
    is_so($which, 'allow', "{\"models\":[\"acme/small\",\"acme/large\"],"
        . "$rest}", '403 model_not_allowed allow', 'one of the choices');
    is_so($which, 'allow', "{\"m\\u006fdel\":\"acme/small\",$rest}",
        '403 model_not_allowed allow', 'an escaped member');
    is_so($which, 'allow', "{\"model\":\"acme/large\",\"model\":\"x\",$rest}",
        '400 invalid_body -', 'two models are refused');
    my $choices = "{\"model\":\"acme/large\",\"models\":[\"acme/small\"],"
        . "$rest}";
    is_so($which, 'two', $choices, $choices, 'all choices are allowed');
    allows($which, 'vendor', '"acme/large"', '"acme/small"');
    refuses($which, 'vendor', '"acmex/large"', '"acme"', '"other/one"');
    allows($which, 'ignore', '"acme/small"', '"other/one"');
    refuses($which, 'ignore', '"acme/large"', '"ACME/LARGE"',
        '" acme/large "', '"acme/large:free"', '"acme/l\u0430rge"', '[]');
    allows($which, 'both', '"acme/small"');
    refuses($which, 'both', '"acme/large"', '"Acme/Large"');

    # more than one model in a model, and models elsewhere
    refuses($which, 'vendor', '"acme/large,evil/b"', '"acme/../evil/b"',
        '"acme/large/"', '"acme/%2e%2e/evil"', '"acme/large","Model":"evil/b"',
        map { "\"acme/large\",$_" } '"fallbacks":["evil/b"]',
        '"fallbacks":[{"model":"evil/b"}]', '"models":"evil/b"',
        '"fallbacks":[{"acme/large":["evil/b"]}]', '"route":"evil/b"');
    allows($which, 'vendor', map { "\"acme/large\",$_" }
        '"fallbacks":[{"model":"acme/small"}]', '"fallbacks":null',
        '"route":"fallback"');
}
refuses(bare => 'allow', '"acme/large-2"', '"large"');
allows(catalog => 'allow', '"acme/large-2"', '"large"', '"acme/biggest"');
refuses(catalog => 'ignore', '"acme/large-2"', '"large"', '"acme/biggest"',
    '"acme/unknown"');
allows(bare => 'ignore', '"acme/unknown"');

# ---- monitor and chat
is_so(bare => 'monitor', model('"x"'), model('"x"'), 'monitor lets it pass');
for my $case (['allow', '403 model_not_allowed allow'], ['intern', 'passed'])
{
    my ($rail, $wanted) = @$case;
    for my $proto (qw(h1 h2c)) {
        my $got = outcome(bare => $proto,
            "/chat/$rail/interns/alpha/chat/completions",
            "{\"stream\":true,\"model\":\"acme/large\",$rest}");
        is($got =~ /\A\{/ ? 'passed' : $got, $wanted,
            "chat, $rail, $proto: the model of the intern is judged");
    }
}

# ---- providers
sub provider ($asked) {
    return '{"model":"acme/large"' . ($asked eq '' ? '' : ",\"provider\":"
        . $asked) . ",$rest}";
}
sub narrows ($which, $rail, $asked, $wanted) {
    my %got;
    for my $proto (qw(h1 h2c)) {
        my $got = outcome($which, $proto, "/$rail/", provider($asked));
        my $value = eval { JSON::PP->new->decode($got) };
        $got{$proto} = $value ? $value->{provider} : $got;
        # nothing around it changes
        $got{"$proto rest"} = 1 if !$value
            || substr($got, -length $rest) ne $rest && $got !~ /\Q$rest\E/;
    }
    my %wanted = map { $_ => $wanted } qw(h1 h2c);
    delete $got{"$_ rest"} for ref $wanted ? () : qw(h1 h2c);
    is_deeply(\%got, \%wanted, "$which, $rail: provider $asked");
}
for my $which (qw(bare catalog)) {
    narrows($which, 'north', '', { only => [qw(north south)] });
    narrows($which, 'north', 'null', { only => [qw(north south)] });
    narrows($which, 'north', '{}', { only => [qw(north south)] });
    narrows($which, 'north', '{"only":["south","west"]}',
        { only => ['south'] });
    narrows($which, 'north', '{"\u006fnly":["west","south"]}',
        { only => ['south'] });
    narrows($which, 'north', '{"order":["west"],"sort":"price"}',
        { only => [qw(north south)], order => ['west'], sort => 'price' });
    narrows($which, 'north', '{"only":["west"]}',
        '403 provider_not_allowed north');
    narrows($which, 'north', '{"only":[]}',
        '403 provider_not_allowed north');
    narrows($which, 'north', '{"ignore":["north","south"]}',
        '403 provider_not_allowed north');
    narrows($which, 'north', $_, '403 provider_not_allowed north')
        for '"west"', '[]', '1', '{"only":"west"}', '{"only":[1]}',
            '{"ignore":{}}';
    narrows($which, 'not_north', '', { ignore => ['north'] });
    narrows($which, 'not_north', '{"ignore":["x","north"],"only":["south"]}',
        { ignore => ['x', 'north'], only => ['south'] });
    narrows($which, 'not_north', '{"only":["north"]}',
        '403 provider_not_allowed not_north');
    narrows($which, 'north_east', '', '403 provider_not_allowed east');
}
is_so(bare => 'north', '[1]', '403 provider_not_allowed north',
    'a body that has no place for it');
narrows(bare => 'east', '', { only => ['east'] });
narrows(catalog => 'east', '', '403 provider_not_allowed east');

# ---- retention
narrows(bare => 'zdr', '', { zdr => JSON::PP::true });
narrows(bare => 'zdr', '{"zdr":false,"x":1}',
    { zdr => JSON::PP::true, x => 1 });
narrows(catalog => 'zdr', '', { zdr => JSON::PP::true });
narrows(catalog => 'zdr', '{"only":["south"]}',
    { zdr => JSON::PP::true, only => ['south'] });
narrows(catalog => 'zdr', '{"only":["north"]}',
    '403 retention_not_allowed zdr');
is_so(catalog => 'zdr', model('"acme/small"'),
    '403 retention_not_allowed zdr', 'no provider has it');
is_so(catalog => 'zdr', model('"other/one"'), model('"other/one"'),
    'other vendors are free');
is_so(catalog => 'zdr_other', model('"acme/large"'), model('"acme/large"'),
    'a named vendor is not another one');
for my $which (qw(bare catalog)) {
    my $got = outcome($which, 'h1', '/zdr_other/', model('"other/one"'));
    like($got, qr/"zdr":true/, "$which: other vendors need it");
}
like(outcome(catalog => 'h1', '/zdr/', model('"shop/resold"')),
    qr/"zdr":true/, 'the vendor is the one of the catalogue');
# a spelling that a server may read as the vendor is no way around it
{
    for my $value ('"ACME/large"', '" acme/large"', '"acme /large"',
        'null', '["acme/large"]')
    {
        like(outcome(bare => 'h1', '/zdr/', model($value)),
            qr/"zdr":true|\A403 /, "$value: retention or nothing");
    }
    like(outcome(bare => 'h1', '/zdr/', "{$rest}"), qr/"zdr":true|\A403 /,
        'no model: retention or nothing');
}

# ---- all at once
is(outcome(catalog => 'h1', '/mixed/', '{"model":"acme/large","messages":[{'
    . '"role":"user","content":"to a@example.com"}]}'),
    '{"provider":{"ignore":["north"],"zdr":true},"model":"acme/large",'
    . '"messages":[{"role":"user","content":"to [EMAIL]"}]}',
    'redacted and narrowed');
