"""The explorer's figures, by games whose numbers are worked out by hand."""

import re
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.explorer.counted import EVERY_GAME, GameFilter, GameRef, MoveStatistics, ResultTally
from books.explorer.explorer import Explorer, ExplorerSource
from engine.game.time_control import SpeedClass
from engine.rules.board import CoreBoard

GAMES = """[White "Aho, Anna"]
[Black "Berg, Bo"]
[Date "1990.05.01"]
[Result "1-0"]
[WhiteElo "2400"]
[BlackElo "2200"]
[TimeControl "60"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "Carr, C"]
[Black "Aho, Anna"]
[Date "2001.02.03"]
[Result "1/2-1/2"]
[WhiteElo "2500"]
[BlackElo "2410"]
[TimeControl "300+3"]

1. e4 c5 2. Nf3 d6 1/2-1/2

[White "Dunn, D"]
[Black "Ek, E"]
[Date "2001.02.02"]
[Result "0-1"]
[WhiteElo "1800"]
[TimeControl "40/5400:1800"]

1. Nf3 Nc6 2. e4 e5 3. Bc4 0-1

[White "Fox, F"]
[Black "Goh, G"]
[Result "*"]
[WhiteElo "2000"]
[BlackElo "2100"]

1. d4 d5 2. c4 *

[White "Hall, H"]
[Black "Berg, Bo"]
[Date "2010.??.??"]
[Result "0-1"]
[WhiteElo "2300"]
[BlackElo "2250"]
[TimeControl "1/259200"]

1. e4 e5 2. Ng1e2 Ng8f6 3. Ne2g1 Nf6g8 4. Nf3 Nc6 0-1
"""


def board_after(moves: str = "") -> CoreBoard:
    board = chess.Board()
    for san in moves.split():
        board.push_san(san)
    found = CoreBoard.start()
    found.push_all_uci(move.uci() for move in board.move_stack)
    return found


def by_name(board: CoreBoard, rows: list[MoveStatistics]) -> dict[str, MoveStatistics]:
    return {board.uci(row.move) if row.move else "": row for row in rows}


def collected(folder: Path, text: str = GAMES, name: str = "games") -> Path:
    pgn = folder / f"{name}.pgn"
    pgn.write_text(text)
    path = folder / f"{name}.ratsugames"
    with Collection(path, create=True) as collection:
        import_pgn(collection, pgn)
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return collected(tmp_path_factory.mktemp("explorer"))


def moves(path: Path, line: str = "", choice: GameFilter = EVERY_GAME) -> dict[str, MoveStatistics]:
    board = board_after(line)
    with Explorer.opened([path]) as explorer:
        return by_name(board, explorer.moves(board, choice))


def test_a_move_has_results_ratings_performance_and_its_last_year(path: Path) -> None:
    row = moves(path)["e2e4"]
    assert (row.games, row.results) == (3, ResultTally(1, 1, 1))
    assert row.average_elo == round((2300 + 2455 + 2275) / 3)
    assert row.mover_elo == 2400
    assert row.opponent_elo == round((2200 + 2410 + 2250) / 3)
    assert row.performance == row.opponent_elo  # half of the points
    assert (row.score, row.last_year) == (50.0, 2010)
    black = moves(path, "e4")["e7e5"]
    assert black.opponent_elo == 2350 and black.performance == 2350
    assert moves(path, "e4 c5")["g1f3"].performance == 2410  # a draw


def test_a_win_adds_fides_difference_and_an_unfinished_game_has_no_performance(path: Path) -> None:
    row = moves(path, choice=GameFilter(until=1999))["e2e4"]
    assert row.performance == 2200 + 800  # FIDE B.02, 8.1a: 100 %
    unfinished = moves(path)["d2d4"]
    assert (unfinished.games, unfinished.results, unfinished.performance, unfinished.score) == (
        1,
        ResultTally(),
        None,
        None,
    )


