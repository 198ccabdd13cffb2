#!/usr/bin/env python3
"""Makes fold.inc: what each character becomes in a normalised view.

    python3 fold.py /usr/share/unicode > fold.inc

Reads UnicodeData.txt and CaseFolding.txt of Debian's package unicode-data
(Unicode 15.0.0; its licence stands in LICENSE beside this file). A character is
case-folded, decomposed by compatibility and freed of its marks; what is left
is looked up among the look-alikes below. A folding that is longer than the
character is left out, so that a view is never longer than its text.
"""
import sys

unicode_dir = sys.argv[1]
PAGE = 64
LIMIT = 0x20000
# beyond, only what becomes ASCII or nothing has an entry
CASED = 0x600
REMOVED = 0xFFFFFFFF
OTHER = 0x80000000

# Letters that look like a Latin one. The other capitals of Cyrillic and Greek
# come here by their small letter, which is why some of these pairs look alike
# as capitals only.
LOOK_ALIKES = {
    'Ν': 'n', 'Η': 'h',
    # Cyrillic
    'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'ҽ': 'e', 'ԍ': 'g',
    'һ': 'h', 'н': 'h', 'і': 'i', 'ј': 'j', 'к': 'k', 'ӏ': 'l', 'м': 'm',
    'о': 'o', 'р': 'p', 'ԛ': 'q', 'ѕ': 's', 'т': 't', 'ѵ': 'v', 'ԝ': 'w',
    'х': 'x', 'у': 'y', 'ү': 'y', 'ѡ': 'w', 'ь': 'b', 'є': 'e', 'ғ': 'f',
    'қ': 'k', 'ӕ': 'ae', 'ո': 'n', 'ց': 'g', 'օ': 'o', 'ս': 'u', 'հ': 'h',
    # Greek
    'α': 'a', 'β': 'b', 'γ': 'y', 'ε': 'e', 'ζ': 'z', 'η': 'n', 'ι': 'i',
    'κ': 'k', 'μ': 'm', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'σ': 'o', 'ς': 'c',
    'τ': 't', 'υ': 'u', 'χ': 'x', 'ω': 'w', 'ϲ': 'c', 'ϳ': 'j',
    # Latin letters with a stroke or a hook, small capitals
    'ø': 'o', 'đ': 'd', 'ħ': 'h', 'ı': 'i', 'ł': 'l', 'ŧ': 't', 'ß': 'ss',
    'æ': 'ae', 'œ': 'oe', 'ð': 'd', 'ɑ': 'a', 'ɡ': 'g', 'ɩ': 'i', 'ɪ': 'i',
    'ɴ': 'n', 'ʀ': 'r', 'ʏ': 'y', 'ʙ': 'b', 'ʜ': 'h', 'ʟ': 'l', 'ᴀ': 'a',
    'ᴄ': 'c', 'ᴅ': 'd', 'ᴇ': 'e', 'ᴊ': 'j', 'ᴋ': 'k', 'ᴍ': 'm', 'ᴏ': 'o',
    'ᴘ': 'p', 'ᴛ': 't', 'ᴜ': 'u', 'ᴠ': 'v', 'ᴡ': 'w', 'ᴢ': 'z', 'ɢ': 'g',
    'ꜰ': 'f', 'ꜱ': 's', 'ɓ': 'b', 'ɗ': 'd', 'ɛ': 'e', 'ƒ': 'f', 'ɠ': 'g',
    'ɦ': 'h', 'ɨ': 'i', 'ƙ': 'k', 'ɱ': 'm', 'ɲ': 'n', 'ƥ': 'p', 'ʂ': 's',
    'ƭ': 't', 'ʋ': 'v', 'ƴ': 'y', 'ʐ': 'z', 'ʌ': 'a',
    # punctuation that stands for an ASCII one
    '‘': "'", '’': "'", '‚': "'", '‛': "'", '“': '"', '”': '"', '„': '"',
    '‟': '"', '«': '"', '»': '"', '‹': "'", '›': "'", '′': "'", '″': '"',
    '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-',
    '⁄': '/', '∕': '/', '∶': ':', '꞉': ':', '․': '.', '·': '.', '•': '.',
    '´': "'", '`': '`', 'ʼ': "'", '。': '.', '、': ',',
}

