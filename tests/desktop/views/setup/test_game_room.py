"""The game room: opponents, every kind of clock, starts, strengths, and what it remembers."""

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QSpinBox

from desktop.model.game.handicap import ODDS, start_with_odds
from desktop.model.game.match import FULL_STRENGTH
from desktop.services.all_services import Services
from desktop.views.setup.game_defaults import control_of
from desktop.views.setup.game_room import GameRoom
from desktop.views.setup.opponent_field import Other
from desktop.views.setup.start_field import StartKind
from desktop.views.setup.time_field import PRESETS, ClockDialog
from engine.game.side import Side
from engine.game.time_control import NO_CLOCK, ClockKind, FixedLimits, Period, TimeControl
from engine.play.people.persons import PERSONS
from tests.desktop.views.conftest import Compose, MakeView, MakeWindow
from tests.desktop.views.engines.test_engines_dialog import ELO, entry
from tests.desktop.window_doubles import ScriptedChooser


def own_clock(room: GameRoom) -> ClockDialog:
    """Presses *Other …*."""
    room.time.chips.button(None).click()
    return room.findChildren(ClockDialog)[-1]


def choose_kind(dialog: ClockDialog, kind: ClockKind) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))


def start_kind(room: GameRoom, kind: StartKind) -> None:
    room.start.kind.button(kind).click()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (ClockKind.INCREMENT, TimeControl(420_000, 4_000)),
        (ClockKind.DELAY, TimeControl(420_000, 4_000, kind=ClockKind.DELAY)),
        (ClockKind.BRONSTEIN, TimeControl(420_000, 4_000, kind=ClockKind.BRONSTEIN)),
        (ClockKind.HOURGLASS, TimeControl(420_000, kind=ClockKind.HOURGLASS)),
        (ClockKind.MOVE, TimeControl(4_000, kind=ClockKind.MOVE)),
    ],
)
def test_every_kind_of_clock_is_chosen_and_remembered(
    make_view: MakeView, kind: ClockKind, expected: TimeControl
) -> None:
    shown = make_view(GameRoom)
    room, services = shown.view, shown.services
    dialog = own_clock(room)
    choose_kind(dialog, kind)
    dialog.minutes.setValue(7)
    dialog.increment.setValue(4)
    dialog.accept()
    assert room.wanted().control == expected
    assert room.time.chips.value is None and room.time.chips.button(None).text() == str(expected)
    room.sides["white"].click()
    again = make_view(GameRoom, services=services).view
    assert again.time.control == expected
    again.reject()


def test_several_periods_and_odds_are_remembered_with_the_side_that_has_them(
    make_view: MakeView, make_window: MakeWindow
) -> None:
    window = make_window(ScriptedChooser(hold=True))
    room = make_view(GameRoom, services=window.services).view
    dialog = own_clock(room)
    dialog.periods_on.setChecked(True)
    for (moves, minutes, seconds), values in zip(dialog.rows, ((40, 90, 0), (20, 30, 0), (0, 15, 30)), strict=True):
        moves.setValue(values[0])
        minutes.setValue(values[1])
        seconds.setValue(values[2])
    dialog.odds.setChecked(True)
    dialog.odds_minutes.setValue(10)
    dialog.accept()
    control = room.wanted("black").control
    assert (control.of(Side.WHITE).base_ms, control.of(Side.BLACK).base_ms) == (600_000, 5_400_000)
    assert (control.moves, control.then) == (40, (Period(20, 1_800_000), Period(0, 900_000, 30_000)))
    room.sides["black"].click()
    window.start_game()  # the next start of the program
    match = window.services.game.state.match
    assert match is not None and match.control == control
    again = make_view(GameRoom, services=window.services).view
    assert again.wanted().control == control
    again.reject()


def test_odds_of_a_fixed_time_are_remembered_and_no_number_means_another_one(make_view: MakeView) -> None:
    room = make_view(GameRoom).view
    dialog = own_clock(room)
    choose_kind(dialog, ClockKind.MOVE)
    dialog.odds.setChecked(True)
    dialog.increment.setValue(0)
    dialog.odds_seconds.setValue(7)
    assert dialog.increment.value() == 1  # 0 seconds cannot be asked for
    dialog.accept()
    expected = TimeControl(1_000, kind=ClockKind.MOVE, black=TimeControl(7_000, kind=ClockKind.MOVE))
    assert room.time.control == expected
    again = own_clock(room)
    assert (again.increment.value(), again.odds_seconds.value()) == (1, 7)
    again.reject()
    room.reject()


