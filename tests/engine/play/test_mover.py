"""The real rooms behind one mover: search, own book, tablebases, levels."""

import time
from collections.abc import Iterator
from functools import partial

import chess
import pytest

from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.outcome import by_rules
from engine.game.python_board import game_position
from engine.game.reason_words import english
from engine.game.stopper import Stopper
from engine.ground.errors import OptionError
from engine.levels import strength_of
from engine.play.mover import RatsuMover
from engine.play.overlooked_recaptures import overlooked_recaptures
from tests.helpers.endless import Endless
from tests.helpers.shared import shared_file

START = GamePosition(chess.STARTING_FEN, chess960=False)


@pytest.fixture
def mover() -> Iterator[RatsuMover]:
    made = RatsuMover(seed=1)
    yield made
    made.close()


def play_out(mover: RatsuMover, fen: str, limits: Limits, most_plies: int) -> tuple[chess.Board, list[MoveChoice]]:
    board = chess.Board(fen)
    choices = []
    while by_rules(board) is None and len(board.move_stack) < most_plies:
        choice = mover.choose(game_position(fen, board), limits)
        choices.append(choice)
        board.push_uci(choice.move)
    return board, choices


def test_the_queen_ending_is_won_from_the_tablebases(mover: RatsuMover) -> None:
    folder = shared_file("data/syzygy")
    told = mover.set_option("SyzygyPath", str(folder))
    assert str(told[0]).startswith("Found ") and "tablebase files (up to 4-man)" in str(told[0])
    board, choices = play_out(mover, "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", Limits(nodes=2000), 60)
    assert board.is_checkmate() and board.turn == chess.BLACK
    assert {choice.source for choice in choices} == {ChoiceSource.TABLEBASES}
    counted = [str(choice).split(";")[0] for choice in choices[::2]]
    assert (counted[0], counted[-1]) == ("endgame tables: mate in 9", "endgame tables: mate")
    moves = [int(words.removeprefix("endgame tables: mate in ")) for words in counted[:-1]]
    assert moves == sorted(set(moves), reverse=True), "each move is one of the shortest way"


def test_bishop_and_knight_mate_from_the_tablebases(mover: RatsuMover) -> None:
    mover.set_option("SyzygyPath", str(shared_file("data/syzygy")))
    board, _ = play_out(mover, "8/8/8/3k4/8/8/8/KBN5 w - - 0 1", Limits(nodes=3000), 140)
    assert board.is_checkmate() and board.turn == chess.BLACK


def test_the_only_saving_move_is_played_at_once(mover: RatsuMover) -> None:
    mover.set_option("SyzygyPath", str(shared_file("data/syzygy")))
    # 1...Kd7 keeps the opposition, everything else loses: KPvK.rtbw says so, move by move
    choice = mover.choose(GamePosition("8/4k3/8/3KP3/8/8/8/8 b - - 0 1", chess960=False), Limits(nodes=1000))
    assert (choice.move, choice.source) == ("e7d7", ChoiceSource.TABLEBASES)
    assert choice.result is not None and choice.result.nodes == 0


def test_without_probing_the_search_plays_alone(mover: RatsuMover) -> None:
    mover.set_option("SyzygyProbeLimit", "0")
    choice = mover.choose(GamePosition("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", chess960=False), Limits(nodes=1000))
    assert choice.source is ChoiceSource.SEARCH


def test_the_shipped_book_answers_only_if_it_is_wanted(mover: RatsuMover) -> None:
    assert mover.choose(START, Limits(nodes=500)).source is ChoiceSource.SEARCH
    assert mover.set_option("OwnBook", "true") == ()
    choice = mover.choose(START, Limits(nodes=500))
    assert (
        choice.source is ChoiceSource.BOOK
        and english(choice.reason)
        and chess.Move.from_uci(choice.move) in chess.Board().legal_moves
    )
    mover.set_option("OwnBook", "false")
    assert mover.choose(START, Limits(nodes=500)).source is ChoiceSource.SEARCH


def test_a_level_limits_nodes_and_depth_until_it_is_lifted(mover: RatsuMover) -> None:
    mover.set_option("UCI_Elo", "1000")
    mover.set_option("UCI_LimitStrength", "true")
    mover.set_option("Human Like", "false")
    limited = mover.choose(START, Limits(move_time_ms=2000)).result
    assert limited is not None and limited.lines[0].depth <= strength_of(1000).depth
    assert limited.nodes <= strength_of(1000).nodes + 32  # how far the first iteration may go beyond
    mover.set_option("UCI_LimitStrength", "false")
    free = mover.choose(START, Limits(nodes=50_000)).result
    assert free is not None and free.lines[0].depth > limited.lines[0].depth


def test_options_are_refused_with_the_engines_words(mover: RatsuMover) -> None:
    for name, value in (("Hash", "abc"), ("Hash", "-5"), ("Threads", "999999999999"), ("Nothing", "1"), ("", "")):
        with pytest.raises(OptionError):
            mover.set_option(name, value)
    assert mover.set_option("hash", "8") == ()


def test_every_option_is_declared(mover: RatsuMover) -> None:
    lines = "\n".join(mover.option_lines())
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "Clear Hash", "OwnBook", "SyzygyPath"):
        assert f"option name {name} type " in lines
    for name in ("UCI_Chess960", "UCI_ShowWDL", "UCI_LimitStrength", "UCI_Elo", "SyzygyProbeDepth", "Syzygy50MoveRule"):
        assert f"option name {name} type " in lines


