"""The sentences of an answer's reason in a language, addressed to the learner."""

from __future__ import annotations

from engine.coach.claim_words import (
    ALSO_GOOD,
    ALSO_WINS,
    BEST_MOVE,
    COMPARED,
    DRAWS,
    NOT_ENOUGH,
    NOT_ENOUGH_DRAW,
    NOT_ENOUGH_RESULT,
    PLAYABLE,
    Speaker,
)
from engine.drill.reasons import AnswerReason
from engine.game.position import Position
from engine.game.reason import BoardMove, Reason, ReasonKind, Share
from engine.game.reason_words import ENGLISH, LanguageFormats, said


def reason_text(found: AnswerReason, language: LanguageFormats = ENGLISH, spoken: bool = False) -> str:
    """One sentence, after the share of people who play the answer, if it is known; `spoken`: for the screen reader."""
    if found.share:
        plays = Reason(
            ReasonKind.PEOPLE_PLAY,
            (Share(found.share), BoardMove(found.line[0], found.fen, chess960=found.chess960, numbered=False)),
        )
        people = said(Reason(ReasonKind.PLAYERS_RATED, (str(found.elo), plays)), language)
        return f"{people}. {_sentence(found, language, spoken)}"
    return _sentence(found, language, spoken)


def _sentence(found: AnswerReason, language: LanguageFormats, spoken: bool) -> str:
    speaker = Speaker(language, spoken, addressed=not found.share)
    if found.claim is not None:
        return speaker.sentence(found.claim, good=found.right)
    if found.better is not None and found.fails and len(found.line) > 1:
        return speaker.compared(COMPARED, found.fen, found.chess960, found.better, (found.line[0], found.score))
    white = Position.of(found.fen, found.chess960).white_to_move
    if found.right:
        template = BEST_MOVE
    elif len(found.line) < 2:  # no reply: the answer itself ends the game
        template = DRAWS
    elif not found.fails:
        wins = _decided(found) and found.score.worth(white) > 0
        template = PLAYABLE if found.better is not None else ALSO_WINS if wins else ALSO_GOOD
    else:
        drawn = found.score.score.table is not None
        template = NOT_ENOUGH_RESULT if _decided(found) else NOT_ENOUGH_DRAW if drawn else NOT_ENOUGH
    return speaker.answered(template, found.fen, found.chess960, found.line[:2], found.score, white)


def _decided(found: AnswerReason) -> bool:
    """Whether the score's words name the winner: mates, and wins by tables."""
    score = found.score.score
    return bool(score.mate or (score.table is not None and score.table.wdl))
