"""The line of the panel *Game* that says where an engine's move came from."""

import pytest
from PySide6.QtWidgets import QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from desktop.model.board.spoken import Narrator, Phrase
from desktop.model.game.match import NewGame
from desktop.model.job import JobPhase
from desktop.model.review import ReviewState
from desktop.views.game.status_card import StatusCard
from desktop.views.kit import words
from engine.game.move_choice import ChoiceSource
from engine.game.outcome import Outcome, Termination
from engine.game.position import Position
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.play.people.persons import person_named
from engine.play.review.values import GameReview, SideSummary
from tests.desktop.views.conftest import MakeView, MakeWindow
from tests.desktop.window_doubles import ScriptedChooser


def test_two_people_at_the_board_are_promised_no_engine_move(make_view: MakeView) -> None:
    shown = make_view(StatusCard)
    card = shown.view
    shown.services.match.new_game(NewGame(human=None))
    assert card.heading == "White to move" and card.text == ""
    shown.services.match.new_game(NewGame())
    assert card.text == "The source of each engine move, and the reason, will appear here."


def test_children_are_told_no_figures_of_a_move(make_view: MakeView, qtbot: QtBot) -> None:
    """“People: 4 % of people rated 500 play this” stood there in the mode without numbers."""
    for children in (False, True):
        shown = make_view(StatusCard, children=children)
        shown.services.match.new_game(NewGame())
        assert bool(shown.view.text) is not children
        shown.services.match.user_move("e2e4")
        qtbot.waitUntil(lambda: shown.services.game.state.node.origin is not None, timeout=20_000)  # noqa: B023
        assert bool(shown.view.text) is not children


@pytest.mark.parametrize("language", ["en", "fi"])
def test_the_longest_end_of_a_game_is_told_whole_in_a_low_window(
    make_window: MakeWindow, qtbot: QtBot, language: str
) -> None:
    """It was cut at the right, and so were the buttons below it."""
    window = make_window(width=960, height=540, language=language)
    services = window.services
    services.match.new_game(NewGame(human=None, start=Position.of("7k/8/8/8/8/8/P7/K7 w - - 0 1", chess960=None)))
    services.match._end_shown(Outcome(None, Termination.FLAG_WITHOUT_MATE))
    card = window.body.side.panel("game")
    assert isinstance(card, StatusCard)
    scroll = next(area for area in window.findChildren(QScrollArea) if area.isAncestorOf(card))
    qtbot.wait(50)  # the panel is laid out
    assert card.heading and card.width() <= scroll.viewport().width()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Draw: time is up, but the opponent cannot mate"),
        ("fi", "Tasapeli: aika loppui, mutta vastustaja ei voi tehdä mattia"),
    ],
)
def test_time_that_is_up_without_a_win_is_told_as_people_say_it(make_view: MakeView, language: str, said: str) -> None:
    """It was “Draw by time, but the opponent cannot mate”."""
    shown = make_view(StatusCard, language=language)
    ended = Outcome(None, Termination.FLAG_WITHOUT_MATE)
    assert words.outcome(ended) == said
    shown.services.match.new_game(NewGame(human=None))
    shown.services.match._end_shown(ended)
    assert shown.view.heading == said
    heard = Narrator(shown.services.game.state).hear("result")
    assert heard is not None and heard.phrases == (Phrase("Draw: time is up, but the opponent cannot mate"),)


def test_the_notice_of_an_adjourned_game_does_not_cover_how_the_next_one_ends(make_window: MakeWindow) -> None:
    window = make_window()
    match = window.services.match
    match.new_game(NewGame(human=None, control=TimeControl(60_000)))
    match.user_move("e2e4")
    match.new_game(NewGame(human=None, control=TimeControl(60_000)))
    assert len(window.body.messages.notices) == 1
    match.resign()
    assert window.body.messages.notices == []


def test_the_end_of_a_rated_game_shows_result_face_elo_accuracy_and_two_buttons(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    """It looked like a form: seven equal buttons in three rows."""
    window = make_window()
    services = window.services
    card = window.body.side.panel("game")
    assert isinstance(card, StatusCard)
    person = person_named("tom")
    for result in (Side.WHITE, Side.BLACK):
        services.match.new_game(NewGame(rated=True, person=person, control=TimeControl(60_000)))
        services.match._end_shown(Outcome(result, Termination.RESIGNATION))
    before, now = (round(one.elo) for one in services.rating.state.history)
    assert card.heading == "Black wins by resignation" and not card._picture.pixmap().isNull()
    assert card._facts.text() == f"Your Elo: {now} (−{before - now})" and before > now
    buttons = [button for button in card.next.findChildren(QPushButton) if button.isVisible()]
    assert [button.text() for button in buttons] == ["Review", "Rematch", "…"]
    more = [action.objectName() or action.text() for action in buttons[-1].menu().actions()]
    assert len(more) == 5
    reviewed = GameReview((), (), SideSummary(3, 91.0), SideSummary(3, 68.0), "", "")
    services.review._set(ReviewState(JobPhase.DONE, services.game.state.tab, review=reviewed))
    assert card._facts.text().splitlines()[1] == "Accuracy: You 91\u00a0%, Tom 68\u00a0%"
    services.match.new_game(NewGame(person=person))
    assert not card._facts.isVisible() and not card.next.isVisible()


def test_for_children_a_hint_is_the_arrow_of_the_move_at_once(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser([("e2e4", ChoiceSource.SEARCH, "depth 8, +0.10")]))
    window.services.settings.set("children", True)
    match, card = window.services.match, window.body.side.panel("game")
    match.new_game(NewGame())
    with qtbot.waitSignal(match.hint_ready, timeout=10_000):
        match.ask_hint()
    assert [(shape.start, shape.end) for shape in window.body.panel.board.shapes] == [(12, 28)]
    assert isinstance(card, StatusCard) and card._reason.text() == "Look at the arrow.", "no square, no number"


def test_children_see_no_evaluations_in_the_sheet_after_the_end(make_window: MakeWindow) -> None:
    window = make_window()
    assert window.services.files.paste("1. e4 e5 { [%eval -0.46] } 2. Qh5 { [%eval -9.78] } 0-1")
    notation = window.body.side.notation
    assert "-0.46" in notation.toPlainText()
    window.services.settings.set("children", True)
    assert "0.46" not in notation.toPlainText() and "9.78" not in notation.toPlainText()
