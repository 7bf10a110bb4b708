"""Games are split by player for ever, and come back as they were played."""

import io
import itertools
from collections.abc import Iterable
from pathlib import Path

import chess.pgn
import pytest

from engine.ground.errors import RatsuError
from engine.human.predicted_player import Site
from engine.rules.board import CoreBoard
from engine.training.human.games import extract, part_of, read_games
from tests.engine.training.human.made_games import made_pgn


def test_each_player_is_in_one_part_and_a_stricter_part_wins() -> None:
    names = [f"player{number}" for number in range(400)]
    parts = {name: part_of(name) for name in names}
    assert {"sealed", "test", "tune", "teach"} == set(parts.values())
    strict = ("sealed", "test", "tune", "teach")
    for first, second in itertools.pairwise(names):
        assert part_of(first, second) == min(parts[first], parts[second], key=strict.index)
    assert part_of("PLAYER7") == part_of("player7")


def test_the_shares_of_the_parts_are_those_announced() -> None:
    parts = [part_of(f"somebody {number}") for number in range(4000)]
    assert 0.07 < parts.count("sealed") / 4000 < 0.13
    assert 0.07 < parts.count("test") / 4000 < 0.12
    assert 0.015 < parts.count("tune") / 4000 < 0.045


def test_no_name_of_a_kept_part_is_in_what_teaches(tmp_path: Path) -> None:
    """Counted back from the moves: each game of the file is one of a teaching pair, once."""
    pgn = made_pgn(120, seed=4)
    source = tmp_path / "games.pgn"
    source.write_text(pgn)
    counts = extract([source], tmp_path)
    wanted: dict[str, list[tuple[str, ...]]] = {"teach": [], "tune": [], "test": []}
    stream = io.StringIO(pgn)
    while (game := chess.pgn.read_game(stream)) is not None:
        part = part_of(game.headers["White"], game.headers["Black"])
        if part in wanted:
            wanted[part].append(tuple(move.uci() for move in game.mainline_moves()))
    for part, lines in wanted.items():
        found = list(read_games(tmp_path / f"{part}.games"))
        assert len(found) == len(lines) == counts[part]
        assert sorted(_coordinates(game.moves) for game in found) == sorted(lines)
    assert (tmp_path / "test.pgn").read_text().count("[Event ") == counts["test"]


def _coordinates(moves: Iterable[int]) -> tuple[str, ...]:
    board, found = CoreBoard.start(), []
    for move in moves:
        found.append(board.uci(move))
        board.push(move)
    return tuple(found)


def test_ratings_time_and_site_are_kept(tmp_path: Path) -> None:
    source = tmp_path / "games.pgn"
    source.write_text(made_pgn(40, seed=5))
    extract([source], tmp_path)
    game = next(read_games(tmp_path / "teach.games"))
    assert (game.base_s, game.increment_s, game.site) == (300, 3, Site.LICHESS)
    first, second = game.question(0), game.question(1)
    assert (first.elo, first.opponent) == (second.opponent, second.elo) == (game.white, game.black)


def test_games_of_a_prolific_player_count_for_less(tmp_path: Path) -> None:
    source = tmp_path / "games.pgn"
    source.write_text(made_pgn(300, seed=6, white="a teaching player"))
    assert part_of("a teaching player") == "teach"
    extract([source], tmp_path)
    for game in read_games(tmp_path / "teach.games"):
        assert game.shares[0] == pytest.approx((150 / 300) ** 0.5, abs=0.01)
        assert game.shares[1] == 1


def test_a_missing_file_and_one_that_is_cut_off_are_named(tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match=r"none\.games cannot be read"):
        list(read_games(tmp_path / "none.games"))
    short = tmp_path / "short.games"
    short.write_bytes(b"\x01\x02\x03")
    with pytest.raises(RatsuError, match="ends within a game"):
        list(read_games(short))
