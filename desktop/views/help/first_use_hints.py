"""First-use hints: the tour when the board is shown for the first time, one sentence in the other modes. They do not block."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Slot

from desktop.model.errors import Message, Severity
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.help.tour import Tour
from desktop.views.kit.messages import Notice
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.window_context import WindowContext
from engine.ground.text import plain


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Hints", text))


HINTS: dict[Mode, str] = {
    Mode.ANALYSE: _t("A click on a line plays its first move. The arrow is the best move so far."),
    Mode.BOOK: _t("Your marks decide what the engine plays: ! first, ? never. Ctrl+B adds the move on the board."),
    Mode.TABLES: _t("Endgame tables know the result of every move, for the pieces whose tables are installed."),
    Mode.TRAIN: _t("Positions come back just before you would forget them. Choose what to train."),
    **{mode: page.hint for mode, page in PAGES.items()},
}


class FirstUseHints(QObject):
    """Shows each hint once, unless hints are off. `begin` starts it, so that the program's start is not disturbed."""

    def __init__(self, context: WindowContext, settings: SettingsStore) -> None:
        super().__init__(context.window)
        self._context = context
        self._settings = settings
        self._begun = False
        self._about: Mode | None = None
        self._shown: Notice | None = None
        self._tour: Tour | None = None
        self._context.body.side.changed.connect(self._look_again)

    def begin(self, mode: Mode) -> None:
        """Allows hints from now on, beginning with the one for `mode`."""
        self._begun = True
        self.follow(mode)

    @Slot()
    def _look_again(self) -> None:
        """Delays the hint about analysis lines until their panel is in front."""
        store, mode = self._settings, self._context.body.side.mode
        if mode is not Mode.ANALYSE or self._context.body.page_shown:
            return
        if self._context.panel_in_sight("analysis"):
            self.follow(mode)
        elif self._about is mode and self._shown is not None and not self._shown.dismissed:
            self._shown.dismiss()
            self._shown = None
            told = store.settings.text("hints_told").split()
            store.keep("hints_told", " ".join(one for one in told if one != mode.value))

    @Slot(object)
    def follow(self, mode: Mode) -> None:
        """Shows the hint for a mode just entered, and dismisses that of the mode before."""
        if self._shown is not None and not self._shown.dismissed and self._about is not mode:
            self._shown.dismiss()
        store = self._settings
        told = store.settings.text("hints_told").split()
        if not self._begun or not store.settings.flag("hints") or mode.value in told:
            return
        if mode is Mode.ANALYSE and not self._context.panel_in_sight("analysis"):
            return  # it is about the lines
        store.keep("hints_told", " ".join([*told, mode.value]))
        if mode is Mode.PLAY:
            self._tour = Tour(self._context)
            self._tour.start()
            return
        text = QCoreApplication.translate("Hints", HINTS[mode])
        answers = ((self.tr("No more hints"), lambda: store.set("hints", False)),)
        self._about = mode
        self._shown = self._context.tell(Message(Severity.INFORMATION, plain(text)), answers)
