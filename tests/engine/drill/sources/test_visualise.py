"""Questions without a board: colours, knight paths, moves that are only told, and their rating."""

import random

import chess
from hypothesis import given
from hypothesis import strategies as st

from engine.drill.deck import Deck
from engine.drill.deck_file import DeckFile, as_file, of_file
from engine.drill.session import Session
from engine.drill.sources.visualise import VisualKind, VisualSource, VisualTask, colour_of, path_of, progress_of

SQUARES = st.sampled_from(chess.SQUARE_NAMES)


@given(SQUARES)
def test_colours_are_those_of_the_board(square: str) -> None:
    light = bool(chess.BB_LIGHT_SQUARES & chess.BB_SQUARES[chess.parse_square(square)])
    assert colour_of(square) == ("light" if light else "dark")


@given(SQUARES, SQUARES)
def test_a_path_is_made_of_knight_moves_and_none_is_shorter(start: str, goal: str) -> None:
    path = path_of(start, goal)
    reached = {start}
    for square, before in zip(path, (start, *path), strict=False):
        assert chess.parse_square(square) in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[chess.parse_square(before)])
        assert goal not in reached
        reached = {
            chess.square_name(one)
            for name in reached
            for one in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[chess.parse_square(name)])
        }
    assert goal in reached


def test_any_shortest_path_is_right_with_or_without_its_first_square() -> None:
    task = VisualTask(VisualKind.KNIGHT, 1000, start="b1", goal="d5")
    assert all(map(task.fits, ("c3 d5", "b1 c3 d5", "C3, D5")))
    assert not any(map(task.fits, ("a3 d5", "c3", "c3 e4 d5", "")))


def test_a_blindfold_move_is_answered_after_moves_that_are_not_on_the_board() -> None:
    source = VisualSource(
        DeckFile(None, lambda _load: Deck(), lambda _content: None), random.Random(1), [VisualKind.BLINDFOLD]
    )
    for _ in range(20):
        task = source.next()
        assert len(task.told) in (2, 4) and task.fits(task.answer) and task.solution
        wrong = next((move.uci() for move in task.board.legal_moves if not task.fits(move.uci())), None)
        assert wrong is None or not source.judge(task, wrong).right


def test_the_rating_follows_the_answers_and_the_tasks_follow_the_rating() -> None:
    file = DeckFile(None, lambda _load: Deck(), lambda _content: None)
    session = Session(VisualSource(file, random.Random(2)))
    asked = []
    for _ in range(25):
        task = session.next()
        assert task is not None
        asked.append(task.rating)
        session.give_up()
    progress = progress_of(of_file(as_file(file.value())))
    assert progress.glicko.rating < 900 and (progress.solved, progress.failed) == (0, 25)
    assert sum(asked[-5:]) < sum(asked[:5]) and max(asked[-5:]) <= 1250


def test_a_knight_has_a_way_to_go() -> None:
    file = DeckFile(None, lambda _load: Deck(), lambda _content: None)
    source = VisualSource(file, random.Random(3), [VisualKind.KNIGHT])
    tasks = [source._drawn(VisualKind.KNIGHT) for _ in range(300)]
    assert all(task.start != task.goal for task in tasks)
    assert any(task.start < task.goal for task in tasks) and any(task.start > task.goal for task in tasks)
