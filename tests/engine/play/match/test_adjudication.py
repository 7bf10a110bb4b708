"""A game is ended early only where both engines agree long enough, or the tables know."""

import chess
import pytest

from engine.game.info import Score
from engine.game.outcome import Outcome
from engine.play.match.adjudication import Adjudicator, Rules
from tablebases.tables import Tablebases


def verdict(rules: Rules, scores: list[tuple[int, int]], fen: str = chess.STARTING_FEN) -> Outcome | None:
    """After pairs of scores (White's, Black's own views) at one position."""
    judge = Adjudicator(rules)
    board = chess.Board(fen)
    end = None
    for white, black in scores:
        judge.verdict(board, chess.WHITE, Score(centipawns=white))
        end = judge.verdict(board, chess.BLACK, Score(centipawns=black))
    return end


RESIGN = Rules(resign_moves=2, resign_cp=500)


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ([(-500, 500), (-500, 500)], "0-1"),
        ([(900, -900), (900, -900)], "1-0"),
        ([(-600, 0), (-600, 0), (-600, 0)], None),  # the winner does not see it
        ([(0, 600), (0, 600), (0, 600)], None),
        ([(-600, 600), (0, 600), (-600, 600)], None),
        ([(-499, 500), (-499, 500)], None),
    ],
)
def test_a_game_is_given_up_where_both_see_it_long_enough(scores: list[tuple[int, int]], result: str | None) -> None:
    found = verdict(RESIGN, scores)
    assert (found.result if found else None) == result


@pytest.mark.parametrize(
    ("scores", "number", "drawn"),
    [
        ([(10, -10)] * 3, 40, True),
        ([(10, -10)] * 2, 40, False),
        ([(10, -10)] * 3, 39, False),
        ([(10, -10), (11, 0), (10, -10)], 40, False),
        ([(10, -10), (10, 11), (10, -10), (10, -10)], 40, False),  # seven quiet plies, but not in a row
    ],
)
def test_a_draw_needs_enough_quiet_moves_of_both(scores: list[tuple[int, int]], number: int, drawn: bool) -> None:
    fen = f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}"
    found = verdict(Rules(draw_from=40, draw_moves=3, draw_cp=10), scores, fen)
    assert (found is not None and found.winner is None) == drawn


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("8/8/8/8/8/2k5/8/K6Q b - - 0 1", "1-0"),
        ("8/8/8/8/8/2k5/8/K6Q w - - 0 1", "1-0"),
        ("8/8/8/8/8/2k5/8/K6q w - - 0 1", "0-1"),
        ("8/8/8/8/8/2k5/8/K6N w - - 0 1", "1/2-1/2"),
        ("8/8/8/8/8/2k5/8/K6Q w - - 1 1", None),  # only right behind a capture or pawn move
    ],
)
def test_the_tables_end_a_game(fen: str, result: str | None) -> None:
    with Tablebases() as tables:
        found = Adjudicator(Rules(), tables).verdict(chess.Board(fen), chess.WHITE, None)
    assert (found.result if found else None) == result


class CursedTables:
    """Every position is won, but not within fifty moves."""

    max_pieces = 5

    def probe_wdl(self, _: chess.Board) -> int:
        return 1


def test_a_win_that_fifty_moves_take_away_is_a_draw() -> None:
    board = chess.Board("8/8/8/8/8/2k5/8/K6Q b - - 0 1")
    found = Adjudicator(Rules(), CursedTables()).verdict(board, chess.WHITE, None)  # type: ignore[arg-type]
    assert found is not None and found.result == "1/2-1/2"


def test_the_longest_game_is_counted_from_where_the_game_begins() -> None:
    """A position with a high move number was drawn after one move."""
    board, judge = chess.Board("8/8/8/8/8/2k5/8/K6Q w - - 0 250"), Adjudicator(Rules(max_moves=1))
    assert judge.verdict(board, chess.WHITE, None) is None
    for move in ("h1h2", "c3b3"):
        board.push_uci(move)
    found = judge.verdict(board, chess.BLACK, None)
    assert found is not None and str(found) == "adjudication: one move"
