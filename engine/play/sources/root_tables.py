"""The tablebases of a mover, opened when first needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ground.text import Text
from tablebases.errors import TablebaseError

if TYPE_CHECKING:
    import chess

    from tablebases.probe.rank import RootRanking
    from tablebases.tables import Tablebases

MOST_PIECES = 7  # of any Syzygy table


class RootTables:
    """The tablebases of the user's folders and the built-in ones, or shared ones. They rank the root moves, or else help inside
    the tree.

    `hand_in` receives the prober for the tree (a capsule and the largest number of pieces; None, 0: no probing). If the root
    moves were ranked by distance, probing inside the tree adds nothing and makes the search aimless.
    """

    def __init__(
        self,
        hand_in: Callable[[object | None, int], None],
        shared: Callable[[], Tablebases] | None = None,
    ) -> None:
        """`shared` returns tables that their owner opens and closes."""
        self._hand_in = hand_in
        self._shared = shared
        self._lock = threading.Lock()
        self._folders: tuple[Path, ...] = ()
        self._max_pieces = MOST_PIECES
        self._fifty_move_rule = True
        self._opened: Tablebases | None = None
        self._capsule: object | None = None
        self._inside = True

    def help_search(self, inside: bool) -> None:
        """Sets whether the search may probe inside its tree, from the next position on."""
        with self._lock:
            self._inside = inside
            if not inside:
                self._hand_in(None, 0)

    def configure(self, folders: tuple[Path, ...], max_pieces: int, fifty_move_rule: bool) -> None:
        """Sets the folders, the largest number of pieces to probe with (0: never), and whether cursed wins count as draws."""
        with self._lock:
            self._folders, self._max_pieces, self._fifty_move_rule = folders, max_pieces, fifty_move_rule
            self._close()

    @property
    def problems(self) -> tuple[TablebaseError, ...]:
        """The folders and files left out so far; empty before the first use."""
        with self._lock:
            return self._opened.problems if self._opened is not None else ()

    def found(self) -> Text:
        """The tables found, in one line, in the usual wording of engines."""
        from tablebases.files.folders import (
            TableKind,  # here, not above: an engine that needs no tables starts without them
        )

        with self._lock:
            tables = self._open()
            return Text(
                "Found %1 WDL and %2 DTZ tablebase files (up to %3-man).",
                tables.count(TableKind.WDL),
                tables.count(TableKind.DTZ),
                tables.max_pieces,
            )

    def rank(self, board: chess.Board) -> RootRanking | None:
        """Ranks the root moves, see `tablebases.probe.rank`; None also for positions with too many pieces."""
        from tablebases.probe.rank import rank_root_moves

        with self._lock:
            if not self._max_pieces:
                return None
            tables = self._open()
            ranking = None
            if board.occupied.bit_count() <= min(tables.max_pieces, self._max_pieces):
                ranking = rank_root_moves(board, tables, fifty_move_rule=self._fifty_move_rule)
            if not self._inside or (ranking is not None and ranking.dtz is not None):
                self._hand_in(None, 0)
            else:
                self._capsule = self._capsule or tables.search_probe()
                self._hand_in(self._capsule, tables.max_pieces)
            return ranking

    def is_drawn(self, board: chess.Board) -> bool:
        """Whether the tables know the position as a draw, be it by the fifty-move rule."""
        with self._lock:
            value = self._open().probe_wdl(board) if board.occupied.bit_count() <= self._max_pieces else None
            return value is not None and abs(value) < 2

    def close(self) -> None:
        """Closes the tables, unless they are shared; they reopen when needed."""
        with self._lock:
            self._close()

    def _open(self) -> Tablebases:
        from tablebases.tables import Tablebases

        if self._shared is not None:
            tables = self._shared()
            if tables is not self._opened:
                self._opened, self._capsule = tables, None
        elif self._opened is None:
            self._opened = Tablebases(self._folders, max_pieces=self._max_pieces)
        assert self._opened is not None
        return self._opened

    def _close(self) -> None:
        if self._opened is not None:
            self._hand_in(None, 0)
            if self._shared is None:
                self._opened.close()
            self._opened = self._capsule = None
