"""What the coach says of a move, in the words of a language: the claims, or how it compares with the others."""

from __future__ import annotations

from engine.coach.claim_words import BEST, ONLY, SOUND, Speaker, said
from engine.game.reason_words import ENGLISH, Language
from engine.play.review.coaching import Explained


def told(found: Explained, language: Language = ENGLISH, spoken: bool = False) -> str:
    """One to three sentences; `spoken`: without signs, for the ear."""
    if found.judgement is not None:
        return said(found.claims, language, spoken)
    speaker = Speaker(language, spoken)
    if found.claims:
        return " ".join(speaker.sentence(claim, good=True) for claim in found.claims)
    if found.rival is None or not found.rival.line:
        return speaker.compared(ONLY, found.fen, found.chess960, (found.move, found.after))
    if found.is_best:
        others = (found.rival.line[0], found.rival.score)
        return speaker.compared(BEST, found.fen, found.chess960, (found.move, found.before), others)
    best = (found.best[0], found.before) if found.best else (found.rival.line[0], found.rival.score)
    return speaker.compared(SOUND, found.fen, found.chess960, (found.move, found.after), best)
