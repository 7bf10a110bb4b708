"""Novelties: moves of hand-counted lines that no game holds, near enough to the best."""

from collections.abc import Sequence
from pathlib import Path

import chess

from books.analysis import Analysis
from books.formats.games import read_lines
from books.key import position_key
from books.preparation.novelty import SECOND_LOOK, Novelty, PlayedMoves, find_novelties
from tests.books.helpers import after, line
from tests.books.preparation.aino import write_games

LINE = line("1.e4 c5")


class Table:
    """Values of moves by position and notation; -500 for every other."""

    def __init__(self, values: dict[str, dict[str, int]], deep: dict[str, int] | None = None) -> None:
        self._values = {position_key(after(text)): moves for text, moves in values.items()}
        self._deep = deep or {}
        self.calls: list[int] = []

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        self.calls.append(times)
        here = self._values.get(position_key(board), {})
        found = {}
        for move in root_moves or board.legal_moves:
            san = board.san(move)
            value = here.get(san, -500)
            found[move] = self._deep.get(san, value) if times == SECOND_LOOK else value
        best = max(found, key=lambda move: found[move])
        return Analysis(best, found[best], 20, 1000, "table")


def _played(folder: Path, moves: list[chess.Move] = LINE) -> PlayedMoves:
    played = PlayedMoves([moves])
    for game in read_lines(write_games(folder), 40):
        played.add(game)
    return played


def _texts(found: list[Novelty]) -> list[tuple[str, int, int]]:
    return [(one.board.san(one.move), one.centipawns, one.games) for one in found]


def test_a_good_move_that_no_game_holds_is_found(tmp_path: Path) -> None:
    values = {"1.e4 c5": {"Nf3": 30, "c3": 28, "Nc3": 25, "Bc4": 10}}
    found = list(find_novelties(_played(tmp_path), Table(values), from_ply=2))
    assert _texts(found) == [("Nc3", 25, 5)]  # Nf3 and c3 were played, Bc4 is 20 below the best
    assert found[0].best == found[0].board.parse_san("Nf3")
    assert found[0].best_centipawns == 30


def test_the_margin_and_the_number_can_be_chosen(tmp_path: Path) -> None:
    values = {"1.e4 c5": {"Nf3": 30, "Nc3": 25, "Bc4": 10, "d4": 24}}
    wide = list(find_novelties(_played(tmp_path), Table(values), within=20, from_ply=2))
    assert [text for text, _, _ in _texts(wide)] == ["Nc3", "d4", "Bc4"]
    assert len(list(find_novelties(_played(tmp_path), Table(values), within=20, from_ply=2, most=1))) == 1


def test_a_second_longer_look_must_agree(tmp_path: Path) -> None:
    values = {"1.e4 c5": {"Nf3": 30, "Nc3": 25}}
    assert not list(find_novelties(_played(tmp_path), Table(values, {"Nc3": -40}), from_ply=2, most=1))


def test_a_move_into_a_position_that_games_reached_is_no_novelty(tmp_path: Path) -> None:
    played = PlayedMoves([line("1.d4 Nf6")])
    path = tmp_path / "games.pgn"
    path.write_text('[Result "1-0"]\n\n1. c4 Nf6 2. d4 e6 1-0\n\n[Result "1-0"]\n\n1. d4 Nf6 2. Nf3 1-0\n')
    for game in read_lines(path, 40):
        played.add(game)
    values = {"1.d4 Nf6": {"c4": 30, "Nf3": 20, "Bg5": 25}}
    found = list(find_novelties(played, Table(values), from_ply=2))
    assert _texts(found) == [("Bg5", 25, 1)]  # c4 leads to where the first game came by 1.c4


def test_moves_that_others_hold_are_none(tmp_path: Path) -> None:
    played = _played(tmp_path)
    board = after("1.e4 c5")
    from books.key import encode

    played.hold(position_key(board), [encode(board, board.parse_san("Nc3"))], 40)
    values = {"1.e4 c5": {"Nf3": 30, "Nc3": 25}}
    assert not list(find_novelties(played, Table(values), from_ply=2))
    assert played.positions[position_key(board)].games == 40


def test_positions_that_no_game_reached_are_passed_over(tmp_path: Path) -> None:
    table = Table({})
    assert not list(find_novelties(_played(tmp_path, line("1.b3 b6 2.Bb2")), table, from_ply=1))
    assert not table.calls
