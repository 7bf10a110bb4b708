"""The style of a mover, read again when its file changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.evaluation.styles import style_source, weights_of
from engine.ground.errors import OptionError
from engine.ground.text import Text
from engine.player import Player

if TYPE_CHECKING:
    import chess

    from engine.evaluation.styles import StyleChoice


NODES = 5_000  # of each search that says which book moves the style would play


class StyleInUse:
    """A style by name or file. An edited file takes effect with the next move."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._source = style_source("normal")
        self._used: StyleChoice = self._source.value()

    def choose(self, style: str) -> None:
        """Sets another style. :raises OptionError: it is unknown or its file is bad; the previous one remains."""
        source = style_source(style)
        source.value()
        self._source = source
        self._use()

    def look(self, tell: Callable[[Text], object]) -> None:
        """Reads the style's file again. A damaged file changes nothing and is reported to `tell`."""
        try:
            self._use()
        except OptionError as error:
            tell(error.text)

    def _use(self) -> None:
        chosen = self._source.value()
        if chosen is self._used:
            return
        self._used = chosen
        _give(self._player, chosen)

    def against(self, board: chess.Board, moves: Sequence[chess.Move]) -> Sequence[chess.Move]:
        """Returns the moves that the style's own short search sees half a pawn or more below the best of them: `$` for a player
        of this style."""
        if not self._used:
            return ()
        from books.analysis import value_after
        from books.learning.mistakes import MISTAKE_CP
        from engine.play.book.analyser import EngineAnalyser

        player = Player()
        player.set_option("Hash", 1)
        _give(player, self._used)
        analyse = EngineAnalyser(NODES, player=player)
        values = {move: value_after(board, move, analyse).centipawns for move in moves}
        return [move for move in moves if max(values.values()) - values[move] >= MISTAKE_CP]


def _give(player: Player, chosen: StyleChoice) -> None:
    player.set_style(None if isinstance(chosen, Mapping) else chosen)
    if isinstance(chosen, Mapping):
        player.set_weights(weights_of(chosen))
