"""The likely moves of players of a chosen rating in the shown position: rating, sentence, and moves."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QHideEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from desktop.model.settings import Settings
from desktop.services.engines.likely_moves_service import LikelyMovesService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.analysis.likely_moves_row import LikelyMovesRow
from desktop.views.kit import theme, words
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import plain_label
from desktop.views.kit.rating_field import RatingField
from engine.play.people.likely_moves import LikelyHumanMoves


class LikelyMovesStrip(QWidget):
    """The strip; requests moves while visible, and exists if the setting is on. Its height never changes."""

    def __init__(
        self,
        panel: str,
        settings: SettingsStore,
        games: GameService,
        people: LikelyMovesService,
        match: MatchService,
        actions: dict[str, QAction],
        parent: QWidget,
        *,
        in_words: bool = False,
    ) -> None:
        """`panel`: the key of the panel that contains it. `in_words`: adds the whole sentence below, in panels that have room."""
        super().__init__(parent)
        self._settings, self._games, self._people, self._match = settings, games, people, match
        self._panel, self._in_words, self._wanted = panel, in_words, True
        self.rating = RatingField(settings)
        self.sentence = plain_label(look="quiet", wrap=in_words)
        self.moves = LikelyMovesRow()
        self.moves.chosen.connect(self._play)
        arrows = QToolButton()
        arrows.setDefaultAction(actions["people_arrows"])
        arrows.setIconSize(theme.size(20, 20))
        arrows.setAccessibleName(actions["people_arrows"].toolTip())
        if in_words:  # there is room for two lines
            self.sentence.setMinimumHeight(2 * self.sentence.fontMetrics().lineSpacing())
        head = in_row(self.rating, STRETCH if in_words else (self.sentence, 1), arrows, spacing=2)
        column = in_column(head, self.moves, inside=self, margins=0, spacing=1)
        if in_words:
            column.addWidget(self.sentence)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        people.changed.connect(self._update_people)
        games.state_changed.connect(self._update_game)
        settings.changed.connect(self._update_settings)
        self._update_settings(settings.settings)
        self._update_people(people.state)

    def showEvent(self, event: QShowEvent) -> None:
        self._people.want(self._panel, True)

    def hideEvent(self, event: QHideEvent) -> None:
        if is_alive(self._people):
            self._people.want(self._panel, False)

    @Slot(str)
    def _play(self, uci: str) -> None:
        self._match.user_move(uci, self._people.state.fen)

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        self.setVisible(self._wanted and settings.flag("people_moves"))

    def set_wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        self._update_settings(self._settings.settings)

    @Slot(object)
    def _update_game(self, _state: object) -> None:
        self._update_people(self._people.state)

    @Slot(object)
    def _update_people(self, people: LikelyHumanMoves) -> None:
        """Shows the moves; those of the previous position stay, faded, until new ones arrive."""
        if not people.fen:
            return
        fits = people.fen == self._games.state.fen
        self.moves.show_people(people, not fits)
        if fits:
            self._say(people)

    def _say(self, people: LikelyHumanMoves) -> None:
        reason = people.reason if self._in_words else people.wrong_reason
        text = words.reason(reason) if reason is not None else ""
        if not people.moves:
            text = words.sentence(people.problem) or self.tr("The game is over here.")
        self.sentence.setText(text)
