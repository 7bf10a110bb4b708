"""Opening names in other languages: `B90 Sicilian Defense: Najdorf Variation`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.ground.values import dataclass

_FOLDER = Path(__file__).resolve().parents[1] / "resources" / "openings"
_ENGLISH: dict[str, dict[str, str]] = {"families": {}, "variations": {}}
_CODE = 3  # characters of an ECO code


@dataclass(frozen=True)
class TranslatedOpenings:
    """The names of openings (before the colon) and of variations (after it), by their English names."""

    families: Mapping[str, str]
    variations: Mapping[str, str]

    def of(self, name: str) -> str:
        """An opening's name in the language; unknown parts stay English, as does the ECO code."""
        code, name = (name[: _CODE + 1], name[_CODE + 1 :]) if _begins_with_code(name) else ("", name)
        family, colon, rest = name.partition(": ")
        parts = ", ".join(self.variations.get(part, part) for part in rest.split(", "))
        return f"{code}{self.families.get(family, family)}{colon}{parts}"


def _begins_with_code(name: str) -> bool:
    return name[:1] in "ABCDE" and name[1:_CODE].isdigit() and name[_CODE : _CODE + 1] == " "


@cache
def opening_names(language: str) -> TranslatedOpenings:
    """The names in a language (`fi`); English ones for a language without a table."""
    path = _FOLDER / f"{language}.toml"
    return TranslatedOpenings(**(tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else _ENGLISH))
