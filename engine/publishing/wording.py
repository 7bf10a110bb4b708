"""The wording of a page: moves, scores, results and phrases; the window makes it in its language, the console in
English."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.game.tags.dates import date_in
from engine.game.tree import Game
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.publishing.text_pieces import TextPiece

if TYPE_CHECKING:
    from engine.coach.claims import Claim

JOINER = "\u2060"  # forbids a line break
_JOINED = re.compile(r"(?<=[-–/+−=∞])(?=\S)")  # places within a move, sign or result where a line could break


def _in_english(claims: Sequence[Claim]) -> str:
    from engine.coach.claim_words import english

    return english(claims)


def _year(date: str) -> str:
    """Returns a date without unknown parts: `2024.05`; an unreadable one unchanged."""
    found = date_in(date)
    return date if found is None else str(found).split(".?")[0].strip("?.")


@dataclass(frozen=True)
class Wording:
    """The language's format of moves (SAN), scores, game ends, phrases in which `%1` is a side, claims, players, events
    and dates (all in PGN's form), the page's own phrases, and openings (`C50 Italian Game`)."""

    moves: Callable[[str], str] = str
    figures: Callable[[str], str] = str
    ending: Callable[[str], str] = str
    remark: Callable[[str, str], str] = lambda words, side: words.replace("%1", side)
    claims: Callable[[Sequence[Claim]], str] = _in_english
    player: Callable[[str], str] = str
    event: Callable[[str], str] = str
    date: Callable[[str], str] = _year
    said: Callable[[Text], str] = str
    opening: Callable[[str], str] = str


PLAIN = Wording()


def unbreakable(text: str) -> str:
    """Returns a move, sign or result without line breaks: `O-O`, `+−`."""
    return _JOINED.sub(JOINER, text)


def claim_text(game: Game, piece: TextPiece, wording: Wording) -> str:
    """Returns the sentences of a claim; empty if the checker rejects the stored claim."""
    from engine.play.review.annotate import claims_at

    claims = claims_at(game, game.node(piece.node))
    return wording.claims(claims) if claims else ""


def unread_text(piece: TextPiece, wording: Wording) -> str:
    """Returns text of a file that could not be read as moves, verbatim after an introduction."""
    return wording.said(Text("Not read as moves: %1", piece.text))


def result_text(game: Game, wording: Wording) -> str:
    """Returns `1–0`, with the reason if the game was played here."""
    reason = wording.ending(game.outcome.termination.value) if game.outcome is not None else ""
    return game.result.replace("1/2-1/2", "½–½").replace("-", "–") + (f"  {reason}" if reason else "")