def test_a_game_counts_once_in_a_position_with_its_first_move(path: Path) -> None:
    """The last game comes to the position after 1.e4 e5 twice and plays two moves in it."""
    found = moves(path, "e4 e5")
    assert {move: row.games for move, row in found.items()} == {"g1f3": 1, "g1e2": 1}


def test_positions_are_the_same_whatever_the_order_of_moves(path: Path) -> None:
    found = moves(path, "e4 e5 Nf3 Nc6")
    assert {move: row.games for move, row in found.items()} == {"": 2, "f1c4": 1}


def test_games_that_reach_a_position_by_other_moves_are_counted_beside_the_move(path: Path) -> None:
    board = board_after("e4 e5")
    with Explorer.opened([path]) as explorer:
        rows = explorer.moves(board)
        found = by_name(board, explorer.transposed(board, rows))
    assert (found["g1f3"].games, found["g1f3"].transposed) == (
        1,
        ResultTally(0, 0, 1),
    )  # the game of the circling knight
    nowhere = board_after("Nf3 Nc6")
    with Explorer.opened([path]) as explorer:
        found = by_name(nowhere, explorer.transposed(nowhere, explorer.moves(nowhere)))
    assert set(found) == {"e2e4"}
    other = board_after("e4 Nc6 Nf3")  # one game came here by 1.Nf3 Nc6 2.e4
    with Explorer.opened([path]) as explorer:
        (row,) = explorer.transposed(other, explorer.moves(other))
    assert (other.uci(row.move), row.games, row.transposed) == ("e7e5", 1, ResultTally(1, 0, 1))


@pytest.mark.parametrize(
    ("choice", "counted"),
    [
        (GameFilter(since=2001), {"e2e4": 2, "g1f3": 1}),
        (GameFilter(since=1990, until=2001), {"e2e4": 2, "g1f3": 1}),
        (GameFilter(elo_min=2300), {"e2e4": 2}),
        (GameFilter(elo_min=2300, each=True), {"e2e4": 1}),
        (GameFilter(elo_max=2100), {"g1f3": 1, "d2d4": 1}),
        (GameFilter(elo_max=2100, each=True), {"d2d4": 1}),  # the other has one rating only
        (GameFilter(player="Anna Aho"), {"e2e4": 2}),
        (GameFilter(player="Aho", white=True), {"e2e4": 1}),
        (GameFilter(player="Aho", white=False), {"e2e4": 1}),
        (GameFilter(player="nobody of them"), {}),
        (GameFilter(results=("0-1", "*")), {"e2e4": 1, "g1f3": 1, "d2d4": 1}),
        (GameFilter(speeds=(SpeedClass.BULLET, SpeedClass.BLITZ)), {"e2e4": 2}),
        (GameFilter(speeds=(SpeedClass.CLASSICAL,)), {"g1f3": 1}),
        (GameFilter(speeds=(SpeedClass.CORRESPONDENCE,)), {"e2e4": 1}),
        (GameFilter(since=2001, player="Berg", results=("0-1",)), {"e2e4": 1}),
    ],
)
def test_a_filter_takes_only_the_games_that_it_names(path: Path, choice: GameFilter, counted: dict[str, int]) -> None:
    assert {move: row.games for move, row in moves(path, choice=choice).items()} == counted


def test_results_are_counted_by_rating_in_steps_of_fifty(path: Path) -> None:
    row = moves(path)["e2e4"]
    assert dict(row.by_rating) == {
        2250: ResultTally(0, 0, 1),
        2300: ResultTally(1, 0, 0),
        2450: ResultTally(0, 1, 0),
    }


def test_examples_are_those_of_the_highest_rating_and_the_latest(path: Path) -> None:
    row = moves(path)["e2e4"]
    with Explorer.opened([path]) as explorer:
        top = [game.white for game in explorer.games(row.top_games)]
        latest = [game.white for game in explorer.games(row.latest_games)]
    assert top == ["Carr, C", "Aho, Anna", "Hall, H"]
    assert latest == ["Hall, H", "Carr, C", "Aho, Anna"]


