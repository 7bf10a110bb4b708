"""What is not in a file is kept, and comes back."""

import errno
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game import snapshot as snapshots
from desktop.model.game.match import NewGame
from desktop.model.game.snapshot import Snapshot
from desktop.services.game.autosave import LARGE
from desktop.services.kit.guarded_file import GuardedFile
from engine.game.move_choice import ChoiceSource
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.ground.files import write_atomically
from engine.rules.fen import START_FEN
from tests.desktop.kept_games import plies_kept
from tests.desktop.services.conftest import Heard, Make, offers_of, reopen
from tests.desktop.window_doubles import ScriptedChooser
from tests.helpers.large_games import repertoire, repertoire_text

IMPOSSIBLE = "4k3/8/8/8/1b2r3/8/8/r3K3 w - - 0 1"
BOOK = (("e7e5", ChoiceSource.BOOK, "shipped book"), ("b8c6", ChoiceSource.BOOK, "shipped book"))


def kept_files(home: Path) -> list[Path]:
    return sorted((home / "state" / "open games").glob("*/*.json"))


def test_an_interrupted_match_is_offered_and_goes_on(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    first = make(ScriptedChooser(BOOK)).services
    first.clock._now = lambda: 1_000.0  # the clocks stand still: only what is kept counts
    first.match.new_game(NewGame(Side.WHITE, control=TimeControl(60_000, 1_000), human_name="Ann"))
    first.match.user_move("e2e4")
    qtbot.waitUntil(lambda: first.game.state.node.san == "e5")
    times = first.clock.state.clock
    qtbot.waitUntil(lambda: plies_kept(tmp_path / "user" / "state") == 2)
    crashed = tmp_path / "crashed"
    shutil.copytree(tmp_path / "user", crashed)  # the disk as a kill at this moment leaves it
    for lock in (crashed / "state" / "open games").glob("*/owner.lock"):
        lock.unlink()

    second = make(ScriptedChooser(BOOK[1:]), crashed).services
    second.clock._now = first.clock._now
    (offer,) = offers_of(second.autosave)
    assert (offer.white, offer.moves) == ("Ann", 1)
    reopen(second.autosave, offer)
    state = second.game.state
    assert [node.san for node in state.game.main_line()] == ["e4", "e5"]
    assert state.playing
    assert state.node.origin is not None
    assert second.clock.state.clock.running is Side.WHITE
    assert second.clock.state.clock.white_ms == times.white_ms
    second.match.user_move("g1f3")
    qtbot.waitUntil(lambda: second.game.state.node.san == "Nc6")


def test_a_living_programs_games_are_not_offered(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    first = make(ScriptedChooser(hold=True)).services
    first.match.new_game(NewGame(Side.WHITE))
    first.match.user_move("e2e4")
    qtbot.waitUntil(lambda: len(kept_files(tmp_path / "user")) == 1)
    assert offers_of(make().services.autosave) == ()


def test_an_edited_game_is_kept_until_it_is_saved(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    services = make().services
    services.game.play_move("e2e4")
    services.game.set_comment(services.game.state.current, "best by test")
    qtbot.waitUntil(lambda: bool(kept_files(tmp_path / "user")))
    services.files.save_as(tmp_path / "saved.pgn")
    qtbot.waitUntil(lambda: not kept_files(tmp_path / "user"))


def test_a_restored_game_is_kept_anew_and_offered_once(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    first = make()
    first.services.game.play_move("e2e4")
    first.close()
    second = make()
    reopen(second.services.autosave, offers_of(second.services.autosave)[0])
    qtbot.waitUntil(lambda: len(kept_files(tmp_path / "user")) == 1)
    second.close()
    third = make()
    (offer,) = offers_of(third.services.autosave)
    third.services.autosave.discard(offer)
    assert offers_of(third.services.autosave) == ()
    assert len(list((tmp_path / "user" / "state" / "open games" / "discarded").glob("*.json"))) == 1


def test_a_kept_game_stays_while_its_new_copy_cannot_be_written(
    make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make()
    first.services.game.play_move("e2e4")
    first.close()
    (old,) = kept_files(tmp_path / "user")
    content = old.read_bytes()
    flushed = os.fsync

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    second = make()
    heard = Heard(second.services.autosave.message)
    monkeypatch.setattr(os, "fsync", full)
    reopen(second.services.autosave, offers_of(second.services.autosave)[0])
    qtbot.waitUntil(lambda: "the disk is full" in heard.texts)
    second.close()  # when all jobs have run
    assert kept_files(tmp_path / "user") == [old] and old.read_bytes() == content
    monkeypatch.setattr(os, "fsync", flushed)
    third = make()
    reopen(third.services.autosave, offers_of(third.services.autosave)[0])
    assert [node.san for node in third.services.game.state.game.main_line()] == ["e4"]


def test_the_old_copy_goes_only_when_the_new_one_is_on_the_disk(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make()
    first.services.game.play_move("e2e4")
    first.close()
    (old,) = kept_files(tmp_path / "user")
    steps: list[tuple[str, bool]] = []

    def watched(path: Path, content: bytes, private: bool) -> None:
        steps.append(("before", old.exists()))
        write_atomically(path, content, private)
        steps.append(("written", old.exists()))

    monkeypatch.setattr("engine.game.game_journal.write_atomically", watched)
    second = make()
    reopen(second.services.autosave, offers_of(second.services.autosave)[0])
    second.close()
    assert steps[:2] == [("before", True), ("written", True)]
    assert not old.exists() and len(kept_files(tmp_path / "user")) == 1


@pytest.mark.parametrize("failing", ["mkstemp", "fsync", "replace"])
def test_the_old_copy_stays_while_a_step_of_writing_the_new_one_fails(
    make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """Also where the tab has an older file: what is there says nothing about what was to be written."""
    first = make()
    first.services.game.play_move("e2e4")
    first.close()
    (old,) = kept_files(tmp_path / "user")
    content = old.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    second = make().services
    heard = Heard(second.autosave.message)
    offer = offers_of(second.autosave)[0]
    own = tmp_path / "user" / "state" / "open games" / "of this run"
    own.mkdir()
    for tab in range(10):
        (own / f"{tab}.json").write_bytes(b"an older state of the tab")
    second.autosave._journal._own = own
    with monkeypatch.context() as broken:
        target = {"mkstemp": tempfile, "fsync": os, "replace": Path}[failing]
        broken.setattr(target, failing, full)
        reopen(second.autosave, offer)
        qtbot.waitUntil(lambda: "the disk is full" in heard.texts)
        second.game.play_move("e7e5")
        qtbot.wait(100)
        assert old.read_bytes() == content, "the new copy was never written"
    second.game.play_move("g1f3")
    qtbot.waitUntil(lambda: not old.exists())
    assert "Nf3" in (own / f"{second.game.state.tab}.json").read_text("utf-8")


def test_several_unsaved_games_come_back_together_and_in_order(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    first = make(ScriptedChooser(BOOK))
    first.services.match.new_game(NewGame(Side.WHITE))
    first.services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: first.services.game.state.node.san == "e5")
    first.services.files.paste("1. d4 d5 2. c4 *")
    first.services.files.paste("1. c4 *")
    first.close()
    second = make()
    offers = offers_of(second.services.autosave)
    assert [offer.closed for offer in offers] == [True] * 3
    reopen(second.services.autosave, *offers)
    states = [second.services.game.state_of(title.tab) for title in second.services.game.tabs.titles]
    lines = [[node.san for node in state.game.main_line()] for state in states if state is not None]
    assert lines == [["e4", "e5"], ["d4", "d5", "c4"], ["c4"]]
    assert second.services.game.state.game.main_line()[0].san == "c4"
    assert states[0] is not None
    assert states[0].adjourned
    second.services.game.select_tab(states[0].tab)
    second.services.match.go_on()
    assert second.services.game.state.playing
    second.close()
    assert len(offers_of(make().services.autosave)) == 3  # each was kept anew, once


def test_a_damaged_journal_is_told_and_kept_aside(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "user" / "state" / "open games" / "20260101-000000-00000000"
    folder.mkdir(parents=True)
    (folder / "1.json").write_bytes(b'{"version": 1, "pgn"')
    first = make().services.autosave
    heard = Heard(first.message)
    assert offers_of(first) == ()
    assert str(folder / "1.json") in heard.texts and len(heard.all) == 1
    assert (folder / "1.json.damaged").read_bytes() == b'{"version": 1, "pgn"'
    assert offers_of(make().services.autosave) == ()
    assert (folder / "1.json.damaged").exists()


def test_a_game_of_a_newer_version_stays_where_it_is(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "user" / "state" / "open games" / "20260101-000000-00000000"
    folder.mkdir(parents=True)
    (folder / "1.json").write_bytes(b'{"version": 99, "game": "of a kind that is not known yet"}')
    autosave = make().services.autosave
    heard = Heard(autosave.message)
    assert offers_of(autosave) == () and heard.all == []
    assert [path.name for path in folder.glob("*.json*")] == ["1.json"]


def test_restoring_one_game_leaves_the_damaged_one_beside_it(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    first = make()
    first.services.game.play_move("e2e4")
    first.close()
    (old,) = kept_files(tmp_path / "user")
    (old.parent / "7.json").write_bytes(b"Infinity")
    second = make()
    reopen(second.services.autosave, offers_of(second.services.autosave)[0])
    second.close()
    assert not old.exists()
    assert (old.parent / "7.json.damaged").read_bytes() == b"Infinity"


def test_a_folder_that_cannot_be_written_is_told_once(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    composition = make()
    services = composition.services
    (tmp_path / "user" / "state" / "open games").write_text("a file where the folder should be")
    heard = Heard(services.autosave.message)
    for move in ("e2e4", "e7e5", "g1f3"):
        services.game.play_move(move)
    qtbot.waitUntil(lambda: bool(heard.all))
    qtbot.wait(100)
    assert len(heard.all) == 1
    assert "open games" in heard.texts
    assert len(services.game.state.game.main_line()) == 3


def test_closing_without_a_move_leaves_nothing(make: Make, tmp_path: Path) -> None:
    composition = make()
    composition.services.match.new_game(NewGame(Side.WHITE))
    composition.close()
    assert kept_files(tmp_path / "user") == []
    assert offers_of(make().services.autosave) == ()
    assert os.access(tmp_path, os.W_OK)


def test_an_edit_that_comes_while_an_older_state_is_written_is_kept(
    make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing, go_on = threading.Event(), threading.Event()
    dump = snapshots.dump

    def slow(snapshot: Snapshot) -> bytes:
        writing.set()
        assert go_on.wait(60)
        return dump(snapshot)

    services = make().services
    services.game.open_tab(repertoire(300))
    monkeypatch.setattr(snapshots, "dump", slow)
    services.game.set_comment(1, "the first word")
    assert writing.wait(60)
    services.game.set_comment(2, "the second word")
    services.game.set_comment(3, "the third word")
    go_on.set()
    qtbot.waitUntil(lambda: any(b"third" in file.read_bytes() for file in kept_files(tmp_path / "user")))
    (file,) = kept_files(tmp_path / "user")
    kept = snapshots.load(file.read_bytes()).game
    words = {node.comment for node in kept.table if node.comment}
    assert words == {"the first word", "the second word", "the third word"}


def test_a_large_game_is_kept_after_its_change_is_shown_and_at_the_end_at_once(
    make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = make().services
    services.game.open_tab(repertoire(LARGE))
    services.game.set_comment(1, "a word")
    time.sleep(0.1)
    assert not kept_files(tmp_path / "user")
    services.game.set_comment(1, "the last word")
    qtbot.waitUntil(lambda: len(kept_files(tmp_path / "user")) == 1)
    monkeypatch.setattr(services.autosave._pause, "start", lambda: None)  # it would come later than the end
    services.game.set_comment(1, "the very last word")
    assert services.autosave.close()
    [kept] = kept_files(tmp_path / "user")
    assert snapshots.load(kept.read_bytes()).game.node(1).comment == "the very last word"


def test_kept_games_small_and_large_are_looked_for_and_read_beside_the_window(
    make: Make, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make()
    first.services.files.paste(repertoire_text(20))
    first.services.files.paste(repertoire_text(1_500))
    qtbot.waitUntil(lambda: len(first.services.game.tabs.titles) == 2)
    titles = [title.tab for title in first.services.game.tabs.titles]
    sizes = [state.game.table.size for state in map(first.services.game.state_of, titles) if state]
    first.close()
    second = make()
    threads = []
    read = GuardedFile.read

    def watched(file: GuardedFile, load: object, otherwise: object) -> object:
        threads.append(threading.current_thread().name)
        return read(file, load, otherwise)  # type: ignore[arg-type]

    monkeypatch.setattr(GuardedFile, "read", watched)
    offers = offers_of(second.services.autosave)
    assert [offer.moves for offer in offers] == [750, 10]
    reopen(second.services.autosave, offers[1])
    assert second.services.game.state.game.table.size == sizes[0]
    reopen(second.services.autosave, offers[0])
    states = [second.services.game.state_of(title.tab) for title in second.services.game.tabs.titles]
    assert [state.game.table.size for state in states if state] == sizes
    assert threads == ["ratsu-autosave"] * 4


def test_a_match_from_a_position_that_is_refused_today_opens_as_text_and_is_told(make: Make, tmp_path: Path) -> None:
    """Such a position (more pieces give check than one move allows) was allowed once."""
    first = make(ScriptedChooser(hold=True))
    first.services.match.new_game(NewGame(Side.WHITE, human_name="Ann"))
    first.services.match.user_move("e2e4")
    first.close()
    (old,) = kept_files(tmp_path / "user")
    content = json.loads(old.read_text("utf-8"))
    content["pgn"] = f'[White "Ann"]\n[SetUp "1"]\n[FEN "{IMPOSSIBLE}"]\n\n1. Kd2 Ke7 *\n'
    content["live"] = content["current"] = ["e1d2", "e8e7"]
    old.write_text(json.dumps(content))
    second = make()
    heard = Heard(second.services.autosave.message)
    reopen(second.services.autosave, *offers_of(second.services.autosave))
    state = second.services.game.state
    assert state.game.header("White") == "Ann" and not (state.playing or state.adjourned)
    assert "more pieces give check" in heard.texts and "the text of the game is unchanged" in heard.texts
    second.close()
    (kept,) = kept_files(tmp_path / "user")
    pgn = json.loads(kept.read_text("utf-8"))["pgn"]
    assert IMPOSSIBLE in pgn and "Kd2 Ke7" in pgn, "nothing of it is lost"


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="pathlib takes a folder that is gone as empty from 3.13 on")
@pytest.mark.parametrize("searching", [True, False])
def test_a_folder_that_another_program_cleared_meanwhile_stops_neither_the_end_nor_the_search(
    searching: bool, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make()
    first.services.game.play_move("e2e4")
    first.close()
    second = make()
    scanned = os.scandir

    def cleared_before(path: str) -> Iterator[os.DirEntry[str]]:
        if Path(path).parent.name == "open games":
            monkeypatch.setattr(os, "scandir", scanned)
            shutil.rmtree(path)
        return scanned(path)

    monkeypatch.setattr(os, "scandir", cleared_before)
    assert offers_of(second.services.autosave) == () if searching else first.close()
    assert os.scandir is scanned  # it was cleared in between


def test_a_pasted_position_without_a_move_comes_back_and_one_that_was_only_shown_does_not(make: Make) -> None:
    pasted, shown = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"
    first = make()
    assert first.services.files.paste(START_FEN) and first.services.files.paste(pasted)
    assert first.services.files.set_position(shown)
    assert first.close()
    second = make().services
    (offer,) = offers_of(second.autosave)
    reopen(second.autosave, offer)
    assert second.game.state.game.start_fen == pasted
