"""The panel of online services: the answer with its source and age, the daily puzzle, and studies."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFrame,
    QInputDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from desktop.model.world.online import OnlineState
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.world.online_service import OnlineService
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import ChoiceField, form_of, named
from desktop.views.kit.layouts import STRETCH, Flow, in_column
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.words import filled, moves, second, text_of
from desktop.views.kit.work_parts import panel_head, show_status, wrapped
from engine.play.world.addresses import PUZZLE, SENDING, STUDY
from engine.play.world.services import ADDRESS, OnlineSource

_ADDRESS_WIDTH = 480  # pixels; wide enough for a full address
_RATINGS = (1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500)


class SendDialog(Dialog):
    """Calls `send` with the study's address, the token (empty: the stored one), and whether to store it."""

    def __init__(self, send: Callable[[str, str, bool], object], parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Send the game to a study"), width=420)
        self._send = send
        self.address, self.token = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("https://lichess.org/study/abcdefgh")
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(self.tr("empty: the one in the keyring"))
        self.keep = QCheckBox(self.tr("Keep the token in the keyring of this system"))
        words = self.tr(
            "lichess gives you a token in your preferences, API access tokens, with the right to write studies."
        )
        buttons = self.button_box(StandardButton.Cancel)
        self.button = buttons.addButton(self.tr("Send"), QDialogButtonBox.ButtonRole.AcceptRole)
        form = form_of((self.tr("Your study"), self.address), (self.tr("Token"), self.token), self.keep)
        in_column(wrapped(words, "quiet"), form, buttons, inside=self, margins=4, spacing=3)

    def accept(self) -> None:
        self._send(self.address.text(), self.token.text(), self.keep.isChecked())
        super().accept()


class OnlinePanel(QFrame):
    """Sends requests only on a click. A click on a move plays it."""

    def __init__(
        self,
        games: GameService,
        match: MatchService,
        online: OnlineService,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._match = games, match
        self._service = online
        self.setProperty("look", "card")
        self.source = named(ChoiceField(), self.tr("Whom to ask"))
        self.source.addItem(self.tr("Masters' games"), (OnlineSource.MASTERS, 0))
        self.source.addItem(self.tr("Players of lichess"), (OnlineSource.PLAYERS, 0))
        for rating in _RATINGS:
            text = self.tr("Players of lichess from %1").replace("%1", str(rating))
            self.source.addItem(text, (OnlineSource.PLAYERS, rating))
        self.source.addItem(self.tr("Endgame tables, 7 pieces"), (OnlineSource.TABLES, 0))
        self.source.addItem(self.tr("Stored evaluations"), (OnlineSource.CLOUD, 0))
        self.ask = push_button(self.tr("Ask"), self._ask, look="primary")
        self.stop = push_button(self.tr("Stop"), self._service.stop)
        self.status = wrapped("", "quiet")
        self.rows = named(QListWidget(), self.tr("Moves of the answer"))
        self.rows.setWordWrap(True)
        self.rows.setMinimumHeight(theme.scaled(8 * theme.SPACE))
        self.rows.itemActivated.connect(self._play)
        self.puzzle = push_button(self.tr("Daily puzzle"), self._service.open_puzzle)
        self.study = push_button(self.tr("Study …"), self._ask_study)
        self.send = push_button(self.tr("Send the game …"), self._ask_sending)
        self.settings = push_button(self.tr("Settings …"), actions["settings"].trigger)
        head = Flow(self.source, self.ask, self.stop)
        top = panel_head(self.tr("Online services"), self.settings)
        foot = Flow(self.puzzle, self.study, self.send)
        room = (self.rows, 99), (STRETCH, 1)
        self.answers = QWidget()
        in_column(head, self.status, *room, foot, inside=self.answers, margins=0, spacing=2)
        self.off = placeholder_card(
            self.tr(
                "Nothing is asked or sent unless you allow it. Allow single services in the settings, under Internet."
            ),
            push_button(self.tr("Settings …"), actions["settings"].trigger, look="primary"),
            picture="globe",
        )
        in_column(top, (self.answers, 1), (self.off, 1), inside=self, margins=(3, 1, 3, 2), spacing=2)
        self.source.currentIndexChanged.connect(self._update)
        self._service.changed.connect(self._update)
        self._update()

    # Gestures

    @Slot()
    def _ask(self) -> None:
        source, rating = self.source.currentData()
        self._service.ask(OnlineSource(source), rating)

    @Slot()
    def _ask_study(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Open a study"))
        dialog.setLabelText(self.tr("Address of the study at lichess"))
        dialog.resize(theme.scaled(_ADDRESS_WIDTH), dialog.sizeHint().height())
        dialog.textValueSelected.connect(self._service.open_study)
        dialog.open()

    @Slot()
    def _ask_sending(self) -> None:
        tab = self._games.state.tab  # another game may be opened while the dialog is open
        SendDialog(partial(self._service.send_game, tab=tab), self).open()

    @Slot(QListWidgetItem)
    def _play(self, item: QListWidgetItem) -> None:
        found = self._service.state.found
        if found is not None and found.fen == self._service.state.fen:
            self._match.user_move(item.data(Qt.ItemDataRole.UserRole), found.fen)

    # Updates from the service

    @Slot()
    def _update(self) -> None:
        state = self._service.state
        source = OnlineSource(self.source.currentData()[0])
        on = state.allowed
        used = bool(on or state.found or state.problem)  # an answer stays after its service is turned off
        self.settings.setVisible(used)
        self.answers.setVisible(used)
        self.off.setVisible(not used)
        self.ask.setVisible(ADDRESS[source].setting in on and not state.asking)
        self.stop.setVisible(state.asking)
        for button, address in ((self.puzzle, PUZZLE), (self.study, STUDY), (self.send, SENDING)):
            button.setVisible(address.setting in on)
            button.setEnabled(not state.asking)
        show_status(self.status, state.problem, self._status(state, source), "quiet")
        shown = state.found if state.found is not None and state.found.fen == state.fen else None
        self.rows.clear()
        for move in shown.moves if shown is not None else ():
            item = QListWidgetItem(f"{moves(move.san)}  {text_of(move.text)}")
            item.setData(Qt.ItemDataRole.UserRole, move.uci)
            self.rows.addItem(item)
        self.rows.setVisible(self.rows.count() > 0)  # an empty list would push the buttons out of a low panel

    def _status(self, state: OnlineState, source: OnlineSource) -> str:
        address = ADDRESS[source]
        if state.asking:
            return text_of(state.waiting) or self.tr("Asking …")
        if state.sent:
            return self.tr("Sent. New chapters of the study: %1").replace("%1", str(state.sent))
        if state.found is not None and state.found.fen == state.fen:
            found = state.found
            text = self.tr("From %1, %2 (saved answer)") if found.kept else self.tr("From %1, %2")
            return filled(text, ADDRESS[found.source].host, second(int(found.at)))
        if address.setting not in state.allowed:
            return self.tr("%1 is off. Settings, Internet, turns it on.").replace("%1", address.host)
        text = self.tr("“Ask” sends %1 to %2.").replace("%1", text_of(address.sends))
        return text.replace("%2", address.host)
