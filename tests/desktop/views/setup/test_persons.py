"""Playing a person, and finding one's level, as a user does it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.engines.find_level_dialog import FindLevelDialog
from desktop.views.game.status_card import StatusCard
from desktop.views.kit.portraits import face
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_room import GameRoom
from desktop.views.setup.opponent_field import Other
from engine.game.side import Side
from engine.play.people.find_level import LevelSearch
from engine.play.people.persons import PERSONS, person_named
from tests.desktop.views.conftest import MakeWindow


def dialog_of(window: MainWindow) -> GameRoom:
    window.actions_by_key["new_game"].trigger()
    return window.findChildren(GameRoom)[-1]


def card_of(window: MainWindow) -> StatusCard:
    card = window.body.side.panel("game")
    assert isinstance(card, StatusCard)
    return card


def test_a_person_is_chosen_by_keyboard_greets_and_is_remembered(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    dialog = dialog_of(window)
    dialog.opponents.choose("aino")
    QTest.keyClick(dialog.opponents, Qt.Key.Key_Right)
    tom = person_named("tom")
    assert tom is not None and dialog.opponents.opponent is tom
    assert dialog.rated.isVisible()  # a person's rating is known
    QTest.keyClick(dialog.opponents, Qt.Key.Key_Return)
    state = window.services.game.state
    assert state.match is not None and state.match.contestant(Side.BLACK).person == "tom"
    assert card_of(window).text == f"“{tom.hello}”"
    again = dialog_of(window)
    assert again.opponents.opponent is tom
    again.reject()


def test_the_person_has_the_last_word_in_finnish_too(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(language="fi")
    window.services.settings.set("person", "tom")
    window.start_game()
    window.services.match.resign()
    assert card_of(window).text == "“Hyökkäys toimii aina!”"


def test_who_plays_a_level_is_not_asked_for_a_person(make_window: MakeWindow) -> None:
    window = make_window()
    dialog = dialog_of(window)
    assert dialog.opponents.opponent is Other.RATSU and dialog.wanted().person is None
    assert not dialog.person.isVisibleTo(dialog) and dialog.level.isVisibleTo(dialog)
    dialog.reject()


def test_every_face_is_drawn(make_window: MakeWindow) -> None:
    make_window()
    pictures = [face(person.key, 48, 1.0).toImage() for person in PERSONS]
    assert all(picture.pixelColor(24, 44).alpha() == 255 for picture in pictures)
    assert face("nobody", 48, 1.0).toImage().pixelColor(24, 44).alpha() == 0


def test_the_page_shows_the_games_the_interval_and_an_even_opponent(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    window.actions_by_key["find_level"].trigger()
    dialog = window.findChildren(FindLevelDialog)[-1]
    assert not dialog.figures.text and dialog.play.text() == "Play game 1"
    search = LevelSearch().after(1400, 1.0).after(1600, 0.5)
    window.services.level._keep(search)
    estimate = search.estimate
    interval = f"90 % interval: {estimate.low}–{estimate.high}"
    assert dialog.figures.text == f"your level: {estimate.elo}, {interval}, games played: 2 of 10"
    assert dialog.dots.accessibleDescription() == "2 of 10: 1 ½"
    assert str(window.services.level.proposed.elo) in dialog.proposal.text()
    QTest.mouseClick(dialog.play, Qt.MouseButton.LeftButton)
    match = window.services.game.state.match
    assert match is not None and match.finding and match.human_side is Side.WHITE


def test_the_even_opponent_is_played_from_the_page(make_window: MakeWindow) -> None:
    window = make_window()
    window.actions_by_key["find_level"].trigger()
    dialog = window.findChildren(FindLevelDialog)[-1]
    proposed = window.services.level.proposed
    QTest.mouseClick(dialog.play_person, Qt.MouseButton.LeftButton)
    match = window.services.game.state.match
    assert match is not None and not match.finding
    assert proposed.key in (match.white.person, match.black.person)
