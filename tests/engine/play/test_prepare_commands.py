"""`ratsu book prepare`, `novelties` and `people`, and `ratsu play --spar`, on hand-counted games."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from books.choice.library import Library
from books.repertoire.store import RepertoireStore
from engine import command_line as cli
from engine.jobs.preparation import SPARRING
from tests.books.preparation.aino import write_games
from tests.helpers.program import run_ratsu

Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, folder: Path, *arguments: str) -> Any:
    """The JSON that a command prints."""
    assert cli.main(["book", *arguments, "--json", "--folder", str(folder / "books")]) == 0
    return json.loads(capsys.readouterr().out)


def prepare(capsys: Captured, folder: Path, *more: str) -> Any:
    """Prepares for Aino, following every game."""
    games = str(write_games(folder))
    return run(capsys, folder, "prepare", games, "--player", "Virtanen, Aino", "--min-games", "1", *more)


@pytest.mark.parametrize("command", ["prepare", "novelties", "people"])
def test_every_command_has_help_with_an_example(capsys: Captured, command: str) -> None:
    with pytest.raises(SystemExit):
        cli.main(["book", command, "--help"])
    assert f"example:\n  ratsu book {command}" in capsys.readouterr().out


def test_the_opponents_games_are_those_counted_by_hand(capsys: Captured, tmp_path: Path) -> None:
    found = prepare(capsys, tmp_path)
    assert (found["games"], found["read"]) == (9, 11)
    white, black = found["sides"]
    assert white["results"] == {"wins": 3, "draws": 1, "losses": 2, "unfinished": 0}  # hers, with Black
    assert black["results"] == {"wins": 1, "draws": 1, "losses": 0, "unfinished": 1}
    assert white["years"]["2022"] == {"wins": 1, "draws": 0, "losses": 2, "unfinished": 0}
    assert white["usual"] == pytest.approx(2.5 / 6)
    assert white["lines"][0]["moves"][:2] == ["e2e4", "c7c5"]
    first = white["choices"][0]
    assert first["move"] == "e2e4"
    assert first["others"]["d2d4"] < first["expected"]  # she won the only game against it


def test_years_sides_and_results_are_chosen(capsys: Captured, tmp_path: Path) -> None:
    found = prepare(capsys, tmp_path, "--side", "white", "--since", "2021", "--until", "2022", "--result", "lost")
    assert [side["side"] for side in found["sides"]] == ["white"]
    assert found["sides"][0]["results"] == {"wins": 0, "draws": 0, "losses": 2, "unfinished": 0}


def test_what_is_kept_leads_is_listed_and_removed(capsys: Captured, tmp_path: Path) -> None:
    path = Path(prepare(capsys, tmp_path, "--side", "white", "--keep")["book"])
    shown = run(capsys, tmp_path, "show")["moves"]
    assert [move["san"] for move in shown if move["probability"] == 1.0] == ["e4"]  # not 1.d4, which she won against
    assert any("book Virtanen, Aino" in move["reason"] for move in shown)
    assert [book["path"] for book in run(capsys, tmp_path, "prepare", "--list")["books"]] == [str(path)]
    assert run(capsys, tmp_path, "prepare", "--remove", path.name)["removed"] == str(path)
    assert not path.exists()
    assert run(capsys, tmp_path, "prepare", "--list")["books"] == []
    assert not any(move["probability"] == 1.0 for move in run(capsys, tmp_path, "show")["moves"])


@pytest.mark.parametrize("side", ["white", "both"])
def test_what_is_kept_is_a_repertoire_for_each_side_until_it_is_removed(
    capsys: Captured, tmp_path: Path, side: str
) -> None:
    kept = ("--side", side) if side != "both" else ()
    path = Path(prepare(capsys, tmp_path, *kept, "--keep")["book"])
    with contextlib.closing(Library(tmp_path / "books" / "user.ratsubook", None)) as books:
        store = RepertoireStore(books)
        rows = store.all()
        assert [row.white for row in rows] == ([True] if side == "white" else [True, False])
        assert all(row.name.startswith("Virtanen, Aino") and row.books == (str(path),) for row in rows)
        assert any(spot.path for spot in store.asked(rows[0]))  # her replies lead on
    run(capsys, tmp_path, "prepare", "--remove", path.name)
    with contextlib.closing(Library(tmp_path / "books" / "user.ratsubook", None)) as books:
        assert not RepertoireStore(books).all()


def test_only_what_preparing_made_is_removed(capsys: Captured, tmp_path: Path) -> None:
    prepare(capsys, tmp_path)
    user = tmp_path / "books" / "user.ratsubook"
    assert cli.main(["book", "prepare", "--remove", str(user), "--folder", str(tmp_path / "books")]) == 1
    assert "Nothing was removed" in capsys.readouterr().err
    assert user.exists()


def test_the_sparring_partner_plays_her_openings_at_her_rating(capsys: Captured, tmp_path: Path) -> None:
    path = Path(prepare(capsys, tmp_path, "--spar")["sparring"])
    assert path.parent == tmp_path / "books" / SPARRING
    done = run_ratsu("play", "--spar", str(path), "--side", "white", "--nodes", "200", typed="e4\nc3\nquit\n")
    assert done.returncode == 0
    assert "Ratsu plays c5   (opening book: " in done.stdout and "book Virtanen, Aino)" in done.stdout
    assert "Ratsu plays d5" in done.stdout or "Ratsu plays Nf6" in done.stdout


def test_a_sparring_book_that_is_missing_is_said(capsys: Captured, tmp_path: Path) -> None:
    assert cli.main(["play", "--spar", str(tmp_path / "nobody.ratsubook")]) == 1
    assert "Prepare for this opponent again" in capsys.readouterr().err


def test_novelties_are_no_moves_of_the_games(capsys: Captured, tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    rows = ("1. a3 a6 2. e4", "1. a3 a6 2. d4", "1. a3 h6 2. e4")
    games.write_text("".join(f'[Result "1-0"]\n\n{row} 1-0\n\n' for row in rows))
    found = run(
        capsys,
        tmp_path,
        "novelties",
        str(games),
        "--moves",
        "a3 a6",
        "--from-move",
        "2",
        "--nodes",
        "3000",
        "--within",
        "40",
    )["novelties"]
    assert found
    assert not {one["move"] for one in found} & {"e2e4", "d2d4"}
    assert all(one["best_centipawns"] - one["centipawns"] <= 40 for one in found)


def test_novelties_of_lines_that_no_game_reaches_are_refused(capsys: Captured, tmp_path: Path) -> None:
    arguments = ["book", "novelties", str(write_games(tmp_path)), "--moves", "a3 a6 a4 a5 Ra2", "--from-move", "4"]
    assert cli.main([*arguments, "--folder", str(tmp_path / "books"), "--nodes", "100"]) == 0
    assert "no novelty was found" in capsys.readouterr().out


def test_people_of_a_rating_score_with_the_books_moves(capsys: Captured, tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    tags = '[WhiteElo "1600"]\n[BlackElo "1600"]\n'
    played = ("1-0", "1. e4 e5"), ("0-1", "1. d4 d5")
    games.write_text(
        "".join(
            f'[White "W{number}"]\n[Black "B{number}"]\n{tags}[Result "{result}"]\n\n{moves} {result}\n\n'
            for result, moves in played
            for number in range(30)  # of different players: a game counts once
        )
    )
    found = {move["move"]: move for move in run(capsys, tmp_path, "people", str(games), "--elo", "1600")["moves"]}
    assert found["e2e4"]["games"] == pytest.approx(30, rel=0.01)  # results are counted in steps of 50
    assert found["e2e4"]["score"] > 0.8 > 0.3 > found["d2d4"]["score"]
