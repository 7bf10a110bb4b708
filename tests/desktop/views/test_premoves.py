"""Moves entered ahead: played when their turn comes, thrown away when they have become impossible."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.model.game.premove import goals_of, pieces_after
from desktop.services.game.game_service import GameService
from desktop.views.board.position_scene import square_number
from desktop.views.game.board_panel import BoardPanel
from engine.game.move_choice import ChoiceSource
from engine.game.position import Position
from engine.game.tree import Game
from tests.desktop.views.conftest import MakeView, MakeWindow, Mouse, Shown
from tests.desktop.window_doubles import ScriptedChooser

RIGHT = Qt.MouseButton.RightButton


class StepChooser(ScriptedChooser):
    """Thinks until it is released, for each move anew."""

    def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
        found = super().choose(position, limits, on_info, stopper)
        self._go.clear()
        return found


def sans(games: GameService) -> list[str]:
    return [node.san for node in games.state.game.main_line()]


def thinking(make_view: MakeView, qtbot: QtBot, *answers: str) -> tuple[Shown[BoardPanel], StepChooser, Mouse]:
    """The engine thinks about its answer to 1.e4."""
    chooser = StepChooser([(move, ChoiceSource.SEARCH, "") for move in answers], hold=True)
    shown = make_view(BoardPanel, chooser)
    shown.services.match.new_game(NewGame())
    mouse = Mouse(qtbot, shown.view.board)
    mouse.drag("e2", "e4")
    return shown, chooser, mouse


def waiting(shown: Shown[BoardPanel]) -> int:
    return len(shown.services.premoves.state.moves)


def names(squares: frozenset[int]) -> set[str]:
    return {"abcdefgh"[square & 7] + str((square >> 3) + 1) for square in squares}


def test_several_moves_ahead_are_played_each_in_its_turn(make_view: MakeView, qtbot: QtBot) -> None:
    shown, chooser, mouse = thinking(make_view, qtbot, "e7e5", "b8c6", "g8f6")
    mouse.drag("g1", "f3")
    mouse.click("f1", "b5")
    board = shown.view.board
    assert len(board.scene.premoves) == 2
    assert board.scene.shown[square_number("b5")] == "B" and square_number("g1") not in board.scene.shown
    assert dict(board.scene.pieces) == shown.services.game.state.position.pieces
    chooser.release()
    qtbot.waitUntil(lambda: sans(shown.services.game) == ["e4", "e5", "Nf3"], timeout=10_000)
    chooser.release()
    qtbot.waitUntil(lambda: sans(shown.services.game) == ["e4", "e5", "Nf3", "Nc6", "Bb5"], timeout=10_000)
    assert not shown.services.premoves.state.moves
    chooser.release()


def test_one_that_has_become_impossible_takes_the_others_with_it(make_view: MakeView, qtbot: QtBot) -> None:
    shown, chooser, mouse = thinking(make_view, qtbot, "e7e5")
    mouse.drag("e4", "e5")
    mouse.drag("e5", "e6")
    chooser.release()
    qtbot.waitUntil(
        lambda: sans(shown.services.game) == ["e4", "e5"] and not shown.services.premoves.state.moves, timeout=10_000
    )
    qtbot.waitUntil(lambda: shown.services.game.state.user_may_move)
    assert sans(shown.services.game) == ["e4", "e5"]


def test_a_right_click_or_escape_takes_them_back(make_view: MakeView, qtbot: QtBot) -> None:
    shown, chooser, mouse = thinking(make_view, qtbot, "e7e5")
    board = shown.view.board
    for by_key in (False, True):
        mouse.drag("g1", "f3")
        assert shown.services.premoves.state.moves == ("g1f3",)
        if by_key:
            QTest.keyClick(board, Qt.Key.Key_Escape)
        else:
            QTest.mouseClick(board, RIGHT, Qt.KeyboardModifier.NoModifier, mouse.at("a5"))
        assert waiting(shown) == 0 and not board.scene.premoves and not board.shapes
    chooser.release()
    qtbot.waitUntil(lambda: sans(shown.services.game) == ["e4", "e5"], timeout=10_000)


def test_a_takeback_forgets_them(make_view: MakeView, qtbot: QtBot) -> None:
    shown, chooser, mouse = thinking(make_view, qtbot, "e7e5")
    mouse.drag("g1", "f3")
    shown.services.match.take_back()
    assert waiting(shown) == 0
    QTest.qWait(20)  # their turn would have come
    assert sans(shown.services.game) == []
    chooser.release()


def test_the_end_of_the_game_forgets_them(make_view: MakeView, qtbot: QtBot) -> None:
    shown, chooser, mouse = thinking(make_view, qtbot, "e7e5")
    mouse.drag("g1", "f3")
    shown.services.match.resign()
    assert not shown.services.premoves.state.moves
    chooser.release()


def test_goals_ignore_whatever_stands_in_the_way() -> None:
    start = Position.of("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", chess960=None).pieces
    assert names(goals_of(start, square_number("a1"), "KQkq", chess960=False)) >= {"a8", "h1", "a2"}
    assert names(goals_of(start, square_number("e2"), "KQkq", chess960=False)) == {"e3", "e4", "d3", "f3"}
    assert names(goals_of(start, square_number("e1"), "KQkq", chess960=False)) >= {"g1", "c1", "f2"}
    assert "g1" not in names(goals_of(start, square_number("e1"), "kq", chess960=False))
    assert names(goals_of(start, square_number("e8"), "k", chess960=False)) & {"g8", "c8"} == {"g8"}


def test_castling_and_promotion_are_shown_as_they_will_stand() -> None:
    start = Position.of("r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=None)
    after = pieces_after(start, ("e1c1", "h7h8n"), chess960=False)
    assert (after[square_number("c1")], after[square_number("d1")], after[square_number("h8")]) == ("K", "R", "N")
    short = pieces_after(start, ("e1h1",), chess960=True)  # the king onto its rook
    assert (short[square_number("g1")], short[square_number("f1")]) == ("K", "R")


def test_a_king_that_will_take_back_on_its_rooks_square_is_not_shown_castled() -> None:
    castled = Position.of("4k3/8/8/8/8/8/6PP/5RK1 w - - 0 1", chess960=None)
    for chess960 in (False, True):
        after = pieces_after(castled, ("g1f1",), chess960)
        assert {square_number(name) for name in ("f1", "g2", "h2", "e8")} == set(after)
        assert after[square_number("f1")] == "K"
    moved = pieces_after(
        Position.of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=None), ("e1f1", "f1e1", "e1g1"), chess960=False
    )
    assert moved[square_number("h1")] == "R"


def test_castling_is_entered_ahead_only_as_it_is_played(make_view: MakeView, qtbot: QtBot) -> None:
    assert "h1" not in names(
        goals_of(Position.of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=None).pieces, 4, "K", chess960=False)
    )
    assert names(
        goals_of(Position.of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=None).pieces, 4, "K", chess960=True)
    ) & {
        "g1",
        "h1",
    } == {"h1"}
    shown, chooser, mouse = thinking(make_view, qtbot, "e7e5", "b8c6", "g8f6")
    for start, end in (("g1", "f3"), ("f1", "c4"), ("e1", "h1")):
        mouse.drag(start, end)
    assert shown.services.premoves.state.moves == ("g1f3", "f1c4", "e1g1"), "onto the rook, entered as it is played"
    for _ in range(3):
        before = len(sans(shown.services.game))
        chooser.release()
        qtbot.waitUntil(lambda before=before: len(sans(shown.services.game)) == before + 2, timeout=10_000)  # type: ignore[misc]
    assert sans(shown.services.game)[-1] == "O-O"
    chooser.release()


def promoting(make_view: MakeView, qtbot: QtBot) -> tuple[Shown[BoardPanel], StepChooser, Mouse]:
    """The opponent thinks, and the chooser of the piece is open for a pawn's move entered ahead."""
    chooser = StepChooser([("h7h6", ChoiceSource.SEARCH, ""), ("h6h5", ChoiceSource.SEARCH, "")], hold=True)
    shown = make_view(BoardPanel, chooser)
    shown.services.match.new_game(NewGame(start=Position.of("4k3/P6p/8/8/8/8/8/4K3 w - - 0 1", chess960=None)))
    shown.services.match.user_move("e1e2")
    mouse = Mouse(qtbot, shown.view.board)
    mouse.drag("a7", "a8")
    assert shown.view.board.chooser.isVisible()
    return shown, chooser, mouse


