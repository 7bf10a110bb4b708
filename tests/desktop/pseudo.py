"""A language with texts 40 % longer than English, made from the texts of the source: what it cuts, a translation would cut."""

import math
import re
from functools import cache

from desktop.model.catalogue import Catalogue, Translation
from tests.desktop import texts

LONGER = 0.4
_WORD = re.compile(r"(?<![%*.\w])[^\W\d_]{2,}")


def stretched(text: str) -> str:
    """The text with each word 40 % longer, rounded up. Placeholders, Alt keys and file patterns stay."""

    def longer(word: re.Match[str]) -> str:
        added = math.ceil(LONGER * len(word[0]))
        return word[0] + ("aeiou" * added)[:added]

    return _WORD.sub(longer, text)


@cache
def pseudo() -> Catalogue:
    """Every text of the window, of the services and of the coach. Names of openings stay."""
    found = texts.catalogue("fi")
    special = {
        context: {text: Translation(stretched(text)) for text in table}
        for context, table in found.special.items()
        if context not in ("Openings", "Variations")
    }
    return Catalogue({text: Translation(stretched(text)) for text in found.general}, special)
