"""A game reviewed, cancelled, undone and its mistakes retried, by mouse and keys."""

import threading

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.model.game.match import NewGame
from desktop.model.job import JobPhase
from desktop.views.analysis.coach_card import CoachCard
from desktop.views.analysis.review_panel import ReviewPanel
from desktop.views.game import board_panel
from desktop.views.game.eval_graph import EvalGraph
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.move_choice import ChoiceSource
from engine.pgn.reader import first_game
from engine.play.review.exercises import MistakeExercise, exercises_of
from tests.desktop.views.conftest import MakeWindow, Mouse
from tests.desktop.window_doubles import ScriptedChooser

TEXT = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Qh5 Nc6 (2... d6 {mine}) 3. Bc4 Nf6 {oh} 4. Qxf7# 1-0\n'
LONG = 30_000


def panel_of(window: MainWindow) -> ReviewPanel:
    panel = window.body.side.panel("review")
    assert isinstance(panel, ReviewPanel)
    return panel


def phase_of(window: MainWindow) -> DrillPhase:
    return window.services.mistakes.state.phase


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    made = make_window()
    made.services.game.open_tab(first_game(TEXT))
    return made


@pytest.fixture
def reviewed(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.actions_by_key["review"].trigger()
    qtbot.waitUntil(lambda: window.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    return window


def test_children_see_the_mistakes_counted_and_no_other_figure(reviewed: MainWindow) -> None:
    panel, settings = panel_of(reviewed), reviewed.services.settings
    named = {panel.summary.cells[row, 0] for row in range(5)}
    assert "Average loss (centipawns)" in named and panel.summary.accuracy.isVisible()
    settings.set("children", True)
    counted = {text for (_, column), text in panel.summary.cells.items() if column == 0}
    assert counted == {"", "Inaccuracies ?!", "Mistakes ?", "Blunders ??", "Book moves"}
    assert not panel.summary.accuracy.isVisible()
    settings.set("children", False)
    assert panel.summary.accuracy.isVisible() and panel.summary.cells[1, 0] == "Average loss (centipawns)"


def test_one_key_reviews_the_game_and_shows_what_it_says(reviewed: MainWindow) -> None:
    panel = panel_of(reviewed)
    assert panel.isVisible() and panel.summary.isVisible() and not panel.begin_bar.isVisible()
    assert panel.summary.cells[0, 1] == "Anna" and panel.summary.cells[0, 2] == "Ben"
    rows = {panel.summary.cells[row, 0]: row for row in range(6)}
    assert panel.summary.cells[rows["Blunders ??"], 2] == "1"
    text = reviewed.body.side.notation.toPlainText()
    assert "Nf6??" in text and "mine" in text and "oh" in text
    assert not reviewed.services.analysis.state.running, "the analysis was off and stays off"
    assert not reviewed.body.messages.notices, "the panel says it, and a message would cover its buttons"


@pytest.mark.parametrize(("width", "height"), [(960, 540), (1280, 800)])
def test_long_names_are_whole_over_their_columns(window: MainWindow, qtbot: QtBot, width: int, height: int) -> None:
    """They were cut at 14 letters."""
    window.resize(width, height)
    game = window.services.game.state.game
    names = "Vachier-Lagrave, Maxime", "Praggnanandhaa, Rameshbabu"
    for side, name in zip(("White", "Black"), names, strict=True):
        game = game.with_header(side, name)
    window.services.game.edit(game)
    window.actions_by_key["review"].trigger()
    qtbot.waitUntil(lambda: window.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    panel = panel_of(window)

    def whole(name: str) -> bool:
        labels = [label for label in panel.summary.findChildren(QLabel) if label.isVisible() and label.text() == name]
        return [label.height() >= label.heightForWidth(label.width()) for label in labels] == [True]

    qtbot.waitUntil(lambda: all(map(whole, names)), timeout=LONG)
    assert panel.rect().contains(panel.summary.geometry())


def test_a_mistake_is_explained_with_its_button_in_a_low_window(window: MainWindow, qtbot: QtBot) -> None:
    """At 1024x700 half of *Show* was out of sight, below a name of the opening that the sheet shows too."""
    window.resize(1024, 700)
    window.actions_by_key["review"].trigger()
    qtbot.waitUntil(lambda: window.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    panel = panel_of(window)
    panel.later.click()
    show = next(one for one in panel.coach.findChildren(QPushButton) if one.isVisible())
    assert not panel.heading.isVisible()
    qtbot.waitUntil(lambda: show.visibleRegion().boundingRect() == show.rect(), timeout=LONG)


def test_a_review_that_ends_while_another_panel_is_seen_is_told_with_what_can_be_done(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.actions_by_key["review"].trigger()
    window.body.side.show_panel("explain")
    qtbot.waitUntil(lambda: window.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    assert [notice.accessibleName().startswith("Review finished") for notice in window.body.messages.notices] == [True]


def test_the_review_is_undone_by_one_key_and_done_again(reviewed: MainWindow) -> None:
    reviewed.actions_by_key["undo"].trigger()
    text = reviewed.body.side.notation.toPlainText()
    assert "Nf6??" not in text and "mine" in text
    reviewed.actions_by_key["redo"].trigger()
    assert "Nf6??" in reviewed.body.side.notation.toPlainText()
    reviewed.actions_by_key["remove_review"].trigger()
    assert "Nf6??" not in reviewed.body.side.notation.toPlainText()


def test_the_graph_tells_walks_and_goes_where_it_is_clicked(qtbot: QtBot, reviewed: MainWindow) -> None:
    graph = reviewed.body.side.sheet.graph.graph
    assert isinstance(graph, EvalGraph) and graph.isVisible() and len(graph.points) == 8
    place = graph.place_of(6).toPoint()
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(place.x(), 20))
    game = reviewed.services.game
    assert game.state.node.san == "Nf6"
    assert "3...Nf6??" in graph.accessibleDescription() and "8 of 8" in graph.accessibleDescription()
    graph.setFocus()
    QTest.keyClick(graph, Qt.Key.Key_Home)
    assert game.state.current == 0
    QTest.keyClick(graph, Qt.Key.Key_Down)
    assert game.state.node.nags, "from fault to fault"
    QTest.keyClick(graph, Qt.Key.Key_End)
    assert game.state.node.san == "Qxf7#"


def test_a_review_shows_its_progress_and_is_cancelled_and_gone_on_with(qtbot: QtBot, window: MainWindow) -> None:
    from tests.desktop.window_doubles import composition_of

    player = composition_of(window.services).sources.reviewer  # type: ignore[attr-defined]
    player.hold()
    window.actions_by_key["review"].trigger()
    panel = panel_of(window)
    qtbot.waitUntil(lambda: window.services.review.state.done == 1, timeout=LONG)
    assert panel.progress.isVisible() and panel.cancel.isVisible() and "1 of 8" in panel.status.text()
    assert window.body.side.sheet.graph.isVisible(), "the graph grows while the review goes on"
    QTest.mouseClick(panel.cancel, Qt.MouseButton.LeftButton)
    assert panel.begin.isVisible() and not panel.progress.isVisible()
    assert "1 of 8" in panel.status.text()
    assert "?" not in window.body.side.notation.toPlainText()
    QTest.mouseClick(panel.begin, Qt.MouseButton.LeftButton)
    player.release()
    qtbot.waitUntil(lambda: window.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    assert panel.summary.isVisible()


def test_the_panel_stays_where_it_was_scrolled_to_while_mistakes_are_counted(
    qtbot: QtBot, reviewed: MainWindow
) -> None:
    """Save to training, at its end, scrolled it up to its beginning."""
    panel = panel_of(reviewed)
    shown: list[bool] = []
    panel.summary.show_review = lambda *_: shown.append(True)  # type: ignore[method-assign]
    reviewed.services.mistakes.count()
    reviewed.services.decks.submit(lambda _: None, lambda _: shown.append(False), lambda _: None)
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == [False] and reviewed.services.mistakes.state.due == 0


def test_saving_all_exercises_is_shown_while_the_engine_checks_them(qtbot: QtBot, reviewed: MainWindow) -> None:
    """The button did nothing for two or three seconds, and the page of saved mistakes named another one."""
    panel, trainer = panel_of(reviewed), reviewed.services.mistakes
    some, going = trainer._exercises, threading.Event()
    check = trainer._with_one_answer

    def held(exercises: tuple[MistakeExercise, ...]) -> tuple[MistakeExercise, ...]:
        assert going.wait(30)
        return check(exercises)

    trainer._with_one_answer = held  # type: ignore[method-assign]
    buttons = (panel.save, panel.retry.save)
    assert [button.text() for button in buttons] == ["Save all exercises"] * 2 and not some
    width = panel.save.width()
    game, review = reviewed.services.game.state.game, reviewed.services.review.state.review
    assert review is not None
    trainer.save(exercises_of(game, review) * 2)
    assert [button.text() for button in buttons] == ["Saving …"] * 2 and not panel.save.isEnabled()
    QApplication.processEvents()
    assert panel.save.width() == width, "its neighbours stay"
    going.set()
    qtbot.waitUntil(panel.save.isEnabled, timeout=LONG)
    assert [button.text() for button in buttons] == ["Save all exercises"] * 2


def test_my_mistakes_are_retried_on_the_board(qtbot: QtBot, reviewed: MainWindow) -> None:
    panel, trainer = panel_of(reviewed), reviewed.services.mistakes
    reviewed.actions_by_key["analysis"].trigger()
    reviewed.actions_by_key["review"].trigger()
    QTest.mouseClick(panel.retry_black, Qt.MouseButton.LeftButton)
    assert phase_of(reviewed) is DrillPhase.ASKING and trainer.state.question is not None
    assert panel.retry.isVisible() and "was played" in panel.retry.question.text()
    assert not reviewed.services.analysis.state.running, "the engine's arrows would tell"
    board = reviewed.body.panel.board
    assert board.flipped, "Black's mistakes are Black's to mend"
    QTest.mouseClick(panel.retry.hint, Qt.MouseButton.LeftButton)
    assert panel.retry.feedback.text().startswith("Look ") and not board.engine_shapes, "no piece is named yet"
    QTest.mouseClick(panel.retry.hint, Qt.MouseButton.LeftButton)
    assert not panel.retry.hint.isEnabled()
    assert [shape.start == shape.end for shape in board.engine_shapes] == [True]
    better, played = trainer.state.question.better[0], trainer.state.question.played
    mouse = Mouse(qtbot, board)
    mouse.drag(played[:2], played[2:4])
    qtbot.waitUntil(lambda: phase_of(reviewed) is DrillPhase.WRONG, timeout=LONG)
    assert "gives away" in panel.retry.feedback.text(), "the hint does not hide it"
    assert panel.retry.feedback.text().endswith(f"\nThe piece on {better[:2]} moves.")
    mouse.drag(better[:2], better[2:4])
    qtbot.waitUntil(lambda: phase_of(reviewed) is DrillPhase.RIGHT, timeout=LONG)
    assert "best move" in panel.retry.feedback.text()
    while phase_of(reviewed) is not DrillPhase.DONE:
        trainer.next()
    assert "of" in panel.retry.heading.text()
    QTest.mouseClick(panel.retry.end, Qt.MouseButton.LeftButton)
    assert panel.summary.isVisible(), "back at the reviewed game"
    assert reviewed.services.game.state.game.header("White") == "Anna"


def test_of_a_game_against_the_engine_only_ones_own_mistakes_are_asked_and_saved(
    qtbot: QtBot, make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [(uci, ChoiceSource.SEARCH, "depth 8, +0.10") for uci in ("e7e5", "b8c6", "e8e7")]
    window = make_window(ScriptedChooser(answers))
    match, game = window.services.match, window.services.game
    match.new_game(NewGame())
    for uci in ("e2e4", "d1h5", "h5h7"):
        qtbot.waitUntil(lambda: game.state.user_may_move, timeout=LONG)
        match.user_move(uci)
    qtbot.waitUntil(lambda: game.state.user_may_move, timeout=LONG)
    match.resign()
    window.actions_by_key["review"].trigger()
    qtbot.waitUntil(lambda: window.services.review.state.phase is JobPhase.DONE, timeout=LONG)
    review = window.services.review.state.review
    assert review is not None and {move.white for move in review.moves if move.judgement} == {True, False}
    saved: list[MistakeExercise] = []
    monkeypatch.setattr(window.services.mistakes, "save", saved.extend)
    QTest.mouseClick(panel_of(window).save, Qt.MouseButton.LeftButton)
    assert [exercise.played for exercise in saved] == ["h5h7"], "the engine's 3...Ke7 is not mine"
    window.actions_by_key["retry_mistakes"].trigger()
    asked = window.services.mistakes.state
    assert asked.question is not None and (asked.question.played, asked.total) == ("h5h7", 1)


def test_the_shown_review_follows_the_names_of_the_players_and_of_the_user(reviewed: MainWindow) -> None:
    """It kept to the names of its beginning until it was opened again."""
    panel, services = panel_of(reviewed), reviewed.services
    assert not panel.retry_black.isHidden()
    services.settings.set("player_name", "Anna")
    assert panel.retry_black.isHidden(), "Ben's mistakes are not mine"
    services.settings.set("player_name", "Ben")
    assert not panel.retry_black.isHidden() and panel.retry_white.isHidden()
    services.game.set_headers({"Black": "Benjamin"}, services.game.state.tab)
    assert panel.summary.cells[0, 2] == "Benjamin"


def test_from_the_review_to_the_first_explained_mistake_and_its_exercise_two_clicks(
    reviewed: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, services = panel_of(reviewed), reviewed.services
    saved: list[tuple[MistakeExercise, ...]] = []
    monkeypatch.setattr(services.mistakes, "save", saved.append)
    assert not panel.keep.isEnabled() and not panel.coach.isVisible(), "no faulted move is shown yet"
    QTest.mouseClick(panel.later, Qt.MouseButton.LeftButton)
    while services.game.state.node.san != "Nf6":
        QTest.mouseClick(panel.later, Qt.MouseButton.LeftButton)
    assert panel.coach.isVisible() and panel.coach.text.text().startswith("3...Nf6 allows 4. Qxf7#: mate")
    assert "queen takes f7, mate" in panel.coach.text.accessibleName()
    QTest.mouseClick(panel.keep, Qt.MouseButton.LeftButton)
    assert [[exercise.played_text for exercise in some] for some in saved] == [["3...Nf6??"]]


def test_a_click_on_a_sentence_of_the_sheet_plays_its_line_on_the_board_and_no_longer(
    qtbot: QtBot, reviewed: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_panel, "PROOF_MS", 1)
    monkeypatch.setattr(board_panel, "PROOF_END_MS", 60_000)
    notation, board, game = reviewed.body.side.notation, reviewed.body.panel.board, reviewed.services.game
    fault = game.state.game.main_line()[5]
    assert fault.san == "Nf6" and "3...Nf6 allows 4. Qxf7#: mate" in notation.toPlainText()
    notation.anchorClicked.emit(QUrl(f"proof:{fault.id}"))
    qtbot.waitUntil(lambda: board.scene.last_move == (39, 53), timeout=LONG)
    assert board.scene.pieces[53] == "Q" and not board.scene.destinations, "it is shown, and cannot be played on"
    assert game.state.current == 0, "the game stays where it was"
    game.go_forward()
    assert board.scene.last_move == (12, 28), "any step in the game ends it"


def test_any_move_is_explained_by_a_key_and_a_mistake_says_what_it_allows(qtbot: QtBot, window: MainWindow) -> None:
    services = window.services
    assert not window.actions_by_key["explain_move"].isEnabled(), "there is no move at the start"
    services.game.go_to(services.game.state.game.main_line()[5].id)
    window.actions_by_key["explain_move"].trigger()
    qtbot.waitUntil(lambda: services.coach.state.found is not None, timeout=LONG)
    card = window.body.side.panel("game")
    assert card is not None
    coach = card.findChild(CoachCard)
    assert coach is not None and coach.isVisible() and "allows 4. Qxf7#: mate" in coach.text.text()
    services.game.go_back()
    assert not coach.isVisible(), "that was said of another move"


def test_without_a_review_there_is_nothing_to_retry_and_an_empty_game_cannot_be_reviewed(
    make_window: MakeWindow,
) -> None:
    window = make_window()
    assert not window.actions_by_key["retry_mistakes"].isEnabled()
    assert not window.actions_by_key["review"].isEnabled()
    window.services.game.play_move("e2e4")
    assert window.actions_by_key["review"].isEnabled()


def test_the_graph_is_not_there_while_a_game_is_played(reviewed: MainWindow) -> None:
    from desktop.model.game.match import NewGame

    assert reviewed.body.side.sheet.graph.isVisible()
    reviewed.services.match.new_game(NewGame())
    reviewed.show_mode(Mode.PLAY)
    assert not reviewed.body.side.sheet.graph.isVisible()


def test_the_coachs_words_move_no_button(window: MainWindow, qtbot: QtBot) -> None:
    """They pushed "Review this game" down by 70 pixels, and the next click missed it."""
    window.show_mode(Mode.ANALYSE)
    window.body.side.show_panel("review")
    panel = panel_of(window)
    qtbot.waitUntil(panel.begin.isVisible)
    before = panel.begin.mapTo(panel, QPoint())
    panel.coach.text.setText("You could play 4. Qxf7#: mate. " * 3)
    panel.coach.show()
    qtbot.waitUntil(panel.coach.isVisible)
    qtbot.wait(20)
    assert panel.begin.mapTo(panel, QPoint()) == before and panel.coach.y() > before.y()