def test_a_game_in_two_sources_counts_once_and_others_are_added(path: Path, tmp_path: Path) -> None:
    one = GAMES[: GAMES.index('[White "Carr')]
    more = one + one.replace("Aho, Anna", "Other, One").replace("2. Nf3 Nc6 1-0", "2. Nf3 Nf6 1-0")
    other = collected(tmp_path, more, "other")
    with Explorer.opened([path, other]) as explorer:
        rows = by_name(CoreBoard.start(), explorer.moves(CoreBoard.start()))
        assert (rows["e2e4"].games, rows["e2e4"].results) == (4, ResultTally(2, 1, 1))
        assert GameRef(1, 2) in rows["e2e4"].top_games and GameRef(1, 1) not in rows["e2e4"].top_games
        assert explorer.games([GameRef(1, 2)])[0].white == "Other, One"
    with Explorer.opened([other, path]) as explorer:
        assert by_name(CoreBoard.start(), explorer.moves(CoreBoard.start()))["e2e4"].games == 4


def test_games_that_another_program_adds_are_counted_by_the_next_look_up(tmp_path: Path) -> None:
    path = collected(tmp_path)
    more = tmp_path / "more.pgn"
    more.write_text('[White "New"]\n[Black "Newer"]\n[Date "2024.01.01"]\n[Result "1-0"]\n\n1. e4 e6 2. d4 1-0\n')
    with Explorer.opened([path]) as explorer:
        assert by_name(CoreBoard.start(), explorer.moves(CoreBoard.start()))["e2e4"].games == 3
        with Collection(path) as other:
            import_pgn(other, more)
        row = by_name(CoreBoard.start(), explorer.moves(CoreBoard.start()))["e2e4"]
    assert (row.games, row.last_year) == (4, 2024)


def test_a_game_that_gets_its_tags_from_a_later_copy_is_counted_by_its_speed(tmp_path: Path) -> None:
    bare = re.sub(r'\[TimeControl ".*"\]\n', "", GAMES)
    assert not moves(collected(tmp_path, bare), choice=GameFilter(speeds=tuple(SpeedClass)))
    path = collected(tmp_path, GAMES)
    fast = GameFilter(speeds=(SpeedClass.BULLET, SpeedClass.BLITZ))
    assert {move: row.games for move, row in moves(path, choice=fast).items()} == {"e2e4": 2}


def test_no_look_up_goes_through_all_games(path: Path) -> None:
    with Explorer.opened([path]) as explorer:
        db = explorer.collection(GameRef(0, 1)).db
        asked: list[str] = []
        db.set_trace_callback(asked.append)
        for choice in (EVERY_GAME, GameFilter(elo_min=2300, each=True), GameFilter(player="Aho", since=1990)):
            explorer.moves(CoreBoard.start(), choice)
        db.set_trace_callback(None)
        selects = [query for query in asked if query.startswith("SELECT")]
        plans = [row[3] for query in selects for row in db.execute(f"EXPLAIN QUERY PLAN {query}")]
    assert any("games" in plan for plan in plans) and not any("SCAN games" in plan for plan in plans)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["", "e4", "e4 e5", "e4 e5 Nf3 Nc6"]),
    st.builds(
        GameFilter,
        since=st.none() | st.integers(1985, 2012),
        elo_min=st.none() | st.integers(1700, 2500),
        each=st.booleans(),
        results=st.sampled_from([(), ("1-0",), ("0-1", "1/2-1/2")]),
    ),
)
def test_the_games_taken_are_those_that_the_moves_count(path: Path, line: str, choice: GameFilter) -> None:
    board = board_after(line)
    with Collection(path) as collection:
        explorer = Explorer([ExplorerSource(collection)])
        rows = explorer.moves(board, choice)
        assert len(explorer.reached(board, choice)) == sum(row.games for row in rows)
        for row in rows:
            assert sum(score.games for score in row.by_rating.values()) == row.results.games <= row.games
