"""The choice by traps: the sound move that costs people most, never an unsound one, as the panel shows it."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import chess
import pytest

from books.choice.choose import ChoiceSettings, Selection
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.key import encode, position_key
from books.store.book_file import BookFile

VALUES = {"e2e4": 30, "d2d4": 20, "g2g4": -40, "c2c4": None}
WEIGHTS = {"e2e4": 100, "d2d4": 10, "g2g4": 5, "c2c4": 1}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    board = chess.Board()
    with BookFile(tmp_path / "shipped.ratsubook") as book:
        book.put_rows(
            MoveRow(
                position_key(board),
                encode(board, chess.Move.from_uci(uci)),
                Flag.NORMAL,
                WEIGHTS[uci],
                evaluation=value,
                depth=None if value is None else 12,
            )
            for uci, value in VALUES.items()
        )
    with closing(Library(tmp_path / "user.ratsubook", None, tmp_path / "shipped.ratsubook")) as opened:
        yield opened


def _settings(**costs: float) -> ChoiceSettings:
    def traps(board: chess.Board, moves: Sequence[chess.Move]) -> Sequence[float]:
        return [costs.get(move.uci(), 0.0) for move in moves]

    return ChoiceSettings(Selection.TRAPPIEST, traps=traps)


def _chosen(library: Library, settings: ChoiceSettings) -> str:
    choice = library.chooser(settings).choose(chess.Board())
    assert choice is not None
    assert choice.move is not None
    shown = {entry.move: entry.probability for entry in library.look_up(chess.Board(), settings)}
    assert shown[choice.move] == 1.0  # the panel says what is played
    return choice.move.uci()


def test_the_costliest_trap_is_set(library: Library) -> None:
    assert _chosen(library, _settings(d2d4=60, e2e4=20)) == "d2d4"


def test_an_unsound_move_is_not_played_for_its_trap(library: Library) -> None:
    assert _chosen(library, _settings(g2g4=500, e2e4=20)) == "e2e4"


def test_a_move_without_an_evaluation_is_as_sound_as_its_flag(library: Library) -> None:
    assert _chosen(library, _settings(c2c4=90, e2e4=20)) == "c2c4"


def test_among_equal_traps_the_weight_decides(library: Library) -> None:
    assert _chosen(library, _settings(d2d4=21, e2e4=20)) == "e2e4"


def test_without_people_the_best_move_is_played(library: Library) -> None:
    assert _chosen(library, ChoiceSettings(Selection.TRAPPIEST)) == "e2e4"
