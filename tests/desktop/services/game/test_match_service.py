"""A game against the engine: turns, clock, take back, draw, resignation, hints."""

import threading
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import Contestant, NewGame, level_of
from desktop.services.all_services import Services
from desktop.services.kit.move_chooser import MoveChooser
from engine.coach.claims import HintTopic
from engine.game.move_choice import ChoiceSource, DrawAnswer
from engine.game.outcome import Outcome, Termination
from engine.game.position import Position
from engine.game.reason_words import english
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.ground.errors import PositionError
from engine.rules.fen import START_FEN
from tests.desktop.services.conftest import Heard, Make
from tests.desktop.window_doubles import ScriptedChooser

BOOK = (("e7e5", ChoiceSource.BOOK, "shipped book"), ("b8c6", ChoiceSource.BOOK, "shipped book"))


def sans(services: Services) -> list[str]:
    return [node.san for node in services.game.state.game.main_line()]


def test_the_engine_answers_and_says_where_its_move_is_from(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser(BOOK)).services
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    origin = services.game.state.node.origin
    assert origin is not None
    assert (origin.source, english(origin.reason)) == ("book", "shipped book")
    assert services.game.state.user_may_move


def test_with_black_the_engine_begins(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser([("d2d4", ChoiceSource.SEARCH, "")])).services
    services.match.new_game(NewGame(Side.BLACK))
    qtbot.waitUntil(lambda: services.game.state.node.san == "d4")
    assert services.game.state.orientation is Side.BLACK


def test_no_move_is_taken_out_of_turn(make: Make, qtbot: QtBot) -> None:
    chooser = ScriptedChooser(BOOK, hold=True)
    services = make(chooser).services
    heard = Heard(services.match.message)
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    services.match.user_move("d2d4")
    services.match.user_move("e7e5")
    assert "engine's turn" in heard.texts
    assert len(services.game.state.game.main_line()) == 1
    chooser.release()
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")


def test_an_illegal_move_is_told_and_changes_nothing(make: Make) -> None:
    services = make().services
    heard = Heard(services.match.message)
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e5")
    services.match.typed_move("Qh5")
    assert "e2e5 is not a legal move" in heard.texts
    assert "“Qh5” is not a legal move" in heard.texts
    assert services.game.state.fen == START_FEN


def test_take_back_returns_to_the_humans_last_turn_and_keeps_the_time_that_was_used(make: Make, qtbot: QtBot) -> None:
    composition = make(ScriptedChooser(BOOK))
    services = composition.services
    services.match.new_game(NewGame(Side.WHITE, control=TimeControl(300_000, 0)))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    services.match.user_move("g1f3")
    qtbot.waitUntil(lambda: services.game.state.node.san == "Nc6")
    before = services.clock.state.clock
    services.match.take_back()
    assert sans(composition.services) == ["e4", "e5"]
    clock = services.clock.state.clock
    assert clock.running is Side.WHITE
    assert (clock.white_ms or 0) <= (before.white_ms or 0) and clock.black_ms == before.black_ms
    services.match.take_back()
    assert sans(composition.services) == []
    assert not services.game.state.can_take_back


def test_take_back_while_the_engine_thinks_drops_its_move(make: Make, qtbot: QtBot) -> None:
    chooser = ScriptedChooser(BOOK, hold=True)
    services = make(chooser).services
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    services.match.take_back()
    chooser.release()
    qtbot.wait(100)
    assert services.game.state.fen == START_FEN
    assert services.game.state.user_may_move


def test_a_finished_game_can_be_taken_back_and_goes_on(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser(BOOK)).services
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    services.match.resign()
    over = services.game.state
    assert (over.outcome, over.game.result) == (Outcome(Side.BLACK, Termination.RESIGNATION), "0-1")
    services.match.take_back()
    state = services.game.state
    assert (state.outcome, state.playing) == (None, True)
    assert services.game.state.game.result == "*"


def test_mate_ends_the_game(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser([("e7e5", ChoiceSource.SEARCH, ""), ("d8h4", ChoiceSource.SEARCH, "")])).services
    over = Heard(services.match.game_over)
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("f2f3")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    services.match.user_move("g2g4")
    qtbot.waitUntil(lambda: bool(over.all))
    assert over.all == [Outcome(Side.BLACK, Termination.CHECKMATE)]
    assert not services.game.state.playing
    assert services.clock.state.clock.running is None


def test_the_flag_ends_the_game(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser(hold=True)).services
    over = Heard(services.match.game_over)
    services.match.new_game(NewGame(Side.WHITE, control=TimeControl(150)))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: bool(over.all))
    assert over.all == [Outcome(Side.WHITE, Termination.FLAG)]


def test_the_clocks_stand_until_the_first_move(make: Make, qtbot: QtBot) -> None:
    services = make().services
    services.match.new_game(NewGame(Side.WHITE, control=TimeControl(60_000)))
    qtbot.wait(250)
    assert services.clock.state.clock.white_ms == 60_000


