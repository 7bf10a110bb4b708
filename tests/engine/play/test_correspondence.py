"""Correspondence games: days from dates, conditional moves, and a PGN file that holds everything."""

from datetime import date, timedelta

import pytest

from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.game.tree import Game
from engine.ground.errors import MoveError
from engine.pgn.reader import first_game
from engine.pgn.writer import written_game
from engine.play.correspondence import (
    CorrespondenceError,
    conditions,
    days_control,
    ended,
    is_running,
    live_node,
    message,
    new_game,
    played,
    sent_on,
    standing,
    with_condition,
    with_line,
    without_condition,
)

BEGIN = date(2026, 11, 1)


def day(number: int) -> date:
    return BEGIN + timedelta(days=number)


def begun(control: TimeControl | None = None, mine: Side = Side.WHITE) -> Game:
    return new_game("Me", "Virtanen", mine, control or days_control(50, 10), BEGIN)


def after(game: Game, *moves: tuple[str, int]) -> Game:
    for uci, on in moves:
        game, _ = played(game, (uci,), day(on))
    return game


def again(game: Game) -> Game:
    """The game as it comes back from its file."""
    return first_game(written_game(game))


def test_days_are_those_between_the_moves() -> None:
    game = after(begun(), ("e2e4", 2), ("e7e5", 7), ("g1f3", 10))
    now = standing(again(game), day(14))
    assert now.days_left(Side.WHITE) == 50 - 2 - 3 and now.days_left(Side.BLACK) == 50 - 5 - 4
    assert (now.turn, now.my_move, now.last) == (Side.BLACK, False, day(10))
    assert now.moves_to_go(Side.WHITE) == 8 and now.moves_to_go(Side.BLACK) == 9


def test_the_tenth_move_adds_fifty_days() -> None:
    game = begun()
    pawns = [
        "a2a3",
        "a7a6",
        "b2b3",
        "b7b6",
        "c2c3",
        "c7c6",
        "d2d3",
        "d7d6",
        "e2e3",
        "e7e6",
        "f2f3",
        "f7f6",
        "g2g3",
        "g7g6",
        "h2h3",
        "h7h6",
        "a3a4",
        "a6a5",
        "b3b4",
        "b6b5",
    ]
    for number, uci in enumerate(pawns, 1):
        game = after(game, (uci, number))
    now = standing(game, day(20))
    assert now.days_left(Side.WHITE) == 50 - 10 + 50 and now.moves_to_go(Side.WHITE) == 10


def test_days_for_each_move_are_not_saved_up() -> None:
    game = after(begun(days_control(3)), ("e2e4", 1), ("e7e5", 4))
    assert standing(game, day(4)).days_left(Side.WHITE) == 3 and standing(game, day(4)).days_left(Side.BLACK) == 3
    assert standing(game, day(9)).days_left(Side.WHITE) == -2 and standing(game, day(9)).moves_to_go(Side.WHITE) is None


def test_the_file_holds_everything() -> None:
    game = with_line(after(begun(days_control(50, 10), Side.BLACK), ("e2e4", 1), ("c7c5", 2)), ("g1f3", "d7d6"))
    text = written_game(game)
    assert '[TimeControl "10/4320000"]' in text and '[Mode "EM"]' in text and "[%ccsnt 2026.11.02]" in text
    back = first_game(text)
    assert is_running(back) and message(back) == message(game) and standing(back, day(3)).mine is Side.BLACK
    assert '[TimeControl "1/259200"]' in written_game(begun(days_control(3)))


def test_analysis_stays_and_is_no_move() -> None:
    game = after(begun(), ("e2e4", 0))
    live = live_node(game)
    game, sicilian = game.add_move(live, "c7c5")
    game, _ = game.add_move(sicilian, "g1f3")
    game, french = game.add_move(live, "e7e6")
    assert live_node(again(game)) == live
    game = after(game, ("e7e6", 3))
    assert live_node(game) == french and game.children(live)[0].id == french and game.child_with(sicilian, "g1f3")
    game = after(game, ("d2d4", 4))
    assert [node.san for node in game.main_line()] == ["e4", "e6", "d4"]
    assert live_node(game.promote(sicilian)) == live_node(game)  # a variation moved to the front is still no move


