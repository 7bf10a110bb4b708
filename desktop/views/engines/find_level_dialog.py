"""Find my level: progress of the ten quick games, estimated rating, and an equal opponent."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDialogButtonBox, QSizePolicy, QWidget

from desktop.model.find_level import LevelState
from desktop.services.engines.level_service import LevelService
from desktop.views.kit import messages, theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.figures import Figure, Figures
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.portraits import face
from engine.play.people.find_level import GAMES, LevelSearch

_FACE = 72
_SIGNS = {1.0: "1", 0.5: "½", 0.0: "0"}


class GameDots(QWidget):
    """One circle for each of the ten games, with its result; further games are not shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._points: tuple[float, ...] = ()
        self.setFixedHeight(theme.scaled(36))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Games played"))

    def show_search(self, search: LevelSearch) -> None:
        self._points = tuple(game.points for game in search.played)
        text = words.filled(self.tr("%1 of %2"), len(self._points), GAMES)
        self.setAccessibleDescription(f"{text}: {' '.join(_SIGNS[one] for one in self._points)}")
        self.update()

    def sizeHint(self) -> QSize:
        return theme.size(GAMES * 40, 36)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints a played game as a filled circle with its score; the colour only repeats it."""
        c = theme.colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(theme.font(theme.BODY, bold=True))
            side = theme.scaled(32)
            for place in range(GAMES):
                circle = QRectF(place * theme.scaled(40) + 2, 2, side, side)
                points = self._points[place] if place < len(self._points) else None
                ground = {1.0: c.accent, 0.5: c.hover, 0.0: c.warning_soft}.get(
                    points if points is not None else -1, c.card
                )
                painter.setPen(QPen(QColor(c.line), 1))
                painter.setBrush(QColor(ground))
                painter.drawEllipse(circle)
                painter.setPen(QColor(c.quiet if points is None else c.on_accent if points == 1 else c.ink))
                painter.drawText(
                    circle, Qt.AlignmentFlag.AlignCenter, str(place + 1) if points is None else _SIGNS[points]
                )


class FindLevelDialog(Dialog):
    """The dialog of the search. `game_wanted` carries the opponent; None: the next game of the search."""

    game_wanted = Signal(object)  # Person or None

    def __init__(self, level: LevelService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Find my level"), (560, 440))
        self._level = level
        intro = self.tr(
            "Ten quick games (3 minutes each, 2 seconds a move) against opponents who close in on your strength. "
            "Takeback and hints are off; you may stop at any time and continue another day."
        )
        self.figures = Figures()
        self.status = plain_label(look="quiet", wrap=True)
        self.dots = GameDots()
        self.play = push_button("", lambda: self._want(None), look="primary")
        self._face = plain_label()
        self._face.setFixedSize(theme.size(_FACE, _FACE))
        self.proposal = plain_label(wrap=True)
        self.play_person = push_button("", lambda: self._want(self._level.proposed))
        buttons = self.button_box(StandardButton.Close)
        self.again = buttons.addButton(self.tr("Start again …"), QDialogButtonBox.ButtonRole.ResetRole)
        self.again.setAutoDefault(False)
        self.again.clicked.connect(self._ask_again)
        opponent = in_row(self._face, (in_column(self.proposal, in_row(self.play_person, STRETCH)), 1), spacing=4)
        in_column(
            plain_label(intro, wrap=True),
            self.dots,
            self.figures,
            self.status,
            in_row(self.play, STRETCH),
            STRETCH,
            opponent,
            buttons,
            inside=self,
            margins=(5, 4, 5, 4),
            spacing=3,
        )
        self._level.changed.connect(self._update)
        self._update(self._level.state)

    def _want(self, person: object) -> None:
        self.accept()
        self.game_wanted.emit(person)

    @Slot(object)
    def _update(self, state: LevelState) -> None:
        search, played = state.search, len(state.search.played)
        self.dots.show_search(search)
        self.figures.show_figures(*self._figures(search))
        self.status.setText(self._told(state))
        self.status.setVisible(bool(self.status.text()))
        text = self.tr("Resume the game") if state.tab else self.tr("Play game %1").replace("%1", str(played + 1))
        self.play.setText(text)
        self.play.setEnabled(not state.judging)
        self.again.setEnabled(bool(played))
        person = self._level.proposed
        self._face.setPixmap(face(person.key, theme.scaled(_FACE), self.devicePixelRatioF()))
        text = self.tr("Nearest to an even opponent so far: %1 (%2), %3.")
        if search.done:
            text = self.tr("Your even opponent: %1 (%2), %3.")
        for number, value in enumerate((person.name, str(person.elo), words.text_of(person.about)), 1):
            text = text.replace(f"%{number}", value)
        self.proposal.setText(text)
        self.play_person.setText(self.tr("Play against %1").replace("%1", ForeignText(person.name).caption))

    def _told(self, state: LevelState) -> str:
        if state.judging:
            return self.tr("Looking at your moves …")
        if not state.search.played:
            return self.tr("No game has been played yet.")
        return ""

    def _figures(self, search: LevelSearch) -> tuple[Figure, ...]:
        if not search.played:
            return ()
        now = search.estimate
        return (
            (str(now.elo), self.tr("your level")),
            (f"{now.low}–{now.high}", self.tr("90 % interval")),
            (words.filled(self.tr("%1 of %2"), len(search.played), GAMES), self.tr("games played")),
        )

    def _ask_again(self) -> None:
        question = self.tr("Forget the games of this search and start again?")
        messages.ask(self, question, self.tr("Start again"), self._level.begin_again)
