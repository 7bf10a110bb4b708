"""The sentence of an answer's reason in a language, addressed to the learner."""

from __future__ import annotations

from engine.coach.claim_words import (
    ALSO_GOOD,
    BEST_MOVE,
    DRAWS,
    NOT_ENOUGH,
    NOT_ENOUGH_DRAW,
    NOT_ENOUGH_RESULT,
    Speaker,
)
from engine.drill.reasons import AnswerReason
from engine.game.position import Position
from engine.game.reason_words import ENGLISH, LanguageFormats


def reason_text(found: AnswerReason, language: LanguageFormats = ENGLISH, spoken: bool = False) -> str:
    """One sentence; `spoken`: for the screen reader."""
    speaker = Speaker(language, spoken, addressed=True)
    if found.claim is not None:
        return speaker.sentence(found.claim, good=found.right)
    if found.right:
        template = BEST_MOVE
    elif len(found.line) < 2:  # no reply: the answer itself ends the game
        template = DRAWS
    elif not found.fails:
        template = ALSO_GOOD
    else:
        drawn = found.score.score.table is not None
        template = NOT_ENOUGH_RESULT if _decided(found) else NOT_ENOUGH_DRAW if drawn else NOT_ENOUGH
    white = Position.of(found.fen, found.chess960).white_to_move
    return speaker.answered(template, found.fen, found.chess960, found.line[:2], found.score, white)


def _decided(found: AnswerReason) -> bool:
    """Whether the score's words name the winner: mates, and wins by tables."""
    score = found.score.score
    return bool(score.mate or (score.table is not None and score.table.wdl))
