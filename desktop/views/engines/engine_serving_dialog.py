"""The dialog that lets lichess use Ratsu as the user's engine."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from desktop.services.world.engine_serving_service import EngineServingService
from desktop.views.kit import words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import form_of, number_field
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.work_parts import show_status, wrapped
from engine.ground.machine import spare_hash_mb, spare_threads

_MOST_THREADS, _MOST_HASH = 512, 65_536


class EngineServingDialog(Dialog):
    """Starts and stops it. Closing the dialog does not stop it."""

    def __init__(self, serving: EngineServingService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Ratsu as an engine of lichess"), width=460)
        self._serving = serving
        about = self.tr(
            "Your computer analyses for the analysis board of lichess. Choose Ratsu there, in the menu beside the board. "
            "lichess gives you a token in your preferences, API access tokens, with the rights engine:read and engine:write."
        )
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(self.tr("empty: the one in the keyring"))
        self.keep = QCheckBox(self.tr("Keep the token in the keyring of this system"))
        self.threads = number_field(spare_threads(), 1, _MOST_THREADS)
        self.hash = number_field(spare_hash_mb(), 16, _MOST_HASH, " MB")
        form = form_of(
            (self.tr("Token"), self.token),
            ("", self.keep),
            (self.tr("Threads"), self.threads),
            (self.tr("Memory"), self.hash),
            grow=True,
        )
        self.status = wrapped("", "quiet")
        self.start = push_button(self.tr("&Start"), self._start, look="primary")
        self.stop = push_button(self.tr("&Stop"), serving.stop)
        foot = in_row(self.start, self.stop, STRETCH, self.close_box(), spacing=2)
        in_column(wrapped(about, "quiet"), form, self.status, foot, inside=self, margins=4, spacing=3)
        serving.changed.connect(self._update)
        self._update()

    def _start(self) -> None:
        from engine.jobs.serving import ServeRequest
        from engine.play.world.external_engine import EngineOffer

        offer = EngineOffer("Ratsu", self.threads.value(), self.hash.value())
        self._serving.serve(ServeRequest(self.token.text().strip(), offer, self.keep.isChecked()))

    @Slot()
    def _update(self) -> None:
        state = self._serving.state
        self.start.setEnabled(not state.running)
        self.stop.setEnabled(state.running)
        text = self.tr("It is off.")
        if state.running and state.waiting:
            text = words.text_of(state.waiting)
        elif state.running:
            text = self.tr("Ratsu waits for positions. Analyses so far: %1").replace("%1", words.whole(len(state.rows)))
        show_status(self.status, state.problem, text, "quiet")
