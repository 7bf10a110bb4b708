"""Translations of the program's English texts: one gettext file (`.po`) for each language, read without being compiled.

`desktop/resources/i18n/fi.po` holds entries such as

    msgid "&New game …"
    msgstr "&Uusi peli …"

    msgctxt "Actions"              # if the same English needs other words in one class
    msgid "Draw"
    msgstr "Tasapeli"

    msgctxt "Messages"             # templates of services, engine, book and tables (`engine.ground.text`)
    msgid "%1 {move|moves} written."
    msgstr "%1 {siirto|siirtoa} kirjoitettu."      # the first form is for one

The coach's sentences (`Coach`), reasons (`Reasons`), synonyms of actions (`OtherWords`) and names of openings (`Openings`,
`Variations`) are in the same file. `python -m tests.desktop.texts fi` prints what is missing.
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from engine.ground.values import dataclass

_STRING = r'((?:[ \t]*"[^"\\\n]*(?:\\.[^"\\\n]*)*"[ \t]*\n?)+)'
_ENTRY = re.compile(
    r"^(?:#,([^\n]*)\n)?(?:#[^\n]*\n)*"  # flags, then other comments
    rf"(?:msgctxt{_STRING})?msgid{_STRING}(?:msgid_plural{_STRING})?"
    rf"msgstr(?:\[0\])?{_STRING}(?:msgstr\[1\]{_STRING})?",
    re.MULTILINE,
)
_ECO = 3  # characters of an ECO code
_PART = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


@dataclass(frozen=True)
class Translation:
    """One translation; `one` is the singular form of a text with `%n`."""

    text: str
    one: str = ""


@dataclass(frozen=True)
class Catalogue:
    """`general` by English text, `special` by context and English text. `singular`: the numbers that take the form for one
    (French: 0 and 1)."""

    general: Mapping[str, Translation] = field(default_factory=dict)
    special: Mapping[str, Mapping[str, Translation]] = field(default_factory=dict)
    singular: tuple[int, ...] = (1,)

    def text(self, context: str, english: str, number: int = -1) -> str | None:
        """The translation of a class's text, or None; `number` chooses the plural form."""
        found = self.special.get(context, {}).get(english) or self.general.get(english)
        if found is None:
            return None
        return found.one if number in self.singular and found.one else found.text


def read_catalogue(path: Path, strict: bool = False) -> Catalogue:
    """Reads the file of a language. Entries without a translation, or marked `fuzzy`, are left out.

    A file that cannot be read is an empty catalogue: all texts are shown in English. `strict`, for the tests, raises instead.
    :raises ValueError: the file is not UTF-8, or a text is in it twice.
    :raises OSError: the file cannot be read.
    """
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        if strict:
            raise
        return Catalogue()
    general: dict[str, Translation] = {}
    special: dict[str, dict[str, Translation]] = {}
    singular: tuple[int, ...] = (1,)
    for flags, context, english, plural, first, second in _ENTRY.findall(content):
        key, text, other = _text(english), _text(first), _text(second)
        if not key:
            singular = (0, 1) if "plural=(n > 1)" in text else (1,)
            continue
        if "fuzzy" in flags or not text or (plural and not other):
            continue
        table = special.setdefault(_text(context), {}) if context else general
        if strict and key in table:
            raise ValueError(f"{path}: “{key}” is translated twice")
        table[key] = Translation(other, text) if plural else Translation(text)
    return Catalogue(general, special, singular)


def _text(written: str) -> str:
    """The characters between the quotation marks of one or more lines."""
    found = written.strip()[1:-1]
    if '"' in found:
        found = "".join(_PART.findall(written))
    return str(ast.literal_eval(f'"{found}"')) if "\\" in found else found


def translated_opening(name: str, catalogue: Catalogue) -> str:
    """An opening's name in a language, if that has all parts of it; otherwise the English name, so that no name is a mixture.
    The family is before the colon, variations after it; an ECO code is not changed."""
    code, name = (name[: _ECO + 1], name[_ECO + 1 :]) if _begins_with_code(name) else ("", name)
    family, colon, rest = name.partition(": ")
    first, *more = family.split(", ")
    parts = [_opening_part(first, catalogue, "Openings"), *(_opening_part(part, catalogue) for part in more)]
    variations = [_opening_part(part, catalogue) for part in rest.split(", ")] if rest else []
    if not all((*parts, *variations)):
        return code + name
    translated = ", ".join(filter(None, parts)) + colon + ", ".join(filter(None, variations))
    return code + translated[:1].upper() + translated[1:]


def _opening_part(part: str, catalogue: Catalogue, table: str = "Variations") -> str:
    """A family or variation in a language: one that its catalogue has, or one that a pattern makes: `Keres Attack` of
    `%1 Attack` and the name's form there (in Finnish the genitive), `Modern Keres Attack` of `Modern %1`. Empty if unknown."""
    known, patterns, names = (catalogue.special.get(context, {}) for context in (table, "Variations", "Names"))
    if part in known:
        return known[part].text
    (first, _, end), (start, _, last) = part.partition(" "), part.rpartition(" ")
    for pattern, inner in ((f"%1 {last}", start), (f"{first} %1", end)):
        if inner and pattern in patterns:
            made = names[inner].text if inner in names else _opening_part(inner, catalogue, table)
            if made:
                return patterns[pattern].text.replace("%1", made[:1].lower() + made[1:] if inner in known else made)
    return ""


def _begins_with_code(name: str) -> bool:
    return name[:1] in "ABCDE" and name[1:_ECO].isdigit() and name[_ECO : _ECO + 1] == " "
