"""Pieces of a search in the letters of the language: `KTvKR` in Finnish is `KRvKN`."""

import pytest

from engine.game.letters import LETTERS, placed


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("Rd2-f1-g3", "Nd2-f1-g3"),
        ("KTSvKR > KSvK", "KRPvKN > KPvK"),
        ("TvL, DvTT:8", "RvB, QvRR:8"),
        ("Rd5 te6 sa7 -e4", "Nd5 re6 pa7 -e4"),
        ("", ""),
    ],
)
def test_pieces_are_read_and_written_in_finnish_letters(typed: str, english: str) -> None:
    assert placed(typed, LETTERS["fi"]) == english
    assert placed(english, LETTERS["fi"], back=True) == typed
    assert placed(english, LETTERS["en"]) == placed(english, LETTERS["figurines"]) == english


def test_pawns_have_the_letter_of_the_language_or_p() -> None:
    assert placed("KTPvKR pe6", LETTERS["fi"]) == "KRPvKN pe6"
    assert placed("KTBvKS", LETTERS["de"]) == "KRPvKN" and placed("KRPvKN", LETTERS["de"], back=True) == "KTBvKS"
    assert placed("RTPvRC", LETTERS["es"]) == "KRPvKN"
