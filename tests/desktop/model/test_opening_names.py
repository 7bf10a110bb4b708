"""The Finnish names of openings: each belongs to a name that the program knows."""

import pytest

from books.openings import shipped_names
from desktop.model.catalogue import Catalogue, translated_opening
from tests.desktop.texts import catalogue

FINNISH = catalogue("fi")


@pytest.mark.parametrize(
    ("english", "finnish"),
    [
        ("B90 Sicilian Defense: Najdorf Variation, Main Line", "B90 Sisilialainen puolustus: Najdorfin muunnelma, päämuunnelma"),
        ("Ruy Lopez: Berlin Defense, Rio Gambit Accepted", "Espanjalainen peli: berliiniläinen puolustus, Rio Gambit Accepted"),
        ("C60 Ruy Lopez", "C60 Espanjalainen peli"),
        ("Amar Opening", "Amar Opening"),
        ("", ""),
        ("A00", "A00"),
    ],
)  # fmt: skip
def test_known_parts_are_translated(english: str, finnish: str) -> None:
    assert translated_opening(english, FINNISH) == finnish
    assert translated_opening(english, Catalogue()) == english


def test_every_translated_name_is_one_of_the_programs() -> None:
    names = {found.name for key in shipped_names().keys_of("") if (found := shipped_names().at(key)) is not None}
    families = {name.partition(": ")[0] for name in names}
    parts = {part for name in names for part in name.partition(": ")[2].split(", ")}
    assert set(FINNISH.special["Openings"]) - families == set()
    assert set(FINNISH.special["Variations"]) - parts == set()
    assert sum(name.partition(": ")[0] in FINNISH.special["Openings"] for name in names) > 0.8 * len(names), (
        "most names have a Finnish family"
    )
