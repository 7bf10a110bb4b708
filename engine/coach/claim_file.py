"""Claims as JSON in files, and as the command `[%coach ...]` of a PGN comment.

The position is not stored: the reader supplies it. Claims read from a file pass the checker first (`checked_claims`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

import chess

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.sources import NO_SOURCES, Sources
from engine.game.info import PovScore
from engine.game.reason_file import as_command_text, of_command_text, score_fields, score_of
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonError, JsonValue, parse

MOST_CLAIMS = 3
_LONGEST = 4_000  # characters
_LONGEST_MOVE = 8
_HIGHEST = 1_000_000  # centipawns, moves, plies


def as_json(claims: Sequence[Claim]) -> str:
    """Claims of one position as one line of ASCII JSON without spaces."""
    rows = [
        [
            claim.role.name,
            claim.motif.name,
            claim.line,
            claim.key,
            score_fields(claim.before),
            score_fields(claim.after),
            [[piece.kind, piece.square] for piece in claim.pieces],
            claim.balance.won,
            claim.balance.lost,
            claim.mate,
            claim.other,
            claim.figures,
            claim.threat,
        ]
        for claim in claims
    ]
    return json.dumps(rows, separators=(",", ":"))


def as_command(claims: Sequence[Claim]) -> str:
    """The JSON of the claims, escaped for `[%coach ...]`."""
    return as_command_text(as_json(claims))


def of_json(text: str, fen: str, chess960: bool) -> tuple[Claim, ...]:
    """Reads the claims that `as_json` wrote for a position, unchecked. :raises JsonError: the text is anything else."""
    try:
        return tuple(_claim(row, fen, chess960) for row in [*parse(text, _LONGEST)][:MOST_CLAIMS])
    except (TypeError, ValueError, KeyError) as error:
        raise JsonError("this is not a list of claims") from error


@lru_cache(1_000)
def checked_claims(
    command: str, fen: str, chess960: bool, played: str, sources: Sources = NO_SOURCES
) -> tuple[Claim, ...]:
    """The claims of a command at the move `played` (UCI) in a position, after the checker has accepted all of them.

    Empty if the text is damaged, a claim is about another move, or the checker (with `sources`) refuses one.
    """
    from engine.coach.checker.check import refusal
    from engine.coach.line import MotifLine

    try:
        claims = of_json(of_command_text(command), fen, chess960)
        for claim in claims:
            MotifLine.of(fen, claim.other, chess960)  # the checker replays the other one
    except RatsuError:
        return ()
    return claims if all(_is_about(claim, played) and not refusal(claim, sources) for claim in claims) else ()


def _is_about(claim: Claim, played: str) -> bool:
    """True if the claim is about this move as the mistake."""
    first = claim.line[:1] if claim.role is ClaimRole.ALLOWS else claim.other[:1]
    return first == (played,) if first else claim.line[:1] != (played,)


def _claim(row: JsonValue, fen: str, chess960: bool) -> Claim:
    motif = Motif[row[1].text()]
    figures = tuple(part.whole(0, _HIGHEST) for part in (*row,)[11:12] for part in part)
    if len(figures) != motif.facts.figures:
        raise JsonError("a claim names other numbers than its motif")
    return Claim(
        ClaimRole[row[0].text()],
        motif,
        fen,
        _moves(row[2]),
        row[3].whole(0, _HIGHEST),
        _score(row[4]),
        _score(row[5]),
        tuple(ClaimPiece(piece[0].whole(0, 6), piece[1].whole(0, 63)) for piece in row[6]),
        Balance(_kinds(row[7]), _kinds(row[8])),
        row[9].whole(0, _HIGHEST),
        _moves(row[10]),
        figures,
        chess960=chess960,
        threat=next((_moves(part) for part in (*row,)[12:]), ()),
    )


def _score(row: JsonValue) -> PovScore:
    return score_of(*(None if part.missing else part.whole(-_HIGHEST, _HIGHEST) for part in row))  # type: ignore[arg-type]


def _moves(row: JsonValue) -> tuple[str, ...]:
    moves = row.texts(_LONGEST_MOVE)
    if chess.Move.null().uci() in moves:
        raise JsonError("a null move is not allowed in a claim")
    return moves


def _kinds(row: JsonValue) -> tuple[int, ...]:
    return tuple(part.whole(1, 5) for part in row)
