"""The dialog for a new game: every kind of clock, odds, Chess960 by number, style, bounds; and what it remembers."""

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.model.game.handicap import ODDS, start_with_odds
from desktop.views.setup.new_game_dialog import NewGameDialog
from desktop.views.setup.start_field import StartKind
from engine.game.side import Side
from engine.game.time_control import ClockKind, FixedLimits, Period, TimeControl
from tests.desktop.views.conftest import Compose, MakeView, MakeWindow
from tests.desktop.window_doubles import ScriptedChooser


def choose_kind(dialog: NewGameDialog, kind: ClockKind) -> None:
    dialog.time.other.setChecked(True)
    dialog.time.kind.setCurrentIndex(dialog.time.kind.findData(kind))


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
    shown = make_view(NewGameDialog)
    dialog, services = shown.view, shown.services
    choose_kind(dialog, kind)
    dialog.time.minutes.setValue(7)
    dialog.time.increment.setValue(4)
    assert dialog.wanted().control == expected
    dialog._accept()
    again = make_view(NewGameDialog, services=services).view
    assert again.time.control() == expected
    again.reject()


def test_several_periods_and_odds_are_remembered_with_the_side_that_has_them(
    make_view: MakeView, make_window: MakeWindow
) -> None:
    window = make_window(ScriptedChooser(hold=True))
    dialog = make_view(NewGameDialog, services=window.services).view
    next(button for button in dialog.sides.buttons() if button.property("side") == "black").click()
    choose_kind(dialog, ClockKind.INCREMENT)
    dialog.time.periods_on.setChecked(True)
    dialog.time.rows[2][2].setValue(30)
    dialog.time.odds.setChecked(True)
    dialog.time.odds_minutes.setValue(10)
    control = dialog.wanted().control
    assert (control.of(Side.WHITE).base_ms, control.of(Side.BLACK).base_ms) == (600_000, 5_400_000)
    assert (control.moves, control.then) == (40, (Period(20, 1_800_000), Period(0, 900_000, 30_000)))
    dialog._accept()
    window.start_game()  # the next start of the program
    match = window.services.game.state.match
    assert match is not None and match.control == control
    again = make_view(NewGameDialog, services=window.services).view
    assert again.wanted().control == control
    again.reject()


def test_odds_of_a_fixed_time_are_remembered_and_no_number_means_another_one(make_view: MakeView) -> None:
    shown = make_view(NewGameDialog)
    dialog, services = shown.view, shown.services
    choose_kind(dialog, ClockKind.MOVE)
    dialog.time.odds.setChecked(True)
    dialog.time.increment.setValue(0)
    dialog.time.odds_seconds.setValue(7)
    dialog._accept()
    again = make_view(NewGameDialog, services=services).view
    assert (again.time.increment.value(), again.time.odds_seconds.value()) == (1, 7)  # 0 seconds cannot be asked for
    expected = TimeControl(1_000, kind=ClockKind.MOVE, black=TimeControl(7_000, kind=ClockKind.MOVE))
    assert again.time.control() == expected
    again.reject()


def test_no_minutes_say_that_there_is_no_clock(make_view: MakeView) -> None:
    dialog = make_view(NewGameDialog).view
    time = dialog.time
    choose_kind(dialog, ClockKind.INCREMENT)
    time.minutes.setValue(0)
    assert time.minutes.text() == "No clock"
    assert not any(part.isEnabled() for part in (time.increment, time.odds, time.odds_minutes, time.play_on))
    assert time.control() == TimeControl()
    time.periods_on.setChecked(True)
    time.rows[0][1].setValue(0)
    assert time.rows[0][1].value() == 1  # minutes; a first period without time cannot be asked for
    assert time.odds.isEnabled()
    choose_kind(dialog, ClockKind.MOVE)
    assert time.increment.isEnabled()
    dialog.reject()


def test_a_preset_takes_every_other_setting_of_the_clock_back(make_view: MakeView) -> None:
    dialog = make_view(NewGameDialog).view
    choose_kind(dialog, ClockKind.HOURGLASS)
    dialog.time.times.button(2).click()
    assert dialog.time.control() == TimeControl(300_000, 3_000)
    dialog.time.times.button(6).click()
    assert not dialog.time.control().timed
    dialog.reject()


