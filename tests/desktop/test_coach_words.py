"""The coach in Finnish: every template is translated, and no English word is left in any sentence."""

import re
from dataclasses import replace

from engine.coach.claim_words import every_template, said
from engine.coach.claims import Motif
from engine.coach.explain import explained
from engine.game.reason_words import Language
from tests.desktop import texts
from tests.helpers.coach_mistakes import SAMPLE, read_mistakes

WORD = re.compile(r"[^\W\d_]{2,}")
SCORES = {"mate in %1", "mated in %1", "mated"}
"""Templates of scores, which reasons and claims share."""
SAME_IN_FINNISH = {"on"}  # is
KNOWN = texts.catalogue("fi").special["Coach"]
FINNISH = Language(template=lambda english: KNOWN[english].text if english in KNOWN else english)


def all_words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def test_every_template_with_words_has_its_finnish() -> None:
    assert set(KNOWN) == {text for text in every_template() if all_words(text)} | SCORES


def test_no_english_word_is_left_in_finnish() -> None:
    english = set().union(*map(all_words, every_template())) - SAME_IN_FINNISH
    silent = replace(FINNISH, move=lambda san: "")  # letters of pieces may look like words
    for mistake, _rating in read_mistakes(SAMPLE):
        for spoken in (False, True):
            text = said(explained(mistake), silent, spoken)
            assert not all_words(text) & english, text


def test_a_known_mistake_is_explained_in_finnish() -> None:
    found = {claims[0].motif: claims for mistake, _rating in read_mistakes(SAMPLE) if (claims := explained(mistake))}
    assert said(found[Motif.FORK][:1], FINNISH).endswith(".")
    told = said(found[Motif.FORK][:1], FINNISH, spoken=True)
    assert "haarukassa" in told and " ruutuun " in told + said(found[Motif.MATE], FINNISH, spoken=True)
