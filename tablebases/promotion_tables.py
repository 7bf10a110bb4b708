"""The game of some lessons: bring the pawn through, or stop it. Exact answers from parts of tables in the package.

A pawn is through when it has become a queen or rook that can neither be captured nor be won by a check; a bishop or
knight counts only if it mates. With up to four pieces the whole tables answer. So the answers are exact without whole
five-piece tables, which would be many times as large.
"""

from pathlib import Path

import chess

from tablebases.generate.pawns import canonical
from tablebases.generate.placements import PLACEMENTS
from tablebases.probe.rank import RootRanking, rank_root_moves
from tablebases.signature import normalise, signature_of
from tablebases.tables import Tablebases
from tablebases.wdl import Wdl

PARTS = Path(__file__).with_name("parts")
_AFTER_PROMOTION = {  # whether the new piece counts without mate
    normalise(*name.replace("P", piece, 1).split("v")): piece in "QR" for name in PLACEMENTS for piece in "QRBN"
}


class PromotionTables:
    """Probes positions in which a pawn may still get through, otherwise the tables of fewer pieces. Used by one thread."""

    def __init__(self, folder: Path = PARTS) -> None:
        """Searches the folder without reading tables."""
        self._tables = Tablebases([folder])

    def close(self) -> None:
        self._tables.close()

    def rank(self, board: chess.Board) -> RootRanking | None:
        """Returns all legal moves, best first."""
        return rank_root_moves(board, self)

    def probe_dtz(self, board: chess.Board) -> int | None:
        """Returns the plies to the next zeroing move, with up to four pieces: the parts hold no distances."""
        return self._tables.probe_dtz(board) if _few(board) else None

    def probe_wdl(self, board: chess.Board) -> Wdl | None:
        """Returns the result for the side to move; None if no part has the position."""
        if _few(board):
            return self._tables.probe_wdl(board)
        name = signature_of(board)
        if name in PLACEMENTS:
            strong = _strong_side(board)
            if not _is_stored(board, name, strong):
                return None
            return self._tables.probe_wdl(board) if board.turn == strong else self._by_moves(board)
        return self._promoted(board, name)

    def _by_moves(self, board: chess.Board) -> Wdl | None:
        best: Wdl | None = None
        for move in list(board.legal_moves):
            after = self._after(board, move)
            if after is None:
                return None
            best = after if best is None else max(best, after)
        return best if best is not None else _without_moves(board)

    def _after(self, board: chess.Board, move: chess.Move) -> Wdl | None:
        """Returns the result of a move for the side that plays it."""
        board.push(move)
        try:
            found = self.probe_wdl(board)
        finally:
            board.pop()
        return None if found is None else Wdl(-found)

    def _best_capture(self, board: chess.Board) -> Wdl | None:
        """Returns the result of the best capture; None without captures."""
        found = [self._after(board, move) for move in list(board.generate_legal_captures())]
        return max((result for result in found if result is not None), default=None)

    def _promoted(self, board: chess.Board, name: str) -> Wdl | None:
        """Returns the result for the side to move after the opponent's promotion, as in `generate.retrograde`."""
        if name not in _AFTER_PROMOTION or board.turn == _strong_side(board):
            return None
        best = self._best_capture(board)
        quiet = [move for move in board.legal_moves if not board.is_capture(move)]
        if not quiet:
            return _without_moves(board) if best is None else best
        if not _AFTER_PROMOTION[name]:
            return max(best or Wdl.DRAW, Wdl.DRAW)
        if best is not None and best > Wdl.LOSS:
            return best
        checks = (move for move in quiet if board.piece_type_at(move.from_square) != chess.PAWN)
        return Wdl.DRAW if any(self._check_wins_a_piece(board, move) for move in checks) else Wdl.LOSS

    def _check_wins_a_piece(self, board: chess.Board, move: chess.Move) -> bool:
        """Whether a move is a check after which every reply allows a capture that saves the game."""
        if not board.gives_check(move):
            return False
        board.push(move)
        saves = any(self._answers(board, answer) for answer in list(board.legal_moves))
        board.pop()
        return not saves

    def _answers(self, board: chess.Board, move: chess.Move) -> bool:
        capture = board.is_capture(move)
        board.push(move)
        try:
            if capture:
                return self.probe_wdl(board) == Wdl.LOSS
            best = self._best_capture(board)
            return best == Wdl.LOSS or (best is None and not board.is_stalemate())
        finally:
            board.pop()


def _few(board: chess.Board) -> bool:
    return len(board.piece_map()) <= 4


def _without_moves(board: chess.Board) -> Wdl:
    return Wdl.LOSS if board.is_check() else Wdl.DRAW


def _strong_side(board: chess.Board) -> chess.Color:
    """Returns the colour of the signature's first side, which has three of the five pieces."""
    return chess.popcount(board.occupied_co[chess.WHITE]) == 3


def _is_stored(board: chess.Board, name: str, strong: chess.Color) -> bool:
    turn = 0 if strong == chess.WHITE else 56
    mine = [square ^ turn for square in board.pieces(chess.PAWN, strong)]
    theirs = [square ^ turn for square in board.pieces(chess.PAWN, not strong)]
    return canonical((*mine, *theirs), len(mine))[0] in PLACEMENTS[name]
