"""The game as an XBoard engine keeps it: the board with its history, results, and moves in CECP's notation."""

import chess

from engine.game.history import board_of
from engine.game.limits import GamePosition
from engine.game.outcome import by_rules
from engine.rules.fen import START_FEN

VARIANTS = {"normal": False, "fischerandom": True}


class XBoardGame:
    """A board that begins at `fen` and the moves since."""

    def __init__(self, chess960: bool = False) -> None:
        self.chess960 = chess960
        self._fen = START_FEN
        self.board = chess.Board(chess960=chess960)

    def set_up(self, fen: str) -> None:
        """Begins again from a position. Raises PositionError, and then everything stays as it was."""
        self._fen, self.board = fen, board_of(GamePosition(fen, (), self.chess960))

    @property
    def position(self) -> GamePosition:
        """The game as the search takes it."""
        return self.position_after(())

    def position_after(self, moves: tuple[chess.Move, ...]) -> GamePosition:
        """The game with further moves behind it, as the search takes it."""
        replay = self.board.root()
        names: list[str] = []
        for move in (*self.board.move_stack, *moves):
            names.append(replay.uci(move))
            replay.push(move)
        return GamePosition(self._fen, tuple(names), self.chess960)

    def parse(self, text: str) -> chess.Move | None:
        """The legal move that a text names, in coordinates or SAN; None if there is none."""
        for parse in (self.board.parse_xboard, self.board.parse_san):
            try:
                return parse(text) or None
            except ValueError:
                continue
        return None

    def take_back(self, plies: int) -> bool:
        """Takes back so many plies; False, and nothing happens, if there are not so many."""
        if len(self.board.move_stack) < plies:
            return False
        for _ in range(plies):
            self.board.pop()
        return True

    def cecp(self, uci_move: str) -> str:
        """A move of the engine in CECP's notation (castling is O-O in Chess960)."""
        return self.board.xboard(self.board.parse_uci(uci_move))

    def result_line(self) -> str:
        """The line that claims the result, empty while the game continues."""
        end = by_rules(self.board)
        return f"{end.result} {{{str(end)[0].upper()}{str(end)[1:]}}}" if end is not None else ""


def cecp_line(board: chess.Board, pv: tuple[str, ...]) -> list[str]:
    """A line in CECP's notation: only castling in Chess960 differs from coordinates."""
    if not board.chess960:
        return list(pv)
    replay = board.copy(stack=False)
    names = []
    for text in pv:
        move = replay.parse_uci(text)
        names.append(replay.xboard(move))
        replay.push(move)
    return names
