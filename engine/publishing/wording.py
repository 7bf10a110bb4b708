"""How a page writes moves, scores, results and phrases; made by the window in its language, by the console in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.game.tree import Game
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.publishing.pieces import Piece

if TYPE_CHECKING:
    from engine.coach.claims import Claim

JOINER = "\u2060"  # no line ends here
_JOINED = re.compile(r"(?<=[-–/+−=∞])(?=\S)")  # where a line could break within a move, a sign or a result


def _in_english(claims: Sequence[Claim]) -> str:
    from engine.coach.claim_words import english

    return english(claims)


def _year(date: str) -> str:
    """A PGN date without what is not known of it: `2024.05`."""
    return date.split(".?")[0].strip("?.")


@dataclass(frozen=True)
class Wording:
    """How the language in use writes moves (SAN), scores, how a game ended, phrases in which `%1` is a side, claims, players,
    events and dates (all as PGN has them), and what the page itself says."""

    moves: Callable[[str], str] = str
    figures: Callable[[str], str] = str
    ending: Callable[[str], str] = str
    remark: Callable[[str, str], str] = lambda words, side: words.replace("%1", side)
    claims: Callable[[Sequence[Claim]], str] = _in_english
    player: Callable[[str], str] = str
    event: Callable[[str], str] = str
    date: Callable[[str], str] = _year
    said: Callable[[Text], str] = str


PLAIN = Wording()


def unbreakable(text: str) -> str:
    """A move, a sign or a result that no line end parts: `O-O`, `+−`."""
    return _JOINED.sub(JOINER, text)


def claim_text(game: Game, piece: Piece, wording: Wording) -> str:
    """The sentences of a claim; empty where the checker refuses what a file says."""
    from engine.play.review.annotate import claims_at

    claims = claims_at(game, game.node(piece.node))
    return wording.claims(claims) if claims else ""


def unread_text(piece: Piece, wording: Wording) -> str:
    """Text of a file that could not be read as moves, verbatim behind words that say so."""
    return wording.said(Text("Not read as moves: %1", piece.text))


def result_text(game: Game, wording: Wording) -> str:
    """`1–0`, and how a game that was played here ended."""
    reason = wording.ending(game.outcome.termination.value) if game.outcome is not None else ""
    return game.result.replace("1/2-1/2", "½–½").replace("-", "–") + (f"  {reason}" if reason else "")
