"""The names of themes: of puzzles to choose, and of solutions."""

from collections.abc import Iterable

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Themes", text))


THEMES: tuple[tuple[str, str], ...] = (
    ("", _t("All themes")),
    ("mateIn1", _t("Mate in 1")),
    ("mateIn2", _t("Mate in 2")),
    ("mateIn3", _t("Mate in 3")),
    ("fork", _t("Fork")),
    ("pin", _t("Pin")),
    ("skewer", _t("Skewer")),
    ("discoveredAttack", _t("Discovered attack")),
    ("doubleCheck", _t("Double check")),
    ("hangingPiece", _t("Unprotected piece")),
    ("trappedPiece", _t("Trapped piece")),
    ("deflection", _t("Deflection")),
    ("attraction", _t("Attraction")),
    ("interference", _t("Interference")),
    ("intermezzo", _t("In-between move")),
    ("capturingDefender", _t("Capture of the defender")),
    ("sacrifice", _t("Sacrifice")),
    ("clearance", _t("Clearance")),
    ("xRayAttack", _t("X-ray")),
    ("quietMove", _t("Quiet move")),
    ("defensiveMove", _t("Defence")),
    ("backRankMate", _t("Back-rank mate")),
    ("smotheredMate", _t("Smothered mate")),
    ("exposedKing", _t("Exposed king")),
    ("kingsideAttack", _t("Attack on the kingside")),
    ("queensideAttack", _t("Attack on the queenside")),
    ("advancedPawn", _t("Advanced pawn")),
    ("promotion", _t("Promotion")),
    ("operaMate", _t("Opera mate")),
    ("pillsburysMate", _t("Pillsbury’s mate")),
    ("cornerMate", _t("Corner mate")),
    ("zugzwang", _t("Zugzwang")),
    ("opening", _t("Opening")),
    ("middlegame", _t("Middlegame")),
    ("pawnEndgame", _t("Pawn endgame")),
    ("rookEndgame", _t("Rook endgame")),
    ("endgame", _t("Endgame")),
)
"""Lichess' names of the themes, with their labels."""
_PHASES = ("", "opening", "middlegame", "pawnEndgame", "rookEndgame", "endgame")


def theme_names(found: Iterable[str]) -> str:
    """The names of the themes that have one, in the language in use, joined by commas; without the phase of the game."""
    known = set(found)
    return ", ".join(
        QCoreApplication.translate("Themes", name) for theme, name in THEMES if theme in known and theme not in _PHASES
    )