def test_a_stop_ends_an_infinite_search_soon(mover: RatsuMover) -> None:
    stopper = Stopper()
    searching = Endless(lambda: mover.choose(START, Limits(infinite=True), stopper=stopper))
    time.sleep(0.2)
    assert searching.spent_after(stopper.stop) < 1.0 and searching.result


def test_the_explanation_names_terms_and_their_sum(mover: RatsuMover) -> None:
    text = mover.explain(START)
    assert "material" in text and "classical total, from White" in text
    assert mover.explain_terms(START).terms


def test_the_explanation_shows_what_full_strength_plays_by_beside_the_classical_evaluation(mover: RatsuMover) -> None:
    position = GamePosition(
        "4k3/8/8/8/8/8/4q3/3RK2R w K - 0 1", chess960=False
    )  # in check: without the queen Black's king alone is left
    view = mover.explain_terms(position).network
    assert view is not None and view.plays and [piece.square for piece in view.pieces] == ["d1", "h1", "e2"]
    assert f"network {view.total / 100:+.2f}, classical" in mover.explain(position)
    blocked = mover.explain_terms(GamePosition("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", chess960=False)).network
    assert blocked is not None and blocked.pieces[1].worth is None  # without the black rook Black would stand in check
    mover.set_option("Use NNUE", "false")
    assert mover.explain_terms(position).network is None and mover.explain(position).startswith("term")


CAPTURED = GamePosition(
    chess.STARTING_FEN, ("e2e4", "d7d5", "e4d5"), chess960=False
)  # 2...Qxd5 or 2...Nf6, the Scandinavian


def test_a_recapture_is_overlooked_as_often_as_the_level_says() -> None:
    assert overlooked_recaptures(CAPTURED, 0, 1) == ()
    assert overlooked_recaptures(CAPTURED, 1000, 1) == ("d8d5",)
    missed = sum(overlooked_recaptures(CAPTURED, 100, seed) != () for seed in range(2000))
    assert 140 <= missed <= 260  # 200 are expected, 13 is the standard deviation


def test_the_same_recapture_is_overlooked_alike_all_game() -> None:
    assert len({overlooked_recaptures(CAPTURED, 500, 7) for _ in range(10)}) == 1


def test_a_lost_queen_is_always_taken_back() -> None:
    queen = GamePosition(chess.STARTING_FEN, ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d2", "c1d2"), chess960=False)
    assert overlooked_recaptures(queen, 1000, 1) == ()
    taken = GamePosition("4k3/8/8/3q4/4B3/8/8/3QK3 b - - 0 1", ("d5d1",), chess960=False)
    assert overlooked_recaptures(taken, 1000, 1) == ()


def test_a_quiet_move_leaves_nothing_to_overlook() -> None:
    assert overlooked_recaptures(GamePosition(chess.STARTING_FEN, ("e2e4",), chess960=False), 1000, 1) == ()
    assert overlooked_recaptures(START, 1000, 1) == ()


def test_a_level_that_overlooks_everything_still_moves(mover: RatsuMover) -> None:
    mover.set_option("UCI_LimitStrength", "true")
    mover.set_option("UCI_Elo", "600")
    only = GamePosition("7k/8/8/8/8/8/1q6/K2N4 w - - 0 1", chess960=False)  # Nxb2 and Kxb2 are all there is
    assert mover.choose(only, Limits(nodes=100)).move in ("d1b2", "a1b2")


def test_a_stopped_bench_leaves_soon_wherever_the_stop_falls(mover: RatsuMover) -> None:
    for pause_s in (0.0, 0.02, 0.1, 0.3):
        stopper = Stopper()
        lines: list[str] = []
        running = Endless(partial(mover.bench, 30, lines.append, stopper))
        time.sleep(pause_s)
        assert running.spent_after(stopper.stop) < 5.0 and not any(line.startswith("bench ") for line in lines)


@pytest.mark.parametrize("elo", [600, 1500, 2300])
def test_a_level_wins_from_the_tables_without_giving_up_a_piece(mover: RatsuMover, elo: int) -> None:
    """By the tables alone 72...Ba3 was played here: the capture comes sooner than the mate."""
    for name, value in (("UCI_LimitStrength", True), ("UCI_Elo", elo)):
        mover.set_option(name, value)
    board, choices = play_out(mover, "8/8/8/3q4/K7/8/1b4k1/8 b - - 0 1", Limits(move_time_ms=5_000), 40)
    assert board.is_checkmate() and chess.popcount(board.occupied) == 4
    assert {choice.source for choice in choices} == {ChoiceSource.TABLEBASES}


def test_a_style_decides_what_is_dubious_in_the_book(mover: RatsuMover) -> None:
    """Perus-Shakki sees 1...c5, 1...e5 and 1...c6 half a pawn behind 1...e6, as it counts mobility; Ratsu itself does not."""
    mover.set_option("OwnBook", True)
    reply = GamePosition(chess.STARTING_FEN, ("e2e4",), chess960=False)
    assert "against the style" not in str(mover.choose(reply, Limits(nodes=100)))
    mover.set_option("Style", "Perus-Shakki 2004")
    assert str(mover.choose(reply, Limits(nodes=100))).endswith("against the style ($): c5, e5, c6")
