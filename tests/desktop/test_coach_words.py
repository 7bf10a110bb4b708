"""The coach in Finnish: every template is translated, and no English word is left in any sentence."""

import re
from dataclasses import replace

from engine.coach.claim_words import every_template, said
from engine.coach.claims import Claim, ClaimRole, Motif
from engine.game.info import PovScore, Score, TableResult
from engine.game.reason_words import LanguageFormats
from tests.desktop import texts
from tests.helpers.coach_mistakes import explained_sample

WORD = re.compile(r"[^\W\d_]{2,}")
SIDES = ("White", "Black")
SCORES = {
    f"{side} {how}"
    for side in SIDES
    for how in (
        "mates in %1",
        "wins, but the fifty-move rule draws it",
        "wins by the tables",
    )
}
"""Templates of scores, which reasons and claims share; within a sentence they begin with a small letter."""
SAME_IN_FINNISH = {"on"}  # is
KNOWN = texts.catalogue("fi").special["Coach"]
FINNISH = LanguageFormats(template=lambda english: KNOWN[english].text if english in KNOWN else english)


def all_words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def test_every_template_with_words_has_its_finnish() -> None:
    assert set(KNOWN) == {text for text in every_template() if all_words(text)} | SCORES


def test_a_winner_is_named_within_the_sentence() -> None:
    claim = Claim(
        ClaimRole.MISSES, Motif.SLIPS, "8/8/3b4/p7/P2k4/1K6/8/8 b - - 21 74", ("d4d3",), 0,
        PovScore(Score(mate=-18), True), PovScore(Score(table=TableResult(-2, 8)), True), other=("d4c5",),
     chess960=False)  # fmt: skip
    assert said((claim,), FINNISH) == (
        "Paras oli 74...Kd3 (musta matittaa 18 siirrossa); siirron 74...Kc5 jälkeen musta voittaa taulukoiden mukaan."
    )


def test_no_english_word_is_left_in_finnish() -> None:
    english = set().union(*map(all_words, every_template())) - SAME_IN_FINNISH
    silent = replace(FINNISH, move=lambda san: "")  # letters of pieces may look like words
    for _, claims in explained_sample():
        for spoken in (False, True):
            text = said(claims, silent, spoken)
            assert not all_words(text) & english, text


def test_a_known_mistake_is_explained_in_finnish() -> None:
    found = {claims[0].motif: claims for _, claims in explained_sample() if claims}
    assert said(found[Motif.FORK][:1], FINNISH).endswith(".")
    told = said(found[Motif.FORK][:1], FINNISH, spoken=True)
    assert "haarukassa" in told and " ruutuun " in told + said(found[Motif.MATE], FINNISH, spoken=True)