def test_no_minutes_say_that_there_is_no_clock(make_view: MakeView) -> None:
    room = make_view(GameRoom).view
    dialog = own_clock(room)
    dialog.minutes.setValue(0)
    assert dialog.minutes.text() == "No clock"
    parts = (dialog.increment, dialog.odds, dialog.odds_minutes, dialog.play_on)
    assert not any(part.isVisible() for part in parts)
    assert dialog.control() == NO_CLOCK
    dialog.periods_on.setChecked(True)
    dialog.rows[0][1].setValue(0)
    assert dialog.rows[0][1].value() == 1  # minutes; a first period without time cannot be asked for
    assert dialog.odds.isVisible()
    choose_kind(dialog, ClockKind.MOVE)
    assert dialog.increment.isVisible()
    dialog.reject()
    room.reject()


def test_a_chip_replaces_any_other_clock_and_cancelling_keeps_it(make_view: MakeView) -> None:
    room = make_view(GameRoom).view
    dialog = own_clock(room)
    choose_kind(dialog, ClockKind.HOURGLASS)
    dialog.accept()
    room.time.chips.button(PRESETS[2]).click()
    assert room.time.control == TimeControl(300_000, 3_000)
    own_clock(room).reject()
    assert room.time.chips.value == room.time.control == TimeControl(300_000, 3_000)
    room.time.chips.button(NO_CLOCK).click()
    assert not room.time.control.timed
    room.reject()


def test_a_wrong_fen_is_marked_and_named_beside_the_buttons(make_view: MakeView) -> None:
    room = make_view(GameRoom).view
    start_kind(room, StartKind.POSITION)
    room.start.fen.setText("8/8/8/8/8/8/8/8 w - - 0 1")
    room.sides["white"].click()
    assert room.isVisible() and "empty" in room.fault.text() and room.start.fen.property("state") == "error"
    QTest.keyClicks(room.start.fen, "x")
    assert not room.fault.text() and room.start.fen.property("state") == ""
    room.reject()


@pytest.mark.parametrize(
    ("fen", "chess960"),
    [
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", True),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", True),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False),
    ],
)
def test_a_fen_of_chess960_is_taken_as_it_is_by_pasting(make_view: MakeView, fen: str, chess960: bool) -> None:
    dialog = make_view(GameRoom).view
    start_kind(dialog, StartKind.POSITION)
    dialog.start.fen.setText(fen)
    assert dialog.wanted().start.chess960 is chess960
    dialog.reject()


@pytest.mark.parametrize("odds", ODDS, ids=lambda odds: odds.key)
@pytest.mark.parametrize("giver", Side)
def test_odds_take_one_man_away_and_leave_a_possible_position(odds, giver: Side) -> None:  # type: ignore[no-untyped-def]
    board = chess.Board(start_with_odds(odds, giver))
    assert board.is_valid() and len(board.piece_map()) == 31
    missing = chess.SquareSet(board.occupied ^ chess.Board().occupied)
    (square,) = missing
    assert chess.Board().color_at(square) is (giver is Side.WHITE)


def test_pawn_and_move_leaves_no_choice_of_side(make_view: MakeView) -> None:
    dialog = make_view(GameRoom).view
    start_kind(dialog, StartKind.ODDS)
    dialog.start.odds.setCurrentIndex(dialog.start.odds.findData("pawn and move"))
    dialog.start.giver.setCurrentIndex(1)
    wanted = dialog.wanted()
    assert wanted.human is Side.BLACK
    assert wanted.start.fen == "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    dialog.reject()


def test_a_chess960_position_is_chosen_by_its_number(make_view: MakeView) -> None:
    dialog = make_view(GameRoom).view
    start_kind(dialog, StartKind.CHESS960)
    dialog.start.number.setValue(0)
    wanted = dialog.wanted()
    # Number 0 is BBQNNRKR (Scharnagl's numbering)
    assert wanted.start.chess960 and wanted.start.fen.startswith("bbqnnrkr/")
    dialog.start.number.setValue(518)
    assert dialog.wanted().start.fen.startswith("rnbqkbnr/")
    QTest.mouseClick(dialog.start.draw, Qt.MouseButton.LeftButton)
    assert 0 <= dialog.start.number.value() <= 959
    dialog.reject()