@pytest.mark.parametrize("height", [480, 510])  # a window of 960x540, and the dialog's own height
def test_a_fen_is_in_sight_with_what_is_wrong_with_it(make_view: MakeView, height: int) -> None:
    dialog = make_view(NewGameDialog).view
    dialog.resize(dialog.width(), height)
    QTest.qWait(0)
    dialog.start.kind.setCurrentIndex(dialog.start.kind.findData(StartKind.FEN))
    QTest.qWait(0)
    assert dialog.start.fen.visibleRegion().boundingRect() == dialog.start.fen.rect()
    dialog.start.fen.setText("8/8/8/8/8/8/8/8 w - - 0 1")
    dialog._accept()
    QTest.qWait(0)
    assert dialog.start.fault.visibleRegion().boundingRect() == dialog.start.fault.rect()
    dialog.reject()


@pytest.mark.parametrize(
    ("fen", "chess960"),
    [
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", True),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", True),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False),
    ],
)
def test_a_fen_of_chess960_is_taken_as_it_is_by_pasting(make_view: MakeView, fen: str, chess960: bool) -> None:
    dialog = make_view(NewGameDialog).view
    dialog.start.kind.setCurrentIndex(dialog.start.kind.findData(StartKind.FEN))
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
    dialog = make_view(NewGameDialog).view
    dialog.start.kind.setCurrentIndex(dialog.start.kind.findData(StartKind.ODDS))
    dialog.start.odds.setCurrentIndex(dialog.start.odds.findData("pawn and move"))
    dialog.start.giver.setCurrentIndex(1)
    wanted = dialog.wanted()
    assert wanted.human is Side.BLACK
    assert wanted.start.fen == "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    dialog.reject()


def test_a_chess960_position_is_chosen_by_its_number(make_view: MakeView) -> None:
    dialog = make_view(NewGameDialog).view
    dialog.start.kind.setCurrentIndex(dialog.start.kind.findData(StartKind.CHESS960))
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
    shown = make_view(NewGameDialog)
    dialog, services = shown.view, shown.services
    dialog.level.style_box.setCurrentIndex(1)
    dialog.level.bound.setCurrentIndex(dialog.level.bound.findData("depth"))
    dialog.level.amount.setValue(6)
    wanted = dialog.wanted()
    assert (wanted.style, wanted.budget) == ("aggressive", FixedLimits(depth=6))
    dialog._accept()
    again = make_view(NewGameDialog, services=services).view
    assert (again.wanted().style, again.wanted().budget) == ("aggressive", FixedLimits(depth=6))
    again.level.bound.setCurrentIndex(0)
    again.level.slider.setValue(10)
    assert again.rated.isEnabled()
    again.level.style_box.setCurrentIndex(again.level.style_box.findData("browser 2015"))
    assert not again.rated.isEnabled()  # its Elo at a level is not known
    again.opponent.setCurrentIndex(1)
    assert not again.level.isEnabled() and not again.wanted().budget.bounded
    again.reject()


def test_odds_stay_with_the_opponent_whichever_side_is_played(compose: Compose) -> None:
    from desktop.views.setup.game_defaults import game_of, remember_control

    settings = compose().settings
    remember_control(settings, TimeControl(600_000, black=TimeControl(60_000)))
    for side in Side:
        control = game_of(settings.settings, side).control
        assert (control.of(side).base_ms, control.of(side.other).base_ms) == (600_000, 60_000)


@pytest.mark.parametrize("kind", [StartKind.FEN, StartKind.SHOWN])
def test_a_position_where_the_game_is_over_leaves_the_dialog_as_it_was_filled_in(
    compose: Compose, make_view: MakeView, kind: StartKind
) -> None:
    """The dialog closed, told it, and had to be filled in again."""
    mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"
    services = compose()
    services.files.paste(mate)
    tabs = len(services.game.tabs.titles)
    dialog = make_view(NewGameDialog, services=services).view
    dialog.start.kind.setCurrentIndex(dialog.start.kind.findData(kind))
    dialog.start.fen.setText(mate)
    dialog._accept()
    assert dialog.isVisible() and "over" in dialog.start.fault.text()
    assert dialog.start.fen.text() == mate and len(services.game.tabs.titles) == tabs
    dialog.reject()
