"""Opening names in other languages: `B90 Sicilian Defense: Najdorf Variation`."""

from desktop.model.catalogue import Catalogue

_CODE = 3  # characters of an ECO code


def translated_opening(name: str, catalogue: Catalogue) -> str:
    """An opening's name in a language: the family before the colon, variations after it. Unknown parts stay English, as does
    the ECO code."""
    code, name = (name[: _CODE + 1], name[_CODE + 1 :]) if _begins_with_code(name) else ("", name)
    family, colon, rest = name.partition(": ")
    families, variations = (catalogue.special.get(context, {}) for context in ("Openings", "Variations"))
    first = families[family].text if family in families else family
    parts = (variations[part].text if part in variations else part for part in rest.split(", "))
    return f"{code}{first}{colon}{', '.join(parts)}"


def _begins_with_code(name: str) -> bool:
    return name[:1] in "ABCDE" and name[1:_CODE].isdigit() and name[_CODE : _CODE + 1] == " "