def test_the_engine_gets_the_clocks(make: Make, qtbot: QtBot) -> None:
    class Recorder(ScriptedChooser):
        def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
            asked.append((position, limits))
            return super().choose(position, limits, on_info, stopper)

    asked: list[tuple[object, object]] = []
    services = make(Recorder(BOOK)).services
    services.match.new_game(NewGame(Side.WHITE, level_of("beginner"), TimeControl(60_000, 1_000)))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: bool(asked))
    (position, limits) = asked[0]
    assert position.moves == ("e2e4",)  # type: ignore[attr-defined]
    assert 59_000 < limits.black_time_ms <= 60_000  # type: ignore[attr-defined]
    assert limits.black_increment_ms == 1_000  # type: ignore[attr-defined]


def test_a_draw_offer_is_declined_early(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser(BOOK)).services
    answers = Heard(services.match.draw_answered)
    services.match.new_game(NewGame(Side.WHITE))
    services.match.offer_draw()
    assert answers.all == [DrawAnswer.EARLY]
    assert services.game.state.playing


def test_two_humans_agree_on_a_draw(make: Make) -> None:
    services = make().services
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    services.match.user_move("e7e5")
    services.match.offer_draw()
    assert services.game.state.game.result == "1/2-1/2"


def test_a_hint_is_given_for_the_shown_position(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser([("g1f3", ChoiceSource.BOOK, "sound")] * 2)).services
    services.match.new_game(NewGame(Side.WHITE))
    hints = Heard(services.match.hint_ready)
    services.match.ask_hint()
    qtbot.waitUntil(lambda: bool(hints.all))
    assert hints.all[0].san == "Nf3"  # type: ignore[attr-defined]
    assert hints.all[0].look is HintTopic.QUIET, "first what to look for"  # type: ignore[attr-defined]
    for _ in range(3):
        services.match.ask_hint()
    assert [hint.step for hint in hints.all] == [1, 2, 3, 3], "then the piece, then the move, without another search"  # type: ignore[attr-defined]
    assert services.game.state.fen == START_FEN
    services.match.resign()
    services.match.new_game(NewGame(Side.WHITE))
    services.match.ask_hint()
    qtbot.waitUntil(lambda: len(hints.all) == 5)
    assert hints.all[4].step == 1, "in the next game from the beginning"  # type: ignore[attr-defined]


def test_play_from_here_leaves_the_old_game_alone(make: Make) -> None:
    services = make(ScriptedChooser(hold=True)).services
    services.game.play_move("e2e4")
    services.game.play_move("e7e5")
    old = services.game.state
    services.game.go_back()
    services.match.play_from_here(NewGame(Side.BLACK))
    assert services.game.state.tab != old.tab
    assert [node.san for node in services.game.state.game.main_line()] == ["e4"]
    assert services.game.state.user_may_move
    kept = services.game.state_of(old.tab)
    assert kept is not None
    assert kept.game is old.game


def test_who_looks_back_goes_on_looking_when_the_engine_moves(make: Make, qtbot: QtBot) -> None:
    chooser = ScriptedChooser(BOOK, hold=True)
    services = make(chooser).services
    heard = Heard(services.match.message)
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    services.game.go_first()
    chooser.release()
    qtbot.waitUntil(lambda: not services.game.state.thinking)
    assert services.game.state.fen == START_FEN
    services.match.user_move("d2d4")
    assert "looking back" in heard.texts


def test_an_engine_that_fails_is_named_and_the_game_can_go_on(make: Make, qtbot: QtBot) -> None:
    from engine.ground.errors import RatsuError

    class Failing(ScriptedChooser):
        failing = True

        def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
            if self.failing:
                raise RatsuError("The book cannot be read.")
            return super().choose(position, limits, on_info, stopper)

    chooser = Failing(BOOK)
    services = make(chooser).services
    heard = Heard(services.match.message)
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: bool(heard.all))
    assert "The book cannot be read." in heard.texts
    assert services.game.state.adjourned
    chooser.failing = False
    services.match.go_on()
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")


def test_the_engine_can_play_both_sides(make: Make, qtbot: QtBot) -> None:
    services = make().services
    services.match.new_game(NewGame(engines=True))
    qtbot.waitUntil(lambda: services.game.state.node.ply >= 6)
    services.game.close_tab(services.game.state.tab)


def test_a_finished_match_is_added_to_the_played_games(make: Make, qtbot: QtBot, user_folders: object) -> None:
    composition = make(ScriptedChooser(BOOK))
    services = composition.services
    for _ in range(2):
        services.match.new_game(NewGame(Side.WHITE))
        services.match.user_move("e2e4")
        services.match.resign()
        qtbot.waitUntil(lambda: not services.game.state.modified)
    played = composition.folders.data / "played games.pgn"
    assert played.read_text().count("1. e4") == 2
    assert played.read_text().count("0-1\n") == 2


def test_a_position_that_cannot_be_played_starts_no_game(make: Make) -> None:
    services = make().services
    before = services.game.state
    with pytest.raises(PositionError, match="in check"):  # no Position, and a new game wants one
        services.match.new_game(NewGame(Side.WHITE, start=Position.of("8/8/8/4k3/8/8/1Q6/K7 w - - 0 1", chess960=None)))
    assert services.game.state == before


