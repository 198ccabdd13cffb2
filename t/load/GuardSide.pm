# One NGINX of the guardrail benchmark: a Side whose lines check the key, the
# content type, the model and eight rules of the body, by this module or by one
# of the distribution's.
package GuardSide;

use strict;
use warnings;

use parent -norequire, 'Side';

use Side;

use constant {
    modules => '/usr/lib/nginx/modules',
    customs => 100,
};

# The rules of the two peers, in PCRE. They know shapes: no checksum of a card
# but where said, no area of a phone number, no context.
my %shape = (
    email => '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}',
    phone => '(?<!\d)(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-][2-9]\d{2}[ .-]\d{4}'
             . '(?!\d)',
    ssn   => '(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}'
             . '(?![\d-])',
    card  => '(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)',
    ip    => '(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}'
             . '(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])',
    injection => '(?:ignore|disregard|forget)\s+(?:all\s+)?(?:of\s+)?'
                 . '(?:the\s+|your\s+)?(?:previous|prior|above|earlier)\s+'
                 . '(?:instructions|rules|prompts)',
);
my @custom = ('top[ -]secret', 'PRJ-\d{4,8}');
my @models = qw(bench-model other-model);

# The names a run has, the peers only where their packages are.
sub names {
    my ($module) = @_;
    return ('bare', $module ? qw(ours more eight) : (),
            -e modules . '/ngx_http_modsecurity_module.so' ? 'modsec' : (),
            -e modules . '/ngx_http_lua_module.so' ? 'lua' : ());
}

# The first start compiles the patterns.
sub start_s { return 40 }

sub module_lines {
    my ($self, %set) = @_;
    my $name = $self->{name};
    my ($load, $http, $location) =
        $name eq 'bare' || !defined $self->{module} ? ('', '', '')
      : $name eq 'modsec' ? $self->modsecurity
      : $name eq 'lua'    ? $self->lua
      :                     $self->guardrail;
    return ($load, "client_max_body_size 2m; $http", $location,
            'http://backend');
}

# ours: the eight rules; more: a hundred customs besides; eight: all slugs
sub guardrail {
    my ($self) = @_;
    my @slugs = qw(email phone ssn credit-card ip-address);
    push @slugs, qw(person-name address) if $self->{name} eq 'eight';
    my @patterns = @custom;
    push @patterns, more_customs() if $self->{name} eq 'more';
    my $lines = join "\n        ", map({ "filter $_ redact;" } @slugs),
        'filter regex-prompt-injection block;',
        map { "filter_regex '$_' redact;" } @patterns;
    return ("load_module $self->{module}; thread_pool gate threads=2;", <<"EOT",
gate_zone 16m; gate_keys keys.jsonl; gate_cache_dir patterns;
    gate_guardrail bench {
        allow_models @models;
        $lines
    }
EOT
            'gate_auth key; gate_body_limit 2m; '
            . 'gate_content_type application/json; '
            . 'gate_apply_guardrail bench;');
}

# Patterns as operators write them: names of projects, codes of documents.
sub more_customs {
    my @shapes = ('project[ -]%s', '%s-\d{3,6}', '\b%s (?:plan|roadmap)\b',
                  'internal/%s/\w+', '(?i)codename %s', '%s[A-Z]{2}\d{4}',
                  'ticket %s-\d+', '%s_(?:key|token)=\w{16,32}',
                  'client (?:no|number) %s', '#%s-(?:draft|final)');
    my @words = qw(falcon osprey kestrel merlin condor harrier goshawk buzzard
                   griffon lanner);
    my @patterns;
    for my $shape (@shapes) {
        push @patterns, map { sprintf $shape, $_ } @words;
    }
    return @patterns[0 .. customs - 1];
}

