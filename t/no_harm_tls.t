# R18: with the module loaded and none of its directives in use, nginx answers
# over TLS, on connections that are kept, what it answers without the module.
use Gate;
use Gate::NoHarm;

my ($stock, $loaded) = side_by_side(zone => '');
same_answers($stock, $loaded, ['tls'], requests());