def test_after_a_flag_the_game_goes_on_where_that_was_agreed(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser(hold=True)).services
    heard = Heard(services.match.message)
    over = Heard(services.match.game_over)
    services.match.new_game(NewGame(None, control=TimeControl(50), play_on=True))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: bool(heard.all))
    services.match.user_move("e7e5")
    assert "Black's time is over. The game continues." in heard.texts
    assert not over.all and sans(services) == ["e4", "e5"]


def test_a_move_that_comes_after_the_flag_is_no_move(make: Make) -> None:
    import time

    services = make().services
    over = Heard(services.match.game_over)
    services.match.new_game(NewGame(None, control=TimeControl(10, 60_000)))
    services.match.user_move("e2e4")
    time.sleep(0.05)  # no event loop runs: the flag falls unseen
    services.match.user_move("e7e5")
    assert over.all == [Outcome(Side.WHITE, Termination.FLAG)]
    assert sans(services) == ["e4"]


def test_a_rematch_has_the_colours_exchanged_and_the_same_start(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser([("g8f6", ChoiceSource.SEARCH, ""), ("d2d4", ChoiceSource.SEARCH, "")])).services
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"
    control = TimeControl(300_000, black=TimeControl(60_000))
    services.match.new_game(
        NewGame(Side.WHITE, level_of("beginner"), control, Position.of(start, chess960=None), style="solid")
    )
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "Nf6")
    services.match.resign()
    services.match.rematch()
    match = services.game.state.match
    assert match is not None and match.human_side is Side.BLACK
    assert (match.white.level.key, match.white.style) == ("beginner", "solid")
    assert (match.control.of(Side.WHITE).base_ms, match.control.of(Side.BLACK).base_ms) == (60_000, 300_000)
    assert services.game.state.game.start_fen == start
    qtbot.waitUntil(lambda: services.game.state.node.san == "d4")


def test_a_rematch_of_two_people_keeps_the_names_that_they_wrote_and_calls_nobody_by_the_wrong_colour(
    make: Make,
) -> None:
    services = make(ScriptedChooser()).services
    services.match.new_game(NewGame(None, control=TimeControl(300_000, black=TimeControl(60_000))))
    services.match.rematch()
    state = services.game.state
    assert state.match is not None and state.match.control.base_ms == 60_000
    assert [state.game.header(name) for name in ("White", "Black")] == ["White", "Black"]
    services.game.set_headers({"White": "Anna", "Black": "Bob"})
    assert str(services.game.state.players) == "Anna – Bob"
    services.match.rematch()
    assert [services.game.state.game.header(name) for name in ("White", "Black")] == ["Bob", "Anna"]


def test_what_a_move_took_and_what_was_left_are_kept_in_the_pgn(make: Make, qtbot: QtBot) -> None:
    from engine.pgn.reader import first_game
    from engine.pgn.writer import written_game

    services = make().services
    services.match.new_game(NewGame(None, control=TimeControl(60_000, 2_000)))
    services.match.user_move("e2e4")
    qtbot.wait(120)
    services.match.user_move("e7e5")
    node = services.game.state.node
    assert node.spent_ms is not None and node.spent_ms >= 100
    assert node.clock_ms == 60_000 + 2_000 - node.spent_ms
    text = written_game(services.game.state.game)
    assert "[%emt 0:00:" in text and '[TimeControl "60+2"]' in text
    read = first_game(text).main_line()[1]
    assert (read.spent_ms, read.clock_ms) == (node.spent_ms, node.clock_ms)


def test_the_style_and_the_bounds_reach_the_engine(make: Make, qtbot: QtBot) -> None:
    from engine.game.time_control import FixedLimits

    asked: list[object] = []

    class Recorder(ScriptedChooser):
        def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
            asked.append(limits)
            return super().choose(position, limits, on_info, stopper)

    composition = make(Recorder(BOOK))
    styles: list[str] = []
    chain = composition.services.match._search._make_mover

    def make_chain(one: Contestant, seed: int) -> MoveChooser:
        styles.append(one.style)
        return chain(one, seed)

    composition.services.match._search._make_mover = make_chain
    services = composition.services
    services.match.new_game(NewGame(Side.WHITE, style="aggressive", budget=FixedLimits(depth=3)))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    assert styles == ["aggressive"] and asked[0].depth == 3  # type: ignore[attr-defined]


def test_a_move_that_is_wanted_now_before_the_search_has_begun_is_not_lost(make: Make, qtbot: QtBot) -> None:
    composition, may_begin = make(ScriptedChooser(BOOK, hold=True)), threading.Event()
    match, mover = composition.services.match, composition.services.match._search._make_mover

    def make_mover(*request: Any) -> MoveChooser:
        may_begin.wait(60)
        return mover(*request)

    match._search._make_mover = make_mover
    match.new_game(NewGame(Side.WHITE))
    match.user_move("e2e4")
    match.move_now()
    may_begin.set()
    qtbot.waitUntil(lambda: sans(composition.services) == ["e4", "e5"])
