"""Positions that XBoard sets up: refused, mended, and castling in Chess960."""

from tests.engine.protocols.test_xboard import Dialogue, moves_in


def test_after_a_position_that_is_refused_nothing_is_played() -> None:
    xboard = Dialogue()
    assert xboard.say("force", "setboard 4k3/8/8/8/8/8/8/8 w - - 0 1")[0].startswith("tellusererror Illegal position: ")
    for command in ("go", "playother", "undo", "hint", "bk"):
        assert xboard.say(command) == [f"Error (no position: the last one was refused): {command}"]
    for move in ("usermove e2e4", "e2e4"):
        assert xboard.say(move) == ["Illegal move (no position): e2e4"]
    assert xboard.say("analyze", "exit") == []
    assert len(moves_in(xboard.say("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go"))) == 1


def test_a_wrong_right_is_left_out_and_told() -> None:
    said = Dialogue().say("force", "setboard 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1")
    assert said == ["telluser The position was mended: Castling Q was left out: king or rook is not in place."]


def test_in_chess960_a_king_that_goes_two_squares_castles() -> None:
    xboard = Dialogue()
    xboard.say("variant fischerandom", "force", "setboard 5k2/8/8/8/8/8/8/R4K2 w Q - 0 1", "usermove f1c1")
    assert xboard.server._game.board.fen().split()[0] == "5k2/8/8/8/8/8/8/2KR4"
