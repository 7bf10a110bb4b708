"""Reviews in the background: told, written in one step, cancelled, gone on with, undone."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.model.job import JobPhase
from desktop.model.review import ReviewEffort
from desktop.services.kit.folders import Folders
from engine.game.annotations import words_of
from engine.game.tree import Game
from engine.ground.text import plain
from engine.pgn.reader import first_game
from engine.pgn.writer import written_game
from tests.desktop.services.conftest import Heard, Make, folders_in
from tests.desktop.window_doubles import ScriptedPlayer, ScriptedSources

TEXT = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Nc6 (2... d6 {mine}) 3. Bc4 Nf6 {oh} 4. Qxf7# 1-0\n'
LONG = 30_000


def opened(composition: Composition) -> Game:
    composition.window_shown()
    game = first_game(TEXT)
    composition.services.game.open_tab(game)
    return game


def player_of(composition: Composition) -> ScriptedPlayer:
    assert isinstance(composition.sources, ScriptedSources)
    return composition.sources.reviewer


def test_on_wish_the_game_holds_the_reasons_in_words(make: Make, qtbot: QtBot) -> None:
    composition = make()
    services = composition.services
    services.settings.set("review_words", True)
    opened(composition)
    services.review.start()
    qtbot.waitUntil(lambda: services.review.state.phase is JobPhase.DONE, timeout=LONG)
    node = services.game.state.game.main_line()[5]
    said = words_of(node.comment)
    assert said.startswith("3...Nf6 allows 4. Qxf7#: mate.") and said.endswith(" oh"), "before what a human wrote"


def test_a_review_is_written_into_the_game_and_undone_in_one_step(qtbot: QtBot, make: Make) -> None:
    composition = make()
    services = composition.services
    before = opened(composition)
    shares: list[int] = []
    services.review.changed.connect(lambda state: shares.append(state.done))
    services.review.start(ReviewEffort.QUICK)
    qtbot.waitUntil(lambda: services.review.state.phase is JobPhase.DONE, timeout=LONG)
    text = written_game(services.game.state.game)
    assert "Nf6 $4" in text and "[%review line" in text and "mine" in text and "oh" in text
    review = services.review.state.review
    assert review is not None and review.black.blunders == 1 and len(services.review.state.shares) == 8
    assert services.game.state.modified and shares == sorted(shares)
    services.game.undo()
    assert services.game.state.game is before
    assert services.review.state.phase is JobPhase.DONE, "what it said stays to be read"
    services.game.redo()
    assert written_game(services.game.state.game) == text


def test_a_cancelled_review_changes_nothing_and_goes_on_where_it_was(qtbot: QtBot, make: Make) -> None:
    composition = make()
    services, player = composition.services, player_of(composition)
    before = opened(composition)
    services.review.changed.connect(lambda state: player.hold() if state.done == 0 else None)
    services.review.start(ReviewEffort.QUICK)  # the mate is judged by the rules, then the search holds
    qtbot.waitUntil(lambda: services.review.state.done == 1, timeout=LONG)
    services.review.cancel()
    assert services.review.state.phase is JobPhase.STOPPED and services.review.state.done == 1
    assert services.game.state.game is before and not services.review.running
    services.review.changed.disconnect()
    services.review.start(ReviewEffort.QUICK)
    player.release()
    qtbot.waitUntil(lambda: services.review.state.phase is JobPhase.DONE, timeout=LONG)
    assert set(player.searched) == set(range(7))
    assert "$4" in written_game(services.game.state.game)


def test_after_a_kill_what_was_found_is_not_searched_again(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    first = make(home=tmp_path / "one user")
    opened(first)
    first.services.review.start(ReviewEffort.QUICK)
    qtbot.waitUntil(lambda: first.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    journal = next((tmp_path / "one user" / "data" / "reviews").glob("*.jsonl"))
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:4]) + lines[4][:10])  # as a kill leaves it
    second = make(home=tmp_path / "one user")
    opened(second)
    second.services.review.start(ReviewEffort.QUICK)
    qtbot.waitUntil(lambda: second.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    assert len(player_of(first).searched) == 7
    assert len(player_of(second).searched) == 5, "three of eight were known, and the mate needs no search"


def test_a_game_that_is_being_played_or_empty_is_not_reviewed(make: Make) -> None:
    services = make().services
    heard = Heard(services.review.message)
    services.review.start()
    assert "no moves" in heard.texts and services.review.state.phase is JobPhase.READY


def test_a_game_that_grew_meanwhile_is_annotated_and_one_that_changed_is_not(qtbot: QtBot, make: Make) -> None:
    composition = make()
    services, player = composition.services, player_of(composition)
    opened(composition)
    player.hold()
    services.review.start(ReviewEffort.QUICK)
    line = services.game.state.game.main_line()
    services.game.delete(line[2].id)
    player.release()
    qtbot.waitUntil(lambda: services.review.state.phase is not JobPhase.RUNNING, timeout=LONG)
    assert services.review.state.phase is JobPhase.FAILED
    assert "%review" not in written_game(services.game.state.game)


def test_closing_the_tab_ends_its_review(qtbot: QtBot, make: Make) -> None:
    composition = make()
    services, player = composition.services, player_of(composition)
    opened(composition)
    player.hold()
    services.review.start(ReviewEffort.QUICK)
    services.game.close_tab(services.game.state.tab)
    assert not services.review.running and services.review.state.phase is JobPhase.READY


def test_where_nothing_can_be_kept_a_review_is_still_made(qtbot: QtBot, tmp_path: Path) -> None:
    known = folders_in(tmp_path / "user")
    folders = Folders(known.config, known.data, known.state, plain("cannot be written"))
    composition = Composition(folders, ScriptedSources(), reply_ms=0)
    opened(composition)
    composition.services.review.start(ReviewEffort.QUICK)
    qtbot.waitUntil(lambda: composition.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    assert composition.close()
