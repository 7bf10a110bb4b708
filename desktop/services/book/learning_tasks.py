"""Work of the learning log's thread: turns finished games into the book's values, and the log into the window's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.book.learning import LearningState, LessonDecision, LessonRow
from desktop.model.game.match import PlayerKind
from desktop.model.game.state import GameState
from engine.game.evaluation import Evaluation
from engine.game.node import Node
from engine.game.side import Side
from engine.ground.errors import RatsuError
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.learning.learn import Learner
    from books.learning.played import LearnedGame

_LEAST_PLIES = 4  # a game given up at once teaches nothing
_SHOWN = 200


def played_games(state: GameState) -> tuple[LearnedGame, ...]:
    """A finished match from the side of each Ratsu that played from the user's books, one per level's memory: if both
    sides had the same level, the losing side learns.
    """
    if state.match is None or state.outcome is None:
        return ()
    lost = [side for side in Side if state.outcome.result == ("0-1" if side is Side.WHITE else "1-0")]
    found: dict[int | None, LearnedGame] = {}
    for side in (*lost, *Side):
        game = _of_side(state, side)
        if game is not None:
            found.setdefault(game.level, game)
    return tuple(found.values())


def _of_side(state: GameState, own: Side) -> LearnedGame | None:
    """The game from one side; None if it teaches nothing."""
    import chess

    from books.learning.evidence_weight import too_weak
    from books.learning.played import LearnedGame, fen_of

    assert state.match is not None
    assert state.outcome is not None
    contestant, nodes = state.match.contestant(own), state.game.path(state.live)[1:]
    if contestant.kind is not PlayerKind.ENGINE or contestant.engine:
        return None
    if contestant.book or len(nodes) < _LEAST_PLIES:  # an opponent's openings: no lesson for Ratsu's own
        return None
    left_ms = state.course.clock.remaining(own) if state.course is not None else None
    header = state.game.header  # as they are in the PGN: the same game read from a file is the same game
    game = LearnedGame(
        moves=tuple(node.uci for node in nodes),
        own_white=own is Side.WHITE,
        result=state.outcome.result,
        termination=state.outcome.termination.pgn,
        book_plies=_book_plies(nodes, own),
        evaluations=tuple(_for_side(node.evaluation, own) for node in nodes if node.side_to_move is own.other),
        fen=fen_of(chess.Board(state.game.start_fen, chess960=state.game.chess960)),
        own=header(own.value.capitalize()) or str(contestant.player),
        opponent=header(own.other.value.capitalize()) or str(state.match.contestant(own.other).player),
        date=header("Date"),
        own_elo=contestant.level.elo,
        level=contestant.level.elo,
        time_left_s=None if left_ms is None else left_ms / 1000,
        nodes=contestant.budget.nodes,
        depth=contestant.budget.depth,
    )
    return None if too_weak(game) else game


def learn_file(learner: Learner, path: Path, player: str) -> Text:
    """Stores a player's games of a PGN file. Returns a report for the user. :raises RatsuError:"""
    from engine.play.book.own_games import games_to_learn

    games = games_to_learn(learner, path, player)
    if not games:
        raise RatsuError(
            "%1 holds no game of “%2”. Write the surname as it is spelled in the games.", path.name, player
        )
    done = learner.record_all(games)
    return Text("Games learned from: %1. Known before: %2.", len(done.new), len(done.known))


def record_at_level(library: Library, game: LearnedGame) -> tuple[int, ...]:
    """Stores a game in the memory of its level. Returns its number if it was learned before. :raises BookError:"""
    from books.learning.learn import Learner

    return Learner(library.at_level(game.level)).record_all((game,)).known


def _book_plies(nodes: tuple[Node, ...], own: Side) -> int:
    """The plies up to the engine's last book move before its first own move."""
    last = 0
    for index, node in enumerate(nodes):
        if node.side_to_move is own:
            continue  # the opponent's move
        if node.origin is None or node.origin.source != "book":
            break
        last = index + 1
    return last


def _for_side(evaluation: Evaluation | None, side: Side) -> int | None:
    """Centipawns for a side; mate in n moves is 30,000 - n, as in the book's analysers."""
    return None if evaluation is None else evaluation.score.worth(side is Side.WHITE)


def read_log(learner: Learner, running: bool) -> LearningState:
    """Reads the log. :raises BookError:"""
    rows = tuple(
        LessonRow(
            lesson.id,
            lesson.game,
            lesson.reason,
            lesson.fen,
            None if lesson.flag_before is None else lesson.flag_before.symbol,
            None if lesson.flag_after is None else lesson.flag_after.symbol,
            lesson.probability_before,
            lesson.probability_after,
            LessonDecision[lesson.state.name],
        )
        for lesson in learner.log(limit=_SHOWN)
    )
    return LearningState(rows, len(learner.pending()), running)


def judge(learner: Learner, ids: frozenset[int], accepted: bool) -> None:
    """Accepts lessons, or takes them back. :raises BookError:"""
    from books.learning import lessons

    chosen = [lesson for lesson in lessons.log(learner.book, limit=_SHOWN) if lesson.id in ids]
    if accepted:
        lessons.accept(learner.book, chosen)
    else:
        lessons.reject(learner.book, chosen)


def accept_everything(learner: Learner) -> None:
    """Accepts every lesson without a decision by the user. :raises BookError:"""
    from books.learning import lessons

    lessons.accept(learner.book, [lesson for lesson in lessons.log(learner.book) if lesson.state.name == "NEW"])


def undo_everything(learner: Learner) -> None:
    """Takes all learning back. :raises BookError:"""
    from books.learning import lessons

    lessons.undo_everything(learner.book)


def undo_game(learner: Learner, game: int) -> None:
    """Takes back everything learned from a game: lessons, results and credit. :raises BookError:"""
    from books.learning import lessons

    lessons.undo_game(learner.book, game)
