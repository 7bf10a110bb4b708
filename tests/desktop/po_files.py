"""Writes a language's .po file in its one order, so that two changes seldom meet: by context, then by the English text."""

import json
from pathlib import Path

from desktop.model.catalogue import Catalogue, Translation

_HEADER = """# The {name} texts of Ratsu. {note}
msgid ""
msgstr ""
"Project-Id-Version: Ratsu\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural={plural};\\n"
"""
NAMES = {"fi": "Finnish", "de": "German", "es": "Spanish", "fr": "French"}
NOTE = {"fi": "Complete: a test fails if a text is missing."}
DRAFT = "A draft: nobody who speaks it at home has read it yet."


def as_po(code: str, catalogue: Catalogue) -> str:
    """The whole file."""
    plural = "(n > 1)" if catalogue.singular == (0, 1) else "(n != 1)"
    parts = [_HEADER.format(name=NAMES[code], note=NOTE.get(code, DRAFT), code=code, plural=plural)]
    for context, table in (("", catalogue.general), *sorted(catalogue.special.items())):
        parts += [entry(english, table[english], context) for english in sorted(table, key=_order)]
    return "\n".join(parts)


def entry(english: str, translation: Translation, context: str = "") -> str:
    """One entry, with its line breaks."""
    lines = [f"msgctxt {_quoted(context)}"] if context else []
    lines.append(f"msgid {_quoted(english)}")
    if "%n" in english:
        lines.append(f"msgid_plural {_quoted(english)}")
        lines += [f"msgstr[0] {_quoted(translation.one or translation.text)}", f"msgstr[1] {_quoted(translation.text)}"]
    else:
        lines.append(f"msgstr {_quoted(translation.text)}")
    return "\n".join(lines) + "\n"


def write(path: Path, catalogue: Catalogue) -> None:
    """Writes the file of a language, named after its code."""
    path.write_text(as_po(path.stem, catalogue), encoding="utf-8")


def _order(english: str) -> tuple[str, str]:
    return english.replace("&", "").casefold(), english


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
