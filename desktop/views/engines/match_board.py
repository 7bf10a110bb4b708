"""A game of a match on a small board, as it is played."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from desktop.model.game.match import pairing
from desktop.model.tournament import LiveGame, TournamentState
from desktop.views.board.board_canvas import BoardCanvas
from desktop.views.board.board_geometry import Coordinates
from desktop.views.board.board_scene import BoardScene
from desktop.views.board.position_scene import square_number
from desktop.views.game.clocks import clock_text
from desktop.views.kit.boxes import in_column
from desktop.views.kit.fields import ChoiceField
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import player, said, score
from engine.game.position import Position


class MatchBoard(QWidget):
    """Shows one of the games that run; when it ends, the next. The user may choose which."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self.games = ChoiceField()
        self.games.setAccessibleName(self.tr("Which game is shown"))
        self.games.activated.connect(self._choose)
        self.above, self.below = plain_label(), plain_label()
        self.board = BoardCanvas()
        self.board.animation_ms = 0
        self.board.set_coordinates(Coordinates.OFF)  # on squares this small they would lie under the pieces
        self.board.setMinimumSize(QSize(200, 200))
        self.words = plain_label(look="quiet")
        in_column(self.games, self.above, (self.board, 1), self.below, self.words, inside=self, margins=3, spacing=1)

    def show_state(self, state: TournamentState) -> None:
        """Shows the state of the watched game."""
        numbers = [game.number for game in state.live]
        if [self.games.itemData(row) for row in range(self.games.count())] != numbers:
            self.games.clear()
            for game in state.live:
                text = self.tr("Game %1: %2").replace("%1", str(game.number))
                self.games.addItem(text.replace("%2", said(pairing(game.white, game.black))), game.number)
        if self._number not in numbers and numbers:
            self._number = numbers[0]
        self.games.setCurrentIndex(numbers.index(self._number) if self._number in numbers else -1)
        self.games.setVisible(len(numbers) > 1)
        shown = next((game for game in state.live if game.number == self._number), None)
        if shown is not None:
            self._show(shown)
        else:
            self.words.setText(self.tr("The current game will appear here.") if not state.finished else "")

    def _show(self, game: LiveGame) -> None:
        last, position = game.last_move, Position.of(game.fen)
        self.board.scene = BoardScene(
            pieces=position.pieces,
            turn_white=position.white_to_move,
            last_move=(square_number(last[:2]), square_number(last[2:4])) if last else None,
            description=self.tr("Position of game %1").replace("%1", str(game.number)),
        )
        self.board.setAccessibleDescription(self.board.scene.description)
        self.board.update()
        clocks = ("", "") if game.left_s is None else tuple(clock_text(round(1000 * left)) for left in game.left_s)
        self.above.setText(f"{player(game.black)}   {clocks[1]}")
        self.below.setText(f"{player(game.white)}   {clocks[0]}")
        text = self.tr("Move %1").replace("%1", str(game.plies // 2 + 1))
        if game.evaluation is not None:
            depth = f" / {game.evaluation.depth}" if game.evaluation.depth else ""
            text += f"   {score(game.evaluation.score)}{depth}"
        self.words.setText(text)

    def _choose(self, row: int) -> None:
        self._number = int(self.games.itemData(row))
