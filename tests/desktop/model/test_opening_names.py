"""The Finnish names of openings: each belongs to a name that the program knows."""

import re

import pytest

from books.openings import shipped_names
from desktop.model.catalogue import Catalogue, translated_opening
from tests.desktop.texts import catalogue

FINNISH = catalogue("fi")


TYPES = re.compile(r"\b(?:Variation|Defense|Attack|Gambit|System|Line|Game|Opening|Accepted|Declined|Counter\w+)s?\b")
NAMES = {found.name for key in shipped_names().keys_of("") if (found := shipped_names().at(key)) is not None}


@pytest.mark.parametrize(
    ("english", "finnish"),
    [
        ("B90 Sicilian Defense: Najdorf Variation, Main Line", "B90 Sisilialainen puolustus: Najdorfin muunnelma, päämuunnelma"),
        ("Ruy Lopez: Berlin Defense, Rio Gambit Accepted",
         "Espanjalainen peli: berliiniläinen puolustus, Rion gambiitti, otettu"),
        ("Caro-Kann Defense: Accelerated Panov Attack, Modern Variation",
         "Caro–Kann: kiihdytetty Panovin hyökkäys, moderni muunnelma"),
        ("Blumenfeld Countergambit Accepted", "Blumenfeldin vastagambiitti, otettu"),
        ("C60 Ruy Lopez", "C60 Espanjalainen peli"),
        ("Van Geet Opening", "Van Geetin avaus"),
        ("Nimzo-Larsen Attack: English Variation", "Larsenin avaus: englantilainen muunnelma"),
        ("English Opening: Great Snake Variation", "English Opening: Great Snake Variation"),
        ("King's Indian Attack, with Bf5", "King's Indian Attack, with Bf5"),
        ("", ""),
        ("A00", "A00"),
    ],
)  # fmt: skip
def test_a_name_is_translated_whole_or_not_at_all(english: str, finnish: str) -> None:
    assert translated_opening(english, FINNISH) == finnish
    assert translated_opening(english, Catalogue()) == english


def test_no_name_is_half_english() -> None:
    """Of the 3,174 names of the table 2,600 were, such as “Larsenin avaus: English Variation”."""
    translated = {name: translated_opening(name, FINNISH) for name in NAMES}
    changed = {name: found for name, found in translated.items() if found != name}
    assert [found for found in changed.values() if TYPES.search(found)] == []
    assert all(found[0].isupper() for found in changed.values())
    assert len(changed) > 0.55 * len(NAMES), "most names are Finnish"


def test_every_translated_part_is_one_of_the_programs() -> None:
    families = {part for name in NAMES for part in name.partition(": ")[0].split(", ")}
    parts = {part for name in NAMES for part in name.replace(": ", ", ").split(", ")}
    variations = {part for part in FINNISH.special["Variations"] if "%1" not in part}
    assert set(FINNISH.special["Openings"]) - families - {"Vienna Gambit"} == set()
    inside = " ".join(sorted(parts))
    assert [part for part in (*variations, *FINNISH.special["Names"]) if part not in inside] == []


def test_openings_are_searched_by_the_names_of_the_language() -> None:
    names = shipped_names()

    def shown(name: str) -> str:
        return translated_opening(name, FINNISH)

    for words in ("sisilialainen", "Sisilialainen lohikäärme", "ranskalainen puolustus", "hollantilainen"):
        found = {names.at(key) for key in names.keys_of(names.english_words(words, shown))}
        wanted = {
            name for name, _ in names.lines() if all(word in shown(name.name).lower() for word in words.lower().split())
        }
        assert (
            wanted and wanted <= found and len(found) < 2 * len(wanted)
        )  # the names that are not translated come along
    assert names.english_words("espanjalainen", shown).startswith("Ruy Lopez / "), "the family with most names first"
    assert names.english_words("Sicilian B9", shown) == "Sicilian B9"
    assert names.english_words("nobody's", shown) == "nobody's"
