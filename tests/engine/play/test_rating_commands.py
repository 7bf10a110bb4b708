"""`ratsu rating` and `ratsu mirror`, as they are typed."""

import json
from pathlib import Path

import pytest

from engine.command_line import main

LONG = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7"
SHORT = "1. e4 e5 2. Nf3"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A long and a short game of Virtanen, and one of others."""
    path = tmp_path / "games.pgn"
    names = (("Virtanen, A", "Aalto"), ("Aalto", "Virtanen, A"), ("Aalto", "Berg"))
    texts = [
        f'[White "{white}"]\n[Black "{black}"]\n[Result "1-0"]\n\n{moves} 1-0\n'
        for (white, black), moves in zip(names, (LONG, SHORT, LONG), strict=True)
    ]
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_one_object_a_game_and_one_for_all(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rating", str(games), "--player", "virtanen", "--scale", "lichess", "--json"]) == 0
    first, second, every = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["game"], first["color"]) == (1, "white")
    assert first["low"] < first["elo"] < first["high"]
    assert (second["color"], second["elo"]) == ("black", None)  # two moves say nothing
    assert (every["all"], every["games"], every["elo"]) == (2, 1, first["elo"])


def test_the_mirror_names_sections_and_places(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mirror", str(games), "--player", "Virtanen, A", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    assert {row["key"] for row in found["sections"]["colour"]} == {"white", "black"}
    assert main(["mirror", str(games), "--player", "Virtanen"]) == 0
    assert "by phase" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["rating", "mirror"])
def test_a_player_without_games_is_an_error(games: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, str(games), "--player", "Nobody"]) == 1
    assert "no game of Nobody was found" in capsys.readouterr().err