def test_style_and_bounds_go_with_the_game_and_are_remembered(make_view: MakeView) -> None:
    shown = make_view(GameRoom)
    dialog, services = shown.view, shown.services
    dialog.level.style_box.setCurrentIndex(1)
    dialog.level.bound.setCurrentIndex(dialog.level.bound.findData("depth"))
    dialog.level.amount.setValue(6)
    wanted = dialog.wanted()
    assert (wanted.style, wanted.budget) == ("aggressive", FixedLimits(depth=6))
    dialog.sides["white"].click()
    again = make_view(GameRoom, services=services).view
    assert (again.wanted().style, again.wanted().budget) == ("aggressive", FixedLimits(depth=6))
    assert not again.rated.isVisible()
    again.level.bound.setCurrentIndex(0)
    again.level.strength.set_elo(900)
    assert again.rated.isVisible()
    again.level.style_box.setCurrentIndex(again.level.style_box.findData("browser 2015"))
    assert not again.rated.isVisible()  # its Elo at a level is not known
    again.opponents.choose("tom")
    assert not again.level.isVisible() and not again.wanted().budget.bounded
    again.reject()


def test_odds_stay_with_the_opponent_whichever_side_is_played(compose: Compose) -> None:
    from desktop.views.setup.game_defaults import game_of, remember_control

    settings = compose().settings
    remember_control(settings, TimeControl(600_000, black=TimeControl(60_000)))
    for side in Side:
        control = game_of(settings.settings, side).control
        assert (control.of(side).base_ms, control.of(side.other).base_ms) == (600_000, 60_000)


def test_a_position_where_the_game_is_over_leaves_the_room_as_it_was_filled_in(
    compose: Compose, make_view: MakeView
) -> None:
    """The dialog closed, told it, and had to be filled in again."""
    mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"
    services = compose()
    services.files.paste(mate)
    tabs = len(services.game.tabs.titles)
    dialog = make_view(GameRoom, services=services).view
    start_kind(dialog, StartKind.POSITION)
    assert dialog.start.fen.text() == mate  # the position on the board is proposed
    dialog.sides["white"].click()
    assert dialog.isVisible() and "over" in dialog.fault.text()
    assert dialog.start.fen.text() == mate and len(services.game.tabs.titles) == tabs
    dialog.reject()


# -- what it remembers

