# R18: with the module loaded and none of its directives in use, nginx answers
# over HTTP/1 what it answers without the module, byte for byte.
use Gate;
use Gate::NoHarm;

my ($stock, $loaded) = side_by_side(zone => '');
same_answers($stock, $loaded, ['h1'], requests());
same_bytes($stock, $loaded, ['h1'], raw_requests());
