"""The coach's comment on a move in a language: the claims, or a comparison with other moves."""

from __future__ import annotations

from engine.coach.claim_words import AS_GOOD, BEST, BOTH_LOSE, BOTH_WIN, ONLY, SLOWER, SOUND, WEAKER, Speaker, said
from engine.coach.claims import ClaimRole
from engine.game.info import TABLE_CP
from engine.game.position import Position
from engine.game.reason_words import ENGLISH, LanguageFormats
from engine.play.review.coaching import MoveExplanation

WON_CP = 500  # from which on a move "wins too", and below minus that loses; hand-set, as MUCH_CP is
MUCH_CP = 200  # from which on another move is called stronger, though the game stays won
PROVED_CP = TABLE_CP - 1_000  # of mates and wins by the tables


def comment_text(
    found: MoveExplanation, language: LanguageFormats = ENGLISH, spoken: bool = False, addressed: bool = True
) -> str:
    """One to three sentences; `spoken`: without signs, for the ear; `addressed`: a mistake is explained to its player."""
    if found.judgement is not None:
        return said(found.claims, language, spoken, addressed)
    speaker = Speaker(language, spoken)
    if found.claims:
        # What the move does comes before what another one would have allowed, and a mate needs no comparison.
        told = sorted(found.claims, key=lambda claim: claim.role is ClaimRole.ALLOWS)
        return " ".join(speaker.sentence(claim, good=True) for claim in (told[:1] if told[0].mate else told))
    if found.rival is None or not found.rival.line:
        return speaker.compared(ONLY, found.fen, found.chess960, (found.move, found.after))
    played = found.move, found.before if found.is_best else found.after
    rival = found.rival.line[0], found.rival.score
    other = (found.best[0], found.before) if found.best and not found.is_best else rival
    own, others = (score.worth(Position.of(found.fen, found.chess960).white_to_move) for _, score in (played, other))
    # Two searches: what the first preferred may be worth less than what the second says of the other move.
    contradicted = own < others if found.is_best else own > others
    if min(own, others) >= WON_CP and max(own, others) >= PROVED_CP:
        template = BOTH_WIN if found.is_best else SLOWER
    elif own >= WON_CP and not found.is_best and others >= own + MUCH_CP:
        template = WEAKER
    elif not found.is_best and not contradicted and max(own, others) <= -WON_CP:
        template = BOTH_LOSE
    else:
        template = AS_GOOD if contradicted or own == others else BEST if found.is_best else SOUND
    return speaker.compared(template, found.fen, found.chess960, played, other)