SPACES = [0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029,
          0x202F, 0x205F, 0x3000]

# Marks that no language's letters need: those of Indic scripts stay.
MARKS = [*range(0x300, 0x370), *range(0x483, 0x48A), *range(0x1AB0, 0x1B00),
         *range(0x1DC0, 0x1E00), *range(0x20D0, 0x2100),
         *range(0xFE00, 0xFE10), *range(0xFE20, 0xFE30)]

# Written, but seen by nobody, beside the general category Cf.
UNSEEN = [0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC,
          *range(0x80, 0x85), *range(0x86, 0xA0)]

name_of, category, parts = {}, {}, {}
for line in open(f'{unicode_dir}/UnicodeData.txt'):
    field = line.split(';')
    code = int(field[0], 16)
    category[code] = field[2]
    name_of[code] = field[1]
    if field[5]:
        values = field[5].split()
        if values[0].startswith('<'):
            values = values[1:]
        parts[code] = [int(v, 16) for v in values]

fold_case = {}
for line in open(f'{unicode_dir}/CaseFolding.txt'):
    field = [f.strip() for f in line.split('#')[0].split(';')]
    if len(field) > 2 and field[1] in 'CF':
        fold_case[int(field[0], 16)] = [int(v, 16) for v in field[2].split()]

# letters in squares and circles that Unicode does not decompose
for name, step in (('NEGATIVE CIRCLED LATIN CAPITAL LETTER ', 0),
                   ('NEGATIVE SQUARED LATIN CAPITAL LETTER ', 0),
                   ('REGIONAL INDICATOR SYMBOL LETTER ', 0)):
    for code, its_name in name_of.items():
        if its_name.startswith(name) and len(its_name) == len(name) + 1:
            parts[code] = [ord(its_name[-1].lower())]


def folded(code):
    """The characters that stand for `code`, None when it is taken out."""
    if code in SPACES:
        return ' '
    if code in UNSEEN or code in MARKS or category.get(code) == 'Cf':
        return None
    out = ''
    if chr(code) in LOOK_ALIKES:
        return LOOK_ALIKES[chr(code)]
    for case in fold_case.get(code, [code]):
        look = LOOK_ALIKES.get(chr(case))
        if look is not None:
            out += look
        elif case in parts:
            out += ''.join(folded(part) or '' for part in parts[case])
        elif case in MARKS or category.get(case) == 'Cf':
            pass
        elif case in SPACES:
            out += ' '
        else:
            out += chr(case)
    if len(out) > 1 and ' ' in out:
        out = out.replace(' ', '')   # a mark that stood on a space
    return out


def value(code):
    out = folded(code)
    if out is None or out == '':
        return REMOVED
    if out == chr(code) or len(out.encode()) > len(chr(code).encode()):
        return 0
    if out.isascii():
        return int.from_bytes(out.encode(), 'little')
    if len(out) == 1 and code < CASED:
        return OTHER | ord(out)
    return 0


pages, index = [[0] * PAGE], []
for first in range(0, LIMIT, PAGE):
    if first < 0x80 or 0xD800 <= first < 0xE000 or 0xAC00 <= first < 0xD7A4:
        page = [0] * PAGE
    else:
        page = [value(first + i) for i in range(PAGE)]
    if page not in pages:
        pages.append(page)
    index.append(pages.index(page))

print('// Made by tables/fold.py from Unicode 15.0.0; do not edit.')
print(f'constexpr uint32_t fold_pages[{len(pages)}][{PAGE}] = {{')
for page in pages:
    rows = []
    for i in range(0, PAGE, 6):
        rows.append('     ' + ' '.join(f'0x{v:x},' for v in page[i:i + 6]))
    print('    {\n' + '\n'.join(rows) + '\n    },')
print('};')
kind = 'uint8_t' if len(pages) < 256 else 'uint16_t'
print(f'constexpr {kind} fold_index[{len(index)}] = {{')
for i in range(0, len(index), 14):
    print('    ' + ' '.join(f'{v},' for v in index[i:i + 14]))
print('};')