REMEMBERED = [
    ("tom", "chess960 518"),
    ("", "odds you knight"),
    ("key", "position 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
    ("people", "standard"),
    ("itself", "chess960 -1"),
]


@pytest.mark.parametrize(("opponent", "start"), REMEMBERED)
def test_everything_is_remembered(compose: Compose, make_view: MakeView, opponent: str, start: str) -> None:
    """After two people had played, the next game was against Ratsu again, but still rated."""
    services = compose(ScriptedChooser(hold=True))
    services.engines._set((entry(options=ELO),))
    room = make_view(GameRoom, services=services).view
    room.opponents.choose(opponent)
    room.start._show(start)
    room.start._update()
    room._update_end()
    room.time.chips.button(PRESETS[1]).click()
    room.rated.setChecked(True)
    room.engine.strength.set_elo(1800)
    (room.play if opponent in ("people", "itself") else room.sides["black"]).click()
    again = make_view(GameRoom, services=services).view
    assert services.settings.settings.text("start") == again.start.text == start.replace("chess960 -1", "chess960 -1")
    assert again.opponents.currentRow() == room_row(services, opponent)
    assert again.time.control == PRESETS[1] and again.rated.isChecked()
    if opponent == "key":
        assert again.engine.strength.elo == 1800
    if opponent not in ("people", "itself"):
        assert again.sides["black"].isDefault()
    again.reject()


def test_an_engine_that_does_not_play_chess960_is_said_in_the_room(compose: Compose, make_view: MakeView) -> None:
    """The game began, and was adjourned after the first move for ever."""
    services = compose(ScriptedChooser(hold=True))
    services.engines._set((entry(options=ELO, chess960=False),))
    room = make_view(GameRoom, services=services).view
    started: list[object] = []
    room.accepted_game.connect(started.append)
    room.opponents.choose("key")
    room.start._show("chess960 518")
    room.start._update()
    room.sides["white"].click()
    assert not started and not room.fault.isHidden()
    assert room.fault.text() == "Badmouse does not play Chess960. Choose another opponent or start."
    room.start._show("standard")
    room.start._update()
    room.sides["white"].click()
    assert len(started) == 1


def room_row(services: Services, key: str) -> int:
    """The place of an opponent among the tiles: 17 persons, Ratsu, the engine, two people, Ratsu against itself."""
    rows = {"tom": 5, "": 17, "key": 18, "people": 19, "itself": 20}
    return rows[key]


@pytest.mark.parametrize(
    "kept", ["", "odds", "odds you horse", "chess960 x", "chess960 9999", "chess960 -5", "position", "?"]
)
def test_a_damaged_start_is_read_as_some_start(make_view: MakeView, kept: str) -> None:
    room = make_view(GameRoom, start=kept).view
    assert isinstance(room.start.kind.value, StartKind)
    room.reject()


# -- strength


def test_the_strength_is_slid_or_typed(make_view: MakeView) -> None:
    room = make_view(GameRoom).view
    room.opponents.choose("")
    strength = room.level.strength
    strength.number.setFocus()
    strength.number.selectAll()
    QTest.keyClicks(strength.number, "1437")
    QTest.keyClick(strength.number, Qt.Key.Key_Tab)
    assert strength.elo == 1437 and room.wanted().level.elo == 1437 and strength.slider.value() == 1437
    strength.slider.setValue(1460)
    assert strength.elo == 1450  # steps of 50
    strength.slider.setValue(strength.slider.maximum())
    assert strength.number.text() == "Full strength" and room.wanted().level is FULL_STRENGTH
    for typed, kept in (("9999", 2800), ("12", 400), ("2800 Elo", 2800), ("400", 400), ("Full strength", None)):
        strength.number.selectAll()
        QTest.keyClicks(strength.number, typed)
        QTest.keyClick(strength.number, Qt.Key.Key_Tab)
        assert strength.elo == kept, typed
    room.reject()


@pytest.mark.parametrize("language", ["en", "fi", "de", "fr"])
def test_the_words_of_the_default_button_are_whole(make_view: MakeView, language: str) -> None:
    """“Mit Weiß spielen” lost its last letter: the text is bold, but the place of the picture is that of the usual one."""
    room = make_view(GameRoom, language=language).view
    QApplication.processEvents()
    button = room.sides["white"]
    assert button.isDefault()
    seen = button.grab().toImage()
    middle = range(seen.height() // 4, 3 * seen.height() // 4)
    right = {seen.pixelColor(seen.width() - away, y).rgb() for away in (13, 14) for y in middle}
    assert len(right) == 1, "letters reach the padding, where they are cut"


def test_children_are_offered_no_clock_no_percents_and_no_elo(make_window: MakeWindow) -> None:
    window = make_window()
    settings = window.services.settings
    settings.set("base_minutes", 15)
    settings.set("rated", True)
    settings.set("children", True)
    room = window.services.make(GameRoom, parent=window)
    room.show()
    for row in range(len(PERSONS)):
        room.opponents.setCurrentRow(row)
        item = room.opponents.item(row)
        shown = [label.text() for label in room.findChildren(QLabel) if label.isVisible()]
        shown += [item.text(), item.data(Qt.ItemDataRole.AccessibleTextRole), item.toolTip()]
        assert not any(sign.isdigit() or sign == "%" for text in shown for sign in text), shown
    for other in (Other.RATSU, Other.ITSELF):
        room.opponents.choose(other.value)
        assert room.level.isVisible() and room.level.strength.slider.isVisible()
        room.level.strength.set_elo(1234)
        shown = [label.text() for label in room.findChildren(QLabel) if label.isVisible()]
        assert not any(sign.isdigit() or sign == "%" for text in shown for sign in text), shown
        assert not any(box.isVisible() for box in room.level.findChildren(QSpinBox))
    room.opponents.setCurrentRow(0)
    assert not room.time.isVisible() and not room.rated.isVisible()
    wanted = room.wanted()
    assert not wanted.control.timed and not wanted.rated
    room.sides["white"].click()
    settings.set("children", False)
    assert control_of(settings.settings).base_ms == 900_000, "the own clock stays"
