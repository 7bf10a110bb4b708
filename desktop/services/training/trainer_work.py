"""What the endgame trainer does on its thread: functions of a door and values, without Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop.model.endgame import Goal, Wish
from desktop.model.game.state import GameState
from desktop.services.kit.board_work import board_of
from engine.game.outcome import by_rules

if TYPE_CHECKING:
    import chess

    from tablebases.tables import Tablebases

    Open = Callable[[], Tablebases]

DRAW_TRIES = 40  # positions looked at until the weaker side is to move


@dataclass(frozen=True)
class Found:
    """A start position with White, the learner, to move; `distance` in plies."""

    fen: str
    distance: int


@dataclass(frozen=True)
class Verdict:
    """What a move did, and the answer of the perfect opponent (empty after a slip and at the end)."""

    before: str
    after: str
    slipped: bool
    kept: str
    kept_uci: str
    plies_lost: int
    reply: str
    ending: str


def signatures(open_tables: Open) -> tuple[str, ...]:
    """The endings that can be practised, by pieces and name."""
    from tablebases.trainer import known_signatures

    return known_signatures(open_tables())


def find(open_tables: Open, wish: Wish) -> Found:
    """A random position that fits. In a draw the weaker side's, since holding it is the task.

    :raises TablebaseError: there is none, or no table for it.
    """
    import chess

    from tablebases.trainer import exercise
    from tablebases.wdl import Wdl

    tables = open_tables()
    wdl = Wdl.WIN if wish.goal is Goal.WIN else Wdl.DRAW
    shortest, longest = max(1, 2 * wish.shortest - 1), 2 * wish.longest
    tries = 1 if wish.goal is Goal.WIN else DRAW_TRIES
    while True:
        found = exercise(tables, wish.signature, wdl=wdl, shortest=shortest, longest=longest)
        board = chess.Board(found.fen)
        tries -= 1
        if not tries or (wish.goal is Goal.DRAW and board.turn == chess.BLACK):  # White has the stronger side's pieces
            return Found((board if board.turn else board.mirror()).fen(), found.dtz)


def judge(open_tables: Open, before: GameState, uci: str) -> Verdict:
    """Judges the learner's move in the position `before` and finds the answer.

    :raises TablebaseError: the tables do not know the position any more.
    """
    from tablebases.errors import TablebaseError
    from tablebases.trainer import defence
    from tablebases.trainer import judge as judged_by

    tables = open_tables()
    board = board_of(before)
    move = board.parse_uci(uci)
    judged = judged_by(tables, board, move)
    ranking = tables.rank(board)
    if judged is None or ranking is None:
        raise TablebaseError("no table knows %1; the exercise ends here", before.fen)
    made = next(row for row in ranking.moves if row.move == move)
    lost = (made.dtz or 0) - (ranking.dtz or 0) if judged.after == judged.before > 0 else 0
    board.push(move)
    ending = _ending(board)
    answer = None if ending or judged.slipped else defence(tables, board)
    reply = board.uci(answer) if answer else ""
    if answer:
        board.push(answer)
        ending = _ending(board)
    return Verdict(
        judged.before.words,
        judged.after.words,
        judged.slipped,
        judged.best,
        ranking.top.move.uci(),
        max(0, lost),
        reply,
        ending,
    )


def _ending(board: chess.Board) -> str:
    outcome = by_rules(board)
    return outcome.termination.value if outcome is not None else ""
