"""The broadcast panel: the games of a round with their last moves and clocks, polled while the round is followed."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

from desktop.model.game.match import pairing, player_of
from desktop.model.world.broadcast import BroadcastState
from desktop.services.world.broadcast_service import BroadcastService
from desktop.views.game.player_bar import clock_text
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import named, search_field
from desktop.views.kit.layouts import Flow, in_column
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.words import filled, moves, second, text_of
from desktop.views.kit.work_parts import panel_head, show_status, wrapped
from engine.play.world.addresses import BROADCAST
from engine.play.world.rounds import RoundGame


class BroadcastPanel(QFrame):
    """Sends requests only on the user's command. Enter opens a game in a tab, which gets its new moves."""

    def __init__(self, broadcast: BroadcastService, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._service = broadcast
        self._shown: tuple[RoundGame, ...] = ()
        self.setProperty("look", "card")
        self.settings = push_button(self.tr("Settings …"), actions["settings"].trigger)
        self.address = search_field(self.tr("Address of the round"))
        self.address.returnPressed.connect(self._open)
        self.open = push_button(self.tr("Open the round"), self._open, look="primary")
        self.stop = push_button(self.tr("Stop"), self._service.stop)
        self.status = wrapped("", "quiet")
        self.rows = named(QListWidget(), self.tr("Games of the round"))
        self.rows.setWordWrap(True)
        self.rows.itemActivated.connect(self._show)
        self.follow = push_button(
            self.tr("Follow"),
            self._service.follow_round,
            tip=self.tr("Asks for the round again and again, and plays the new moves in the open games"),
            checkable=True,
        )
        top = panel_head(self.tr("Broadcast"), self.settings)
        head = Flow(self.open, self.stop, self.follow)
        self._round = QWidget()
        in_column(self.address, head, self.status, (self.rows, 1), inside=self._round, margins=0, spacing=2)
        self.off = placeholder_card(
            self.tr("Follow a tournament at lichess move by move. Allow it in the settings, under Internet."),
            push_button(self.tr("Settings …"), actions["settings"].trigger, look="primary"),
            picture="broadcast",
        )
        in_column(top, (self._round, 1), (self.off, 1), inside=self, margins=(3, 1, 3, 2), spacing=2)
        self._service.changed.connect(self._update)
        self._update()

    # Gestures

    @Slot()
    def _open(self) -> None:
        if self.address.text().strip():
            self._service.open(self.address.text())
        else:
            self.address.setFocus()

    @Slot(QListWidgetItem)
    def _show(self, item: QListWidgetItem) -> None:
        self._service.show_game(item.data(Qt.ItemDataRole.UserRole))

    # Updates from the service

    @Slot()
    def _update(self) -> None:
        state = self._service.state
        shown = state.allowed or bool(state.games or state.problem)
        self.settings.setVisible(shown)
        self._round.setVisible(shown)
        self.off.setVisible(not shown)
        self.open.setEnabled(state.allowed)
        first = state.asking and not state.games  # later requests repeat automatically
        self.open.setVisible(not first)
        self.stop.setVisible(first)
        self.follow.setVisible(bool(state.games))
        self.follow.setEnabled(state.allowed and (state.following or not state.over))
        self.follow.setChecked(state.following)
        show_status(self.status, state.problem, self._status(state), "quiet")
        if state.games is not self._shown:
            self._fill(state.games)

    def _fill(self, games: tuple[RoundGame, ...]) -> None:
        """Updates the rows in place, so that the selected row remains selected."""
        before, self._shown = self._shown, games
        if [one.key for one in before] != [one.key for one in games]:
            self.rows.clear()
            for one in games:
                item = QListWidgetItem(_row(one), self.rows)
                item.setData(Qt.ItemDataRole.UserRole, one.key)
            return
        for number, one in enumerate(games):
            if one is not before[number]:
                self.rows.item(number).setText(_row(one))

    def _status(self, state: BroadcastState) -> str:
        if state.asking and state.waiting:
            return text_of(state.waiting)
        if state.asking and not state.games:
            return self.tr("Asking …")
        if state.games:
            return self._about(state)
        text = self.tr("“Open the round” sends %1 to %2.").replace("%1", text_of(BROADCAST.sends))
        return text.replace("%2", BROADCAST.host)

    def _about(self, state: BroadcastState) -> str:
        text = filled(self.tr("From %1, %2"), BROADCAST.host, second(int(state.at)))
        if state.over:
            return self.tr("%1. All games are over.").replace("%1", text)
        if state.following:
            again = self.tr("%1. Followed: asked again every %2 seconds.").replace("%1", text)
            return again.replace("%2", str(self._service.period_ms // 1000))
        return text


def _row(one: RoundGame) -> str:
    """A game in one line: `Tal – Keres  23… Qd8  1:02:10 / 0:40:31`, or with its result."""
    words = [text_of(pairing(*(player_of(one.game.header(name)) for name in ("White", "Black"))))]
    if one.game.result != "*":
        words.append(one.game.result)
    if one.last.ply:
        words.append(f"{one.last.number_text} {moves(one.last.san)}")
    clocks = [clock_text(left) for left in one.clocks_ms if left is not None]
    if len(clocks) == 2 and one.game.result == "*":
        words.append("\u00a0/\u00a0".join(clocks))  # no line break
    return "   ".join(words)
