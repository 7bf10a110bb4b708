"""Start positions and variants as the tags tell them."""

import re
from typing import NamedTuple

import chess

from engine.errors import PositionError
from engine.pgn.values import ProblemKind
from engine.rules.board import CoreBoard

_CHESS = {
    "",
    "?",
    "-",
    "standard",
    "chess",
    "normal",
    "from position",
    "fromposition",
    "classical",
    "classic",
    "regular",
}
_CHESS960 = {"chess960", "chess 960", "chess-960", "960", "frc", "fischerandom", "fischerrandom", "fischer random"}
_CHESS960 |= {"fischer random chess", "fischerandom chess", "freestyle", "freestyle chess"}
_STANDARD_RIGHTS = re.compile(r"^(-|K?Q?k?q?)$")


class Start(NamedTuple):
    """Where a game begins. `board` is None if the moves cannot be read; `problems` are kinds with the text at fault."""

    board: CoreBoard | None
    fen: str | None
    chess960: bool
    problems: tuple[tuple[ProblemKind, str], ...]


def start_of(fen: str | None, variant: str, setup: str | None) -> Start:
    """The start of a game with these FEN, Variant and SetUp tags (None: not given).

    A FEN is used whether or not SetUp says so. Castling rights without king and rook in place and an impossible e.p.
    square are dropped and reported; other faults make the game unreadable from the first move on.
    """
    problems: list[tuple[ProblemKind, str]] = []
    name = variant.strip().lower()
    if name not in _CHESS and name not in _CHESS960:
        return Start(None, fen, False, ((ProblemKind.VARIANT, variant),))
    chess960 = name in _CHESS960
    if fen is None:
        return (
            Start(CoreBoard.start(), None, False, ()) if not chess960 else _from_fen(chess.STARTING_FEN, True, problems)
        )
    if setup == "0":
        problems.append((ProblemKind.SETUP_CONTRADICTS, "0"))
    return _from_fen(" ".join(fen.split()), chess960 or _has_rook_files(fen), problems)


def _has_rook_files(fen: str) -> bool:
    """Whether the castling field names files (Shredder-FEN), which only Chess960 needs."""
    fields = fen.split()
    return len(fields) > 2 and not _STANDARD_RIGHTS.match(fields[2])


def _from_fen(fen: str, chess960: bool, problems: list[tuple[ProblemKind, str]]) -> Start:
    for other_rules in (
        (chess960,) if chess960 else (False, True)
    ):  # X-FEN without a Variant tag: KQkq with the king off e1
        try:
            return Start(CoreBoard.from_fen(fen, other_rules), fen, other_rules, tuple(problems))
        except PositionError:
            pass
    try:
        board = chess.Board(fen, chess960=chess960)
        board.castling_rights = board.clean_castling_rights()
        if board.status() & chess.STATUS_INVALID_EP_SQUARE:
            board.ep_square = None
        core = CoreBoard.from_chess(board)
    except (ValueError, IndexError, PositionError):
        problems.append((ProblemKind.BAD_FEN, fen))
        return Start(None, fen, False, tuple(problems))
    problems.append((ProblemKind.FEN_REPAIRED, fen))
    return Start(core, fen, chess960, tuple(problems))