def test_the_chooser_stays_when_the_opponent_moves(make_view: MakeView, qtbot: QtBot) -> None:
    """It vanished, and the move with it."""
    shown, chooser, _ = promoting(make_view, qtbot)
    board = shown.view.board
    chooser.release()
    qtbot.waitUntil(lambda: sans(shown.services.game) == ["Ke2", "h6"], timeout=10_000)
    assert board.chooser.isVisible()
    QTest.keyClick(board.chooser, Qt.Key.Key_N)
    assert sans(shown.services.game) == ["Ke2", "h6", "a8=N"]
    chooser.release()


def test_a_piece_chosen_before_the_opponent_moves_is_queued(make_view: MakeView, qtbot: QtBot) -> None:
    shown, chooser, _ = promoting(make_view, qtbot)
    QTest.keyClick(shown.view.board.chooser, Qt.Key.Key_R)
    assert shown.services.premoves.state.moves == ("a7a8r",)
    chooser.release()
    qtbot.waitUntil(lambda: sans(shown.services.game)[2:] == ["a8=R+"], timeout=10_000)
    chooser.release()


def test_the_chooser_goes_with_a_pawn_that_can_promote_no_more(make_view: MakeView, qtbot: QtBot) -> None:
    """The pawn is taken, or another game or another place in it is shown."""
    for what in ("taken", "tab", "back", "over"):
        chooser = StepChooser([("c7a7" if what == "taken" else "h7h6", ChoiceSource.SEARCH, "")], hold=True)
        shown = make_view(BoardPanel, chooser)
        shown.services.match.new_game(NewGame(start=Position.of("4k3/P1r4p/8/8/8/8/8/4K3 w - - 0 1", chess960=None)))
        shown.services.match.user_move("e1e2")
        Mouse(qtbot, shown.view.board).drag("a7", "a8")
        board, game = shown.view.board, shown.services.game
        if what == "taken":
            chooser.release()
            qtbot.waitUntil(lambda: sans(shown.services.game) == ["Ke2", "Rxa7"], timeout=10_000)  # noqa: B023
        elif what == "tab":
            game.open_tab(Game.new())
        elif what == "back":
            game.go_first()
        else:
            shown.services.match.resign()
        assert not board.chooser.isVisible(), what
        assert dict(board.scene.shown) == dict(board.scene.pieces), what
        chooser.release()


def test_a_typed_move_of_a_pawn_to_the_last_rank_makes_a_queen_in_its_turn(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    chooser = StepChooser([("h7h6", ChoiceSource.SEARCH, ""), ("h6h5", ChoiceSource.SEARCH, "")], hold=True)
    window = make_window(chooser)
    start = Position.of("4k3/P6p/8/8/8/8/8/4K3 w - - 0 1", chess960=None)
    window.services.match.new_game(NewGame(start=start))
    window.services.match.user_move("e1e2")
    entry = window.body.controls.entry
    for typed in ("a7a8", "e2e1"):
        QTest.keyClicks(entry, typed)
        QTest.keyClick(entry, Qt.Key.Key_Return)
    assert window.services.premoves.state.moves == ("a7a8q", "e2e1")
    chooser.release()
    qtbot.waitUntil(lambda: sans(window.services.game)[2:] == ["a8=Q+"], timeout=10_000)
