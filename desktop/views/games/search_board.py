"""The small board of the search: pieces are set up by hand, or taken from the game on the board."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from desktop.model.board.position_setup import PositionSetup
from desktop.views.board.board_geometry import square_name
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.setup.piece_palette import PiecePalette
from desktop.views.setup.setup_board import HAND, SetupBoard
from engine.rules.fen import read_fields

_SIDE = 250  # pixels


class SearchBoard(QWidget):
    """A board with palettes. It knows no rules."""

    edited = Signal()

    def __init__(self, shown_fen: Callable[[], str]) -> None:
        """`shown_fen`: the position of the game on the board."""
        super().__init__()
        self._shown_fen = shown_fen
        self.setup = PositionSetup()
        self.board = SetupBoard()
        self.board.setFixedSize(theme.size(_SIDE, _SIDE))
        self.board.put.connect(lambda square, man: self._change(self.setup.put(square, man)))
        self.board.carried.connect(lambda start, end: self._change(self.setup.move(start, end)))
        group = QButtonGroup(self)
        palettes = {white: PiecePalette(white, group) for white in (False, True)}
        for palette in palettes.values():
            palette.chosen.connect(self._choose_tool)
            palette.dragged.connect(lambda man, place: self.board.show_ghost(man, self._on_board(place)))
            palette.dropped.connect(lambda man, place: self.board.drop_ghost(man, self._on_board(place)))
        palettes[True].tools[HAND].setChecked(True)
        self.of_game = push_button(self.tr("From the &game"), self.take_game, auto_default=False)
        self.clear = push_button(self.tr("Cl&ear"), lambda: self._change(PositionSetup()), auto_default=False)
        in_column(
            palettes[False],
            self.board,
            palettes[True],
            in_row(self.of_game, self.clear, STRETCH, spacing=2),
            STRETCH,
            inside=self,
            margins=0,
            spacing=1,
        )

    @property
    def empty(self) -> bool:
        return not any(self.setup.men)

    @property
    def pieces(self) -> str:
        """The pieces on their squares, as a query has them: `Nd5 pe6`."""
        return " ".join(man + square_name(square) for square, man in enumerate(self.setup.men) if man)

    def take_game(self) -> None:
        self._change(PositionSetup(*read_fields(self._shown_fen())))

    def show_fen(self, fen: str) -> None:
        self.setup = PositionSetup(*read_fields(fen)) if fen else PositionSetup()
        self._show()

    def _on_board(self, place: QPointF) -> QPointF:
        return self.board.mapFromGlobal(place)

    def _choose_tool(self, tool: str) -> None:
        self.board.tool = tool

    def _change(self, setup: PositionSetup) -> None:
        if setup != self.setup:
            self.setup = setup
            self._show()
            self.edited.emit()

    def _show(self) -> None:
        self.board.show_pieces({square: man for square, man in enumerate(self.setup.men) if man})
