"""Translations of the window's English texts, from TOML files that people write and review.

Each file in `desktop/resources/i18n/fi/` holds lines such as

    "&New game …" = "&Uusi peli …"
    "%n games" = { one = "%n peli", other = "%n peliä" }

    [Actions]                      # if the same English needs other words in one class
    "Draw" = "Tasapeli"

    [Messages]                     # templates of services, engine, book and tables (`engine.ground.text`)
    "%1 was closed" = "%1 suljettiin"
    "%1 {move|moves} written." = "%1 {siirto|siirtoa} kirjoitettu."      # the first form is for one

There is one file per room of the program; a text is in one of them only. `python -m tests.desktop.texts fi` prints what is
missing, ready to be filled in; the test run fails on what is missing, unused or has other placeholders.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from engine.ground.values import dataclass


@dataclass(frozen=True)
class Translation:
    """One translation; `one` is the form for the number one in a text with `%n`."""

    text: str
    one: str = ""


@dataclass(frozen=True)
class Catalogue:
    """`general` by English text, `special` by class and English text."""

    general: Mapping[str, Translation] = field(default_factory=dict)
    special: Mapping[str, Mapping[str, Translation]] = field(default_factory=dict)

    def text(self, context: str, english: str, number: int = -1) -> str | None:
        """The translation of a class's text, or None; `number` chooses the plural form."""
        found = self.special.get(context, {}).get(english) or self.general.get(english)
        if found is None:
            return None
        return found.one if number == 1 and found.one else found.text


def read_catalogue(files: Iterable[Path], strict: bool = False) -> Catalogue:
    """Reads the files of a language.

    A damaged file is skipped: its texts are shown in English. `strict`, for the tests, raises instead.
    :raises ValueError: a file is damaged, or a text is in two files.
    :raises OSError: a file cannot be read.
    """
    import tomllib  # English has no files

    general: dict[str, Translation] = {}
    special: dict[str, dict[str, Translation]] = {}
    for path in sorted(files):
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            if strict:
                raise
            continue
        for key, value in table.items():
            if isinstance(value, dict) and "other" not in value:
                _add(special.setdefault(key, {}), value, path, strict)
            else:
                _add(general, {key: value}, path, strict)
    return Catalogue(general, special)


def _add(into: dict[str, Translation], table: Mapping[str, object], path: Path, strict: bool) -> None:
    for english, value in table.items():
        if english in into and strict:
            raise ValueError(f"{path}: “{english}” is translated twice")
        if isinstance(value, str):
            into[english] = Translation(value)
        elif isinstance(value, dict) and isinstance(value.get("other"), str) and isinstance(value.get("one"), str):
            into[english] = Translation(value["other"], value["one"])
        elif strict:
            raise ValueError(f"{path}: “{english}” must be a text, or have “one” and “other”")