sub modsecurity {
    my ($self) = @_;
    my $id = 100;
    my $key = Side::key;
    my @rules = map { 'SecRule ' . $_ =~ s/\bID\b/$id++/er } (
        qq(REQUEST_HEADERS:Content-Type "!\@rx ^application/json\\b" )
            . '"id:ID,phase:1,t:none,t:lowercase,deny,status:415"',
        qq(REQUEST_HEADERS:Authorization "!\@streq Bearer $key" )
            . '"id:ID,phase:1,t:none,deny,status:401"',
        'REQUEST_HEADERS:Content-Type "@rx ^application/json" '
            . '"id:ID,phase:1,t:none,pass,nolog,'
            . 'ctl:requestBodyProcessor=JSON"',
        'REQBODY_ERROR "!@eq 0" "id:ID,phase:2,t:none,deny,status:400"',
        qq(ARGS:json.model "!\@within @models" )
            . '"id:ID,phase:2,t:none,deny,status:403"',
        # no @verifySSN: its time grows with the square of the body
        map({ body_rule('@rx ', $shape{$_}) } qw(email phone ssn ip)),
        body_rule('@verifyCC ', $shape{card}),
        body_rule('@rx ', $shape{injection}, 't:lowercase,'),
        map { body_rule('@rx ', $_) } @custom);
    Side::spew("$self->{prefix}/modsecurity.conf", map { "$_\n" }
        'SecRuleEngine On', 'SecRequestBodyAccess On',
        'SecResponseBodyAccess Off', 'SecAuditEngine Off',
        'SecRequestBodyLimit 2097152', 'SecRequestBodyNoFilesLimit 2097152',
        'SecTmpDir /tmp/', @rules);
    return ('load_module ' . modules . '/ngx_http_modsecurity_module.so;', '',
            'modsecurity on; modsecurity_rules_file '
            . "$self->{prefix}/modsecurity.conf;");
}

sub body_rule {
    my ($operator, $pattern, $transformations) = @_;
    $transformations //= '';
    return qq(REQUEST_BODY "$operator$pattern" )
           . qq("id:ID,phase:2,t:none,${transformations}deny,status:403");
}

sub lua {
    my ($self) = @_;
    my $key = Side::key;
    my $models = join ', ', map { "['$_']=true" } @models;
    my $rules = join ",\n        ", map { "[=[$_]=]" }
        @shape{qw(email phone ssn ip)}, @custom;
    my $load = join ' ', map { 'load_module ' . modules . "/$_.so;" }
        qw(ndk_http_module ngx_http_lua_module);
    Side::spew("$self->{prefix}/rules.lua", <<"EOT");
local find = ngx.re.find
local keys = { ['$key'] = 'key-bench' }
local models = { $models }
local rules = {
        $rules
}
local card = [=[$shape{card}]=]
local injection = [=[$shape{injection}]=]

local function passes_luhn(text)
    local sum, is_second = 0, false
    for i = #text, 1, -1 do
        local digit = text:byte(i) - 48
        if digit >= 0 and digit <= 9 then
            if is_second then
                digit = digit * 2
                if digit > 9 then digit = digit - 9 end
            end
            sum = sum + digit
            is_second = not is_second
        end
    end
    return sum % 10 == 0
end

local function has_card(body)
    local at = { pos = 1 }
    while true do
        local from, to = find(body, card, 'jo', at)
        if not from then return false end
        if passes_luhn(body:sub(from, to)) then return true end
        at.pos = to + 1
    end
end

return function()
    local headers = ngx.req.get_headers()
    local kind = headers['Content-Type']
    if type(kind) ~= 'string' or not find(kind, '^application/json', 'jo') then
        return ngx.exit(415)
    end
    local bearer = headers['Authorization']
    if type(bearer) ~= 'string' or not keys[bearer:match('^Bearer (.+)\$')] then
        return ngx.exit(401)
    end
    ngx.req.read_body()
    local body = ngx.req.get_body_data()
    if not body then return ngx.exit(400) end
    local model = body:match('"model"%s*:%s*"([^"]*)"')
    if not models[model] then return ngx.exit(403) end
    for i = 1, #rules do
        if find(body, rules[i], 'jo') then return ngx.exit(403) end
    end
    if has_card(body) or find(body, injection, 'joi') then
        return ngx.exit(403)
    end
end
EOT
    return ($load, "lua_package_path '$self->{prefix}/?.lua;;';",
            "access_by_lua_block { require('rules')() }");
}

1;
