"""The user's labels of games: given, found, renamed and taken back; imports and exports leave them alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.labels import (
    FAVOURITE,
    LabelChange,
    LabelError,
    cleaned,
    give,
    label_counts,
    labelled,
    labels_by_game,
    renamed,
    undone,
)
from books.collection.query import Query
from books.collection.search import search
from engine.command_line import main

MOVES = ("e4", "d4", "c4", "Nf3")
GAMES = "".join(f'[White "Anna"]\n[Black "Bo"]\n[Round "{at}"]\n\n1. {move} *\n\n' for at, move in enumerate(MOVES))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "games.pgn").write_text(GAMES)
    with Collection(tmp_path / "my.collection", create=True) as games:
        import_pgn(games, tmp_path / "games.pgn")
    return tmp_path / "my.collection"


def found(games: Collection, label: str, headers: str = "", manoeuvre: str = "") -> list[int]:
    return [game.id for game in search(games, Query(label=label, headers=headers, manoeuvre=manoeuvre))]


def test_a_collection_without_labels_has_none(path: Path) -> None:
    with Collection(path) as games:
        assert labels_by_game(games) == {} == label_counts(games)
        assert found(games, "anything") == []


def test_games_are_found_by_their_label_and_by_those_above_it(path: Path) -> None:
    with Collection(path) as games:
        labelled(games, [1, 3], " Openings /Sicilian")
        labelled(games, [2], "Openings")
        labelled(games, [4], "Openings0")
        labelled(games, [1], FAVOURITE)
        assert found(games, "Openings/Sicilian") == [1, 3]
        assert found(games, "Openings") == [1, 2, 3]
        assert found(games, "Openings", headers="round:2") == [3]
        assert found(games, "Openings", manoeuvre="Pc2-c4") == [3]
        assert found(games, "opening") == []
        assert labels_by_game(games)[1] == ("Openings/Sicilian", FAVOURITE)
        assert label_counts(games) == {"Openings": 1, "Openings/Sicilian": 2, "Openings0": 1, FAVOURITE: 1}


def test_every_change_of_labels_is_undone_and_redone(path: Path) -> None:
    with Collection(path) as games:
        changes = [labelled(games, [1, 2], "A"), labelled(games, [2, 3], "A/B")]
        states = [labels_by_game(games)]
        steps: tuple[Callable[[], LabelChange], ...] = (
            lambda: labelled(games, [2], "A", on=False),
            lambda: renamed(games, "A", "C/D"),
            lambda: labelled(games, [1, 3], "C"),
            lambda: renamed(games, "C/D", "C"),  # game 1 has both
            lambda: give(games, {4: ("X", "Y"), 1: ("C",)}),
            lambda: renamed(games, "C", ""),
        )
        for make in steps:
            changes.append(make())
            states.append(labels_by_game(games))
        assert states[2] == {1: ("C/D",), 2: ("C/D/B",), 3: ("C/D/B",)}
        assert states[4] == {1: ("C",), 2: ("C/B",), 3: ("C", "C/B")}
        assert states[-1] == {4: ("X", "Y")}
        redo = []
        for change, state in zip(reversed(changes[2:]), reversed(states[:-1]), strict=True):
            redo.append(undone(change))
            assert labels_by_game(games) == state
        for change, state in zip(reversed(redo), states[1:], strict=True):
            undone(change)
            assert labels_by_game(games) == state


@pytest.mark.parametrize("text", ["", " / ", "a\nb", "x" * 201, "a\x00"])
def test_what_cannot_be_a_label_is_refused(path: Path, text: str) -> None:
    if text == "a\nb":
        assert cleaned(text) == "a b"
        return
    with Collection(path) as games, pytest.raises(LabelError):
        labelled(games, [1], text)


def test_labels_outlive_an_import_of_the_same_file(path: Path) -> None:
    with Collection(path) as games:
        labelled(games, [2], FAVOURITE)
        source = path.with_name("games.pgn")
        source.write_text(GAMES + "\n")
        assert import_pgn(games, source).duplicates == 4
        assert labels_by_game(games) == {2: (FAVOURITE,)}
        (game,) = search(games, Query(label=FAVOURITE))
        assert FAVOURITE not in text_of(games, game)


def test_the_console_labels_what_it_finds_and_exports_labels_only_when_asked(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "label", str(path), "Study/Ann", "--headers", "round:1"]) == 0
    assert "1 game found, 1 changed" in capsys.readouterr().out
    assert main(["games", "search", str(path), "--label", "Study"]) == 0
    assert capsys.readouterr().out.count("Anna") == 1
    for options, there in ((), False), (("--labels",), True):
        assert main(["games", "export", str(path), "--label", "Study", *options, "-o", "-"]) == 0
        out = capsys.readouterr().out
        assert '[Round "1"]' in out and ('[Labels "Study/Ann"]' in out) is there
    assert main(["games", "label", str(path), "Study/Ann", "--remove"]) == 0
    assert "4 games found, 1 changed" in capsys.readouterr().out


def test_the_console_takes_a_collection_of_the_window_by_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.ground import user_files

    data = path.parent / "data"
    (data / "collections").mkdir(parents=True)
    path.rename(data / "collections" / "Club games.ratsugames")
    monkeypatch.setattr(user_files, "data_folder", lambda: data)
    monkeypatch.chdir(path.parent)
    assert main(["games", "search", "Club games", "--headers", "round:3"]) == 0
    assert capsys.readouterr().out.count("Anna") == 1
    assert main(["games", "search", "Other"]) == 1
