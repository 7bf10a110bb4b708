"""The user's books, the learned one and the shipped one, as the chain asks them."""

import random

import chess

from books.choice.choose import BookChoice, legal_moves
from books.choice.library import library_in
from books.folder import default_folder
from books.key import position_key


class OwnBook:
    """The three layers, opened for reading and choosing."""

    def __init__(self, source: random.Random) -> None:
        self._library = library_in(default_folder())
        self._chooser = self._library.chooser(source=source)

    @property
    def problems(self) -> tuple[str, ...]:
        """Each book that could not be opened or read, in words."""
        return tuple(map(str, self._library.problems))

    def choose(self, board: chess.Board) -> BookChoice | None:
        """See `books.choice.choose`."""
        return self._chooser.choose(board)

    def lines(self, board: chess.Board) -> list[str]:
        """Every move that the books know here: its flag, share of the weight and games, most weight first."""
        moves = legal_moves(board, self._library.moves_at(position_key(board)))
        total = sum(entry.weight for _, entry in moves) or 1.0
        lines = []
        for move, entry in sorted(moves, key=lambda pair: -pair[1].weight):
            flag = entry.decision.flag
            games = sum(row.games for _, row in entry.rows)
            name = "no flag" if flag is None else flag.name.lower()
            lines.append(f"{board.san(move)}  {name}  {100 * entry.weight / total:.0f} %  {games} games")
        return lines

    def close(self) -> None:
        """Closes the books."""
        self._library.close()
