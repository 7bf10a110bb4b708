"""The service of the mirror: whose games, progress, stopping, coming back, and the game behind a number."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.services.training.mirror_service import LastPlayer, MirrorService
from engine.jobs.mirror import MirrorProgress
from engine.play.review import mirror_work
from engine.play.review.mirror import MoveReference
from tests.desktop.services.conftest import Make

LONG = 30_000
MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Three games: Virtanen plays two, Aalto two, a program two."""
    pairs = (("Virtanen", "Ratsu"), ("Ratsu", "Virtanen"), ("Aalto", "Berg"))
    path = tmp_path / "mine.pgn"
    path.write_text(
        "\n".join(f'[White "{w}"]\n[Black "{b}"]\n[Result "*"]\n\n{MOVES} *\n' for w, b in pairs), encoding="utf-8"
    )
    return path


def done(qtbot: QtBot, mirror: MirrorService) -> MirrorProgress:
    qtbot.waitUntil(lambda: not mirror.state.running, timeout=LONG)
    assert mirror.state.last is not None
    return mirror.state.last


def test_whoever_played_most_is_looked_at_and_programs_are_nobody(qtbot: QtBot, make: Make, games: Path) -> None:
    mirror = make().services.mirror
    mirror.look(games)
    assert mirror.state.running
    found, state = done(qtbot, mirror), mirror.state
    assert found.players == (("Virtanen", 2), ("Aalto", 1), ("Berg", 1))
    assert not state.problem
    assert (found.player, state.done, state.total) == ("Virtanen", 2, 2)
    assert found.mirror is not None
    assert (found.mirror.games, found.mirror.moves) == (2, 6)
    assert found.titles == {1: "Virtanen – Ratsu", 2: "Ratsu – Virtanen"}


def test_it_comes_back_to_what_was_looked_at_last_without_an_engine(
    qtbot: QtBot, make: Make, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make()
    first.services.mirror.look(games, "Aalto")
    seen = done(qtbot, first.services.mirror).mirror
    assert first.close()

    def no_engine() -> None:
        raise AssertionError("the games were looked at again")

    monkeypatch.setattr(mirror_work, "MoveAnalyser", no_engine)
    mirror = make().services.mirror
    assert mirror.last == LastPlayer(str(games), "Aalto", 1, None)
    mirror.resume()
    found = done(qtbot, mirror)
    assert found.mirror == seen
    assert found.player == "Aalto"


def test_stopping_keeps_what_was_found(qtbot: QtBot, make: Make, games: Path) -> None:
    mirror = make().services.mirror
    mirror.look(games)
    mirror.stop()
    found = done(qtbot, mirror)
    assert found.mirror is not None
    assert found.mirror.games < 2


def test_a_place_opens_its_game_at_its_move(qtbot: QtBot, make: Make, games: Path) -> None:
    services = make().services
    services.mirror.look(games)
    done(qtbot, services.mirror)
    services.mirror.show(MoveReference(2, 3))
    qtbot.waitUntil(lambda: services.game.state.node.san == "Nf3", timeout=LONG)
    assert services.game.state.game.header("Black") == "Virtanen"


def test_a_file_that_is_none_is_reported(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    mirror = make().services.mirror
    mirror.look(tmp_path / "nowhere.pgn")
    qtbot.waitUntil(lambda: not mirror.state.running, timeout=LONG)
    assert "nowhere.pgn" in str(mirror.state.problem)
    assert mirror.state.last is None