def test_a_conditional_move_is_played_on_the_same_day_over_several_plies() -> None:
    game = after(begun(), ("e2e4", 0))
    game = with_line(game, ("e7e5", "g1f3", "b8c6", "f1b5"))
    game = with_line(game, ("e7e5", "g1f3", "g8f6", "f3e5"))
    game = with_line(again(game), ("c7c5", "c2c3"))
    assert message(game) == "1. e4; if 1... c5 2. c3; if 1... e5 2. Nf3 Nc6 3. Bb5; if 1... e5 2. Nf3 Nf6 3. Nxe5"
    game, answer = played(again(game), ("e7e5",), day(6))
    assert answer is not None and answer.san == "Nf3" and sent_on(answer) == day(6) and not conditions(game)[0][0].nags
    assert message(game) == "1... e5 2. Nf3; if 2... Nc6 3. Bb5; if 2... Nf6 3. Nxe5"
    assert standing(game, day(6)).days_left(Side.WHITE) == 50 and not standing(game, day(6)).my_move
    game, answer = played(game, ("g8f6",), day(9))
    assert answer is not None and message(game) == "2... Nf6 3. Nxe5"
    game, answer = played(game, ("d7d6",), day(9))
    assert answer is None and standing(game, day(9)).my_move


def test_another_answer_replaces_the_first_and_can_be_withdrawn() -> None:
    game = with_line(after(begun(), ("e2e4", 0)), ("e7e5", "g1f3"))
    game = with_line(game, ("e7e5", "f2f4"))
    assert [[node.san for node in line] for line in conditions(game)] == [["e5", "f4"]]
    first = conditions(game)[0][0]
    game = without_condition(game, first.id)
    assert conditions(game) == () and len(game.children(first.id)) == 2


def test_a_comment_stays_beside_the_day() -> None:
    game = begun()
    game, node = game.add_move(0, "e2e4")
    game = game.with_node(game.node(node).changed(comment="[%csl Ge4] best by test"))
    game = after(game, ("e2e4", 3))
    assert game.node(node).comment == "[%ccsnt 2026.11.04] [%csl Ge4] best by test"


def test_what_is_not_possible_is_refused() -> None:
    game = after(begun(), ("e2e4", 5))
    with pytest.raises(CorrespondenceError, match=r"made on 2026\.11\.06"):
        played(game, ("e7e5",), day(4))
    with pytest.raises(MoveError):
        played(game, ("e2e4",), day(6))
    with pytest.raises(CorrespondenceError, match="ends with your answer"):
        with_line(game, ("e7e5",))
    with pytest.raises(CorrespondenceError, match="ends with your answer"):
        with_condition(game, 0)
    with pytest.raises(CorrespondenceError, match="It is your move"):
        with_line(after(game, ("e7e5", 6)), ("g1f3", "b8c6"))


def test_mate_ends_the_game() -> None:
    game = after(begun(), ("f2f3", 0), ("e7e5", 1), ("g2g4", 2))
    game = after(game, ("d8h4", 3))
    assert game.result == "0-1" and not is_running(again(game)) and game.outcome is not None
    assert game.outcome.termination is Termination.CHECKMATE
    with pytest.raises(MoveError, match="over"):
        played(game, ("a2a3",), day(4))


def test_analysis_after_the_end_is_behind_the_result() -> None:
    game = with_line(after(begun(), ("e2e4", 0)), ("e7e5", "g1f3"))
    text = written_game(ended(game, Outcome(Side.WHITE, Termination.RESIGNATION)))
    assert '[Result "1-0"]' in text and "1. e4 {[%ccsnt 2026.11.01]} {1-0} 1... e5" in text


def test_a_game_of_another_program_is_read() -> None:
    tags = '[Date "2018.10.02"]\n[Mode "EM"]\n[TimeControl "10/4320000"]\n\n'
    text = tags + "1. d4 {[%ccsnt 2018.10.02,12:56]} d5 {[%ccsnt 2018.10.05,13:34]} *"
    now = standing(first_game(text), date(2018, 10, 6))
    assert now.days_left(Side.BLACK) == 47 and now.days_left(Side.WHITE) == 49
