"""Home's service over real files."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.model.game.match_course import MatchPhase
from desktop.model.game.snapshot import Snapshot, dump, outline
from desktop.model.game.state import SavedGame
from desktop.model.rating import RatedResult, dump_game
from engine.game.position import Position
from engine.game.time_control import TimeControl
from tests.desktop.services.conftest import Heard, Make, folders_in

PLAYED = '[White "You"]\n[Black "Aino"]\n[Result "1-0"]\n[Date "2026.01.01"]\n\n1. e4 1-0\n\n'


def test_nothing_is_read_before_home_is_shown(make: Make) -> None:
    services = make().services
    heard = Heard(services.home.changed)
    services.match.new_game(NewGame(None, control=TimeControl(60_000)))
    services.match.user_move("e2e4")
    assert heard.all == [] and services.home.state.played is None and services.home.state.going == ()
    assert services.rating._state is None, "the file of rated games is read when somebody asks"


def test_everything_that_waits_is_found(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    folders = folders_in(tmp_path / "user")
    (folders.data / "played games.pgn").write_text(PLAYED * 3)
    (folders.data / "rated games.json").write_bytes(dump_game(RatedResult("2026-01-01 10:00", "Aino", 800, 1, True)))
    services = make().services
    services.match.new_game(NewGame(None, control=TimeControl(60_000)))
    services.match.user_move("e2e4")
    services.match.adjourn()
    services.home.look()
    qtbot.waitUntil(lambda: services.home.state.played is not None and bool(services.home.state.rating.games))
    state = services.home.state
    assert state.played is not None and (state.played.total, state.played.last[0].number) == (3, 2)
    assert state.played.records[0][1].won == 3
    assert [(one.phase, one.moves) for one in state.going] == [(MatchPhase.ADJOURNED, 1)]
    qtbot.waitUntil(lambda: services.home.state.due.mistakes == 0 and services.home.state.due.tactics == 0)


def test_a_game_from_a_position_waits_at_the_move_that_it_shows(make: Make) -> None:
    services = make().services
    services.home.look()
    start = Position.of(
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 200000", chess960=None
    )  # any number
    services.match.new_game(NewGame(None, start=start))
    services.match.user_move("c6d4")
    state = services.game.state
    kept = Snapshot(state.game, state.current, state.live, state.match, True, None, "", "2026-01-01 10:00")
    assert state.node.number_text == "200000..."
    assert ([one.moves for one in services.home.state.going], outline(dump(kept)).moves) == ([200000], 200000)


def test_a_game_that_is_over_waits_no_more(make: Make) -> None:
    services = make().services
    services.home.look()
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    waiting = [len(services.home.state.going)]
    services.match.resign()
    waiting.append(len(services.home.state.going))
    assert waiting == [1, 0]


def test_a_game_that_is_ended_twice_is_one_of_the_played_games(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    played, services = folders_in(tmp_path / "user").data / "played games.pgn", make().services
    played.write_text(PLAYED)
    services.lists.open(played)
    services.match.new_game(NewGame(None))

    def ended_after(move: str) -> list[int]:
        services.match.user_move(move)
        services.match.resign()
        qtbot.waitUntil(lambda: not services.game.state.modified)
        text = played.read_text()
        services.match.take_back()
        return [text.count(f"1. {move[2:]}") for move in ("e2e4", "d2d4", "c2c4")]

    assert ended_after("e2e4") == [2, 0, 0]
    assert ended_after("d2d4") == [1, 1, 0]
    qtbot.waitUntil(lambda: services.lists.state.total == 2 and not services.lists.state.loading)
    played.write_text(PLAYED)  # the user has deleted it
    assert ended_after("c2c4") == [1, 0, 1]


def test_a_file_that_lacks_the_end_of_its_game_is_not_saved(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    """The played games have it, but the user has saved the running game in a file, and looks for its result there."""
    played, services = folders_in(tmp_path / "user").data / "played games.pgn", make().services
    file = tmp_path / "mine.pgn"
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    services.files.save_as(file)
    qtbot.waitUntil(lambda: not services.game.state.modified)
    services.match.resign()
    qtbot.waitUntil(lambda: played.exists() and "1-0" in played.read_text())
    kept = Heard(services.files.written)
    services.files.keep_played(services.game.state)  # what it says has come when this one's has
    qtbot.waitUntil(lambda: bool(kept.all))
    assert services.game.state.modified
    assert services.files.save()
    qtbot.waitUntil(lambda: not services.game.state.modified)
    assert '[Result "1-0"]' in file.read_text()


def test_a_game_that_was_taken_back_before_a_restart_is_one_of_the_played_games(
    qtbot: QtBot, make: Make, tmp_path: Path
) -> None:
    played, first = folders_in(tmp_path / "user").data / "played games.pgn", make()
    services = first.services
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    services.match.resign()
    qtbot.waitUntil(lambda: not services.game.state.modified)
    services.match.take_back()
    assert first.close()
    services = make().services
    left: list[SavedGame] = []
    services.autosave.find(left.extend)
    qtbot.waitUntil(lambda: bool(left))
    services.autosave.restore_all(tuple(left))
    qtbot.waitUntil(lambda: services.game.state.playing)
    services.match.user_move("d2d4")
    services.match.resign()
    qtbot.waitUntil(lambda: not services.game.state.modified)
    assert [played.read_text().count(f"1. {move}") for move in ("e4", "d4")] == [0, 1]


def test_a_damaged_last_review_is_set_aside_and_said(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    path = folders_in(tmp_path / "user").data / "last review.json"
    path.write_text("{")
    services = make().services
    heard = Heard(services.home.message)
    services.home.look()
    qtbot.waitUntil(lambda: bool(heard.all))
    assert "cannot be read" in heard.texts and path.with_name("last review.json.damaged").exists()
    assert services.home.state.review is None


def test_the_last_review_is_there_at_the_next_start(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    first = make(home=tmp_path / "one")
    first.window_shown()
    for move in ("e2e4", "e7e5", "d1h5", "e8e7", "h5e5"):
        first.services.game.play_move(move)
    first.services.review.start()
    qtbot.waitUntil(lambda: first.services.home.state.review is not None, timeout=20_000)
    assert first.close()
    second = make(home=tmp_path / "one").services
    second.home.look()
    qtbot.waitUntil(lambda: second.home.state.review is not None)
    review = second.home.state.review
    assert review is not None and "Qxe5" in review.pgn and sum(review.faults) > 0


def test_a_finished_game_is_not_resigned_again(make: Make) -> None:
    services = make().services
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    services.match.resign()
    before, ended = services.game.state.game, Heard(services.match.ended)
    services.match.resign()
    assert services.game.state.game is before and not ended.all and before.result == "1-0"
