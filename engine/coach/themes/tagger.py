"""The tagger: the lichess themes of a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.coach.line import MotifLine
from engine.coach.themes import attacks, kings, manner, mates, phases, removal
from engine.coach.themes.zugzwang import Worth, zugzwang

DETECTORS: Mapping[str, Callable[[MotifLine], object]] = MappingProxyType(
    {
        "fork": attacks.fork,
        "hangingPiece": attacks.hanging,
        "trappedPiece": attacks.trapped,
        "pin": attacks.pin,
        "skewer": attacks.skewer,
        "xRayAttack": attacks.x_ray,
        "discoveredAttack": attacks.discovered,
        "doubleCheck": attacks.double_check,
        "deflection": removal.deflection,
        "attraction": removal.attraction,
        "interference": removal.interference,
        "intermezzo": removal.intermezzo,
        "clearance": removal.clearance,
        "capturingDefender": removal.capturing_defender,
        "sacrifice": manner.sacrifice,
        "quietMove": manner.quiet,
        "defensiveMove": manner.defensive,
        "advancedPawn": manner.advanced_pawn,
        "promotion": manner.promotion,
        "underPromotion": manner.under_promotion,
        "enPassant": manner.en_passant,
        "castling": manner.castling,
        "attackingF2F7": manner.attacks_f2_f7,
        "exposedKing": kings.exposed,
        "kingsideAttack": kings.kingside,
        "queensideAttack": kings.queenside,
    }
)

_PHASES = ("opening", "middlegame", "endgame")
_ENDGAMES = ("pawnEndgame", "knightEndgame", "bishopEndgame", "rookEndgame", "queenEndgame", "queenRookEndgame")
_LENGTHS = ("oneMove", "short", "long", "veryLong")
_MATES = ("mate", *(f"mateIn{number}" for number in range(1, 6)))
KNOWN = (*DETECTORS, *_PHASES, *_ENDGAMES, *_LENGTHS, *_MATES, *mates.PATTERNS)
"""All themes that can be found without a search."""
SEARCHED = "zugzwang"
LATER = frozenset(("operaMate", "pillsburysMate", "cornerMate"))
"""Themes that lichess has named only for some years: older files of puzzles lack them."""


def themes(line: MotifLine, worth: Worth | None = None) -> list[str]:
    """The themes of a line, sorted by name. `worth`: a search for the theme SEARCHED, which is left out without it."""
    found = {name for name, is_there in DETECTORS.items() if is_there(line)}
    found.add(phases.length(line))
    found.add(phases.phase(line.boards[1]))
    kind = phases.endgame_kind(line.boards[1])
    if kind is not None and kind == phases.endgame_kind(line.boards[2]):
        found.add(kind)
    moves = mates.mate_length(line)
    if moves:
        found.update(("mate", f"mateIn{min(moves, 5)}"), mates.patterns(line))
    if worth is not None and zugzwang(line, worth):
        found.add(SEARCHED)
    return sorted(found)
