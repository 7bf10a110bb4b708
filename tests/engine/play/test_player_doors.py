"""Wherever a player is asked for, the same games are his: `Adams, Michael`, and nobody whose name only looks like it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from books.building.build import BuildOptions, MoveCounter
from books.collection.editing import deleted
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import search
from books.explorer.explorer import Explorer
from books.formats.games import line_of
from books.preparation.opponent import read_opponent
from desktop.services.files.collected_games import CollectedGames
from engine.ground.user_name import USER
from engine.jobs.habits import BookDeviationsRequest
from engine.jobs.habits import _games as habit_games
from engine.pgn.index import GameList
from engine.pgn.reader import read_games, read_main_lines
from engine.pgn.standings import most_frequent, player_page
from engine.play.book.own_games import own_games
from engine.play.review.rating.games import side_of

HIS = ("Adams, Michael", "Adams,M", "Michael Adams", "ADAMS, MICHAEL")
OTHERS = ("Rohde Michael A (USA)", "Brooks, Michael A", "Adams, Ann", "Adamson, Michael", "Müller, Jürgen")


def games(folder: Path) -> Path:
    """One game of each as White, the first move of each another one."""
    moves = ("a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4")
    path = folder / "names.pgn"
    path.write_text(
        "\n".join(
            f'[White "{name}"]\n[Black "Nobody {number}"]\n[Result "1-0"]\n\n1. {move} e5 1-0\n'
            for number, (name, move) in enumerate(zip((*HIS, *OTHERS), moves, strict=True))
        )
    )
    return path


def prepared(path: Path, asked: str) -> int:
    with Collection(path.with_suffix(".ratsugames"), create=True) as collection:
        import_pgn(collection, path)
    with Explorer.opened([path.with_suffix(".ratsugames")]) as explorer:
        return len(read_opponent(explorer, asked, path.name).games)


def learned(path: Path, asked: str) -> int:
    return len(list(own_games(path, asked)))


def habits(path: Path, asked: str) -> int:
    return len(list(habit_games(BookDeviationsRequest(path, asked))))


def reviewed(path: Path, asked: str) -> int:
    return sum(side_of(game, asked) is True for game in read_games(path))


def counted(path: Path, asked: str) -> int:
    with MoveCounter(BuildOptions(1, min_games=1, players=(asked,))) as counter:
        for game in read_main_lines(path):
            counter.add(line_of(game, 1))
        return sum(one.games for one in counter.counts())


def on_his_page(path: Path, asked: str) -> int:
    listed = GameList(path)
    assert list(listed.load())
    rows = [listed.row(row) for row in range(len(listed))]
    listed.close()
    return player_page(most_frequent(rows, asked), rows).white.games


def collected(path: Path, asked: str) -> int:
    with Collection(path.with_suffix(".collection"), create=True) as collection:
        import_pgn(collection, path)
        found = {len(search(collection, query)) for query in (Query(player=asked), Query(white=asked))}
    assert len(found) == 1
    return found.pop()


DOORS = (prepared, learned, habits, reviewed, counted, on_his_page, collected)


@pytest.mark.parametrize("door", DOORS)
def test_every_door_takes_the_same_games(door: Callable[[Path, str], int], tmp_path: Path) -> None:
    path = games(tmp_path)
    assert door(path, "Adams, Michael") == len(HIS)
    assert door(path, "mueller, juergen") == 1


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("asked", USER)
def test_games_saved_without_a_name_are_the_users_in_every_language(
    door: Callable[[Path, str], int], asked: str, tmp_path: Path
) -> None:
    path = tmp_path / "names.pgn"
    moves = ("a3", "b3", "c3", "d3", "e3", "f3")
    path.write_text(
        "\n".join(
            f'[White "{name}"]\n[Black "Nobody {number}"]\n[Result "1-0"]\n\n1. {move} e5 1-0\n'
            for number, (name, move) in enumerate(zip((*USER, "Youmans"), moves, strict=True))
        ),
        encoding="utf-8",
    )
    assert door(path, asked) == len(USER)


def test_lists_find_parts_of_names_with_plain_letters(tmp_path: Path) -> None:
    names = ("Đokić, A", "Ødegård, Åse", "O’Neil, Pat", "Işıl, I", "Müller, K", "Œdipe, R", "Þór, J", "Magnus Alpha")
    path = tmp_path / "names.pgn"
    path.write_text("\n".join(f'[White "{name}"]\n[Black "B"]\n\n1. e4 *\n' for name in names), encoding="utf-8")
    typed = ("djok", "odegaard", "o'nei", "isil", "muelle", "oedi", "thor", "alpha magn")
    listed = GameList(path)
    assert list(listed.load())
    with Collection(tmp_path / "names.collection", create=True) as collection:
        import_pgn(collection, path)
        for row, words in enumerate(typed):
            assert list(listed.matching(words)) == [row], words
            assert [game.id for game in search(collection, Query(headers=words))] == [row + 1], words
            assert [game.id for game in search(collection, Query(player=words))] == [row + 1], words
        assert [game.id for game in search(collection, Query(headers="white:mueller"))] == [5]
        assert search(collection, Query(headers="black:mueller")) == []
    listed.close()


def test_lists_find_a_player_by_another_spelling(tmp_path: Path) -> None:
    names = ("Kasparov, Garry", "Garri Kasparow", "Kasparyan, Genrikh", "Karpov, Anatoly", "Алехин, Александр")
    path = tmp_path / "names.pgn"
    games = (f'[White "{name}"]\n[Black "B"]\n[Date "19{80 + row}.01.02"]\n' for row, name in enumerate(names))
    path.write_text(
        "\n".join(f"{tags}\n1. {move} *\n" for tags, move in zip(games, ["a3", "b3", "c3", "d3", "e3"], strict=True)),
        encoding="utf-8",
    )
    typed = {
        "kasparow": [0, 1],
        "garri kasparow 1980": [0],
        "1981 garry kasparov": [1],
        "karpow anatoli": [3],
        "kaspar": [0, 1, 2],
        "kasparow karpov": [],
        "1980 1981": [],
    }
    listed = GameList(path)
    assert list(listed.load())
    home = tmp_path / "names.collection"
    with Collection(home, create=True) as collection:
        import_pgn(collection, path)
        for words, rows in typed.items():
            assert list(listed.matching(words)) == rows, words
            assert [game.id - 1 for game in search(collection, Query(headers=words))] == rows, words
        deleted(collection, range(1, 6))
    bin_of = CollectedGames(home, Query(), binned=True)
    assert list(bin_of.load())
    for words, rows in typed.items():
        assert [bin_of.number(row) - 1 for row in bin_of.matching(words)] == rows, words
    listed.close()
