"""Castling is marked from the king's square to where the king goes, also in Chess960, which writes it as going to the rook."""

import pytest

from desktop.services.game.game_service import GameService
from desktop.views.board.position_scene import ends_of, last_ends_of, scene_of, square_number
from desktop.views.game.board_panel import BoardPanel
from engine.game.position import Position
from engine.game.tree import Game
from tests.desktop.views.conftest import MakeView

KING_D1 = "r2k2r1/pppppppp/8/8/8/8/PPPPPPPP/R2K2R1 w GAga - 0 1"


def squares(*names: str) -> tuple[int, ...]:
    return tuple(map(square_number, names))


@pytest.mark.parametrize(
    ("fen", "uci", "marked"),
    [
        (KING_D1, "d1g1", ("d1", "g1")),
        (KING_D1, "d1a1", ("d1", "c1")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", ("e1", "g1")),
        ("6kr/8/8/8/8/8/8/6KR w Hh - 0 1", "g1h1", ("g1", "f1")),  # the king stays: the rook's new square
        ("5k1r/8/8/8/8/8/8/5K1R w Hh - 0 1", "f1h1", ("f1", "g1")),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", ("e1", "g1")),  # the rook stays
        (KING_D1, "a2a4", ("a2", "a4")),
    ],
)
def test_the_last_move_is_marked_at_the_kings_new_square(fen: str, uci: str, marked: tuple[str, str]) -> None:
    games = GameService()
    games.open_tab(Game.new(Position.of(fen, chess960="KQ" not in fen)))
    games.play_move(uci)
    assert scene_of(games.state).last_move == squares(*marked), games.state.node.san


def test_without_notation_only_what_is_certain_is_castling() -> None:
    """A small board knows the position and the move alone."""
    castled = Position.of("r2k2r1/pppppppp/8/8/8/8/PPPPPPPP/2KR2R1 b ga - 1 1", chess960=True).pieces
    assert last_ends_of("d1a1", castled) == squares("d1", "c1")
    rook = Position.of("6k1/8/8/8/8/8/8/5RK1 b - - 1 1", chess960=False).pieces
    assert last_ends_of("e1f1", rook) == squares("e1", "f1") and last_ends_of("", rook) is None


def test_arrows_of_castling_go_where_the_king_goes(make_view: MakeView) -> None:
    pieces = Position.of(KING_D1, chess960=True).pieces
    assert ends_of("d1g1", pieces) == squares("d1", "g1") and ends_of("d1a1", pieces) == squares("d1", "c1")
    assert ends_of("g1h1", Position.of("6kr/8/8/8/8/8/8/6KR w Hh - 0 1", chess960=True).pieces) == squares("g1", "h1")
    shown = make_view(BoardPanel)
    games = shown.services.game
    games.open_tab(Game.new(Position.of(KING_D1, chess960=True)))
    for uci in ("d1a1", "a2a4"):
        games.go_first()
        games.play_move(uci)
    games.go_first()
    shown.services.settings.set("variation_arrows", True)
    shapes = {(shape.start, shape.end) for shape in shown.view.board.engine_shapes}
    assert shapes == {squares("d1", "c1"), squares("a2", "a4")}
