"""Tabs are named by the end of their main line, which is followed from edit to edit."""

import random

from PySide6.QtCore import QObject

from desktop.model.game.state import GameState
from desktop.services.game.game_service import GameService
from desktop.services.game.tab import end_of
from engine.game.tree import ROOT, Game
from tests.desktop.views.game.test_large_notation import random_edit
from tests.helpers.large_games import repertoire


def test_the_end_of_the_main_line_is_right_after_every_edit_and_every_undo() -> None:
    hand = random.Random(3)
    games = [repertoire(60)]
    moved = 0
    for _ in range(300):
        before = games[-1]
        after = random_edit(hand, before) if hand.random() < 0.8 or len(games) < 2 else games.pop(-2)
        assert end_of(after, before, before.end()) == after.end()
        moved += before.end() != after.end()
        games = [*games[-20:], after]
    assert moved > 5
    assert end_of(games[-1], None, ROOT) == games[-1].end()
    assert end_of(Game.new(), games[-1], games[-1].end()) == ROOT


def test_a_file_takes_the_tab_of_no_trainer_and_of_no_engine_that_begins(qapp: QObject) -> None:
    """A file that was read at last took the place of the game that the engine was about to begin, or of the exercise."""
    games = GameService()
    board = games.show_in(-1, Game.new(), ROOT)
    opened = games.open_tab(Game.new())
    games.set_thinking(opened, True)
    games.open_tab(Game.new())
    assert [title.tab for title in games.tabs.titles] == [board, opened, games.state.tab]
    games.open_tab(Game.new())
    assert len(games.tabs.titles) == 3, "an empty one is used up"


def test_a_trainers_board_that_was_saved_is_the_users(qapp: QObject) -> None:
    """The next exercise came into the tab of the file, and Save replaced there what was saved before."""
    games = GameService()
    games.play_move("e2e4")
    home = games.state.tab
    tab = games.show_in(-1, Game.new(), ROOT)
    assert games.show_in(tab, Game.new(), ROOT) == tab
    games.play_move("d2d4")
    assert not games.state.modified
    games.mark_saved(tab, "mine.pgn", games.state.game)
    other = games.show_in(tab, Game.new(), ROOT)
    saved = games.state_of(tab)
    assert other != tab and saved is not None and saved.path == "mine.pgn" and len(saved.game.main_line()) == 1
    games.leave(other, tab)
    assert games.state_of(other) is None and games.state.tab == tab
    games.play_move("d7d5")
    games.leave(tab, home)
    assert games.state_of(tab) is not None, "what is not saved stays open"


def test_the_state_is_made_once_for_each_change(qapp: QObject) -> None:
    games = GameService()
    games.play_move("e2e4")
    told: list[GameState] = []
    games.state_changed.connect(told.append)
    games.game_changed.connect(told.append)
    games.set_comment(1, "a word")
    assert len({id(state) for state in (*told, games.state, games.state_of(games.state.tab))}) == 1
    before = games.state
    games.undo()
    assert games.state is not before and games.state.can_redo and not before.can_redo
    games.go_first()
    assert games.state.current == ROOT and games.state.node.id == ROOT and games.state.fen != before.fen


def test_a_game_that_a_review_has_written_into_shows_the_place_where_the_user_is(qapp: QObject) -> None:
    games = GameService()
    games.play_move("e2e4")
    games.play_move("e7e5")
    shown, short = games.state.current, games.state.game.delete(games.state.current)
    games.edit_tab(games.state.tab, games.state.game.with_header("Event", "reviewed"))
    assert games.state.current == shown
    games.edit_tab(games.state.tab, short)
    assert games.state.current == ROOT, "its move is gone"


def test_a_trainers_answer_moves_on_who_stands_before_it_alone(qapp: QObject) -> None:
    games, told = GameService(), list[object]()
    games.play_move("e2e4")
    games.move_made.connect(told.append)
    first = games.state.current
    games.answer(games.state.tab, first, "e7e5")
    answered = games.state.current
    assert answered != first and len(told) == 1
    games.go_to(ROOT)
    games.answer(games.state.tab, answered, "g1f3")
    assert games.state.current == ROOT and len(told) == 1
