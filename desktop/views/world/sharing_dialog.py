"""The user's other computers: the shared folder, the last exchange, and what came."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QWidget

from desktop.model.world.sharing import SharingState
from desktop.services.world.sharing_service import SharingService
from desktop.views.game.elided import ElidedLabel
from desktop.views.kit import words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, ask_path
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from engine.sharing.exchange import BOOK, GAMES, OWN_BOOK

_MOST_PROBLEMS = 3


class SharingDialog(Dialog):
    """Every change applies at once, without OK."""

    def __init__(self, sharing: SharingService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Other computers"), (640, 440))
        self._sharing = sharing
        about = self.tr(
            "Settings, training, your own books and collections can be the same on all your computers. Choose one folder on "
            "each of them that another program or a USB stick carries between them. Ratsu itself sends nothing."
        )
        self.folder = named(ElidedLabel(), self.tr("Shared folder"))
        self.choose_button = push_button(self.tr("&Choose a folder …"), self._ask)
        self.stop_button = push_button(self.tr("&Stop sharing"), lambda: sharing.share_in(""))
        self.exchange_button = push_button(self.tr("&Exchange now"), sharing.exchange)
        self.last = plain_label(wrap=True)
        self.came = plain_label(look="quiet", wrap=True)
        self.problems = plain_label(look="error", wrap=True)
        for button in (self.choose_button, self.stop_button, self.exchange_button):
            button.setAutoDefault(False)
        in_column(
            plain_label(about, wrap=True),
            plain_label(self.tr("Shared folder"), look="caption"),
            in_row((self.folder, 1), self.choose_button, self.stop_button),
            plain_label(self.tr("Last exchange"), look="caption"),
            in_row((self.last, 1), self.exchange_button),
            self.came,
            self.problems,
            STRETCH,
            self.close_box(),
            inside=self,
            margins=4,
            spacing=2,
        )
        sharing.changed.connect(self._show)
        self._show(sharing.state)

    def _ask(self) -> None:
        ask_path(self, self.tr("A folder that your computers share"), self._sharing.share_in, folder=True)

    @Slot(object)
    def _show(self, state: SharingState) -> None:
        self.folder.setText(state.folder or self.tr("None: nothing is shared"))
        self.stop_button.setEnabled(bool(state.folder))
        self.exchange_button.setEnabled(bool(state.folder) and not state.running)
        found = state.found
        if state.running:
            text = self.tr("Exchanging …")
        elif found is None:
            text = self.tr("Not yet")
        else:
            others = ", ".join(found.computers) or self.tr("no other computer yet")
            text = words.filled(self.tr("%1, with: %2"), words.second(int(state.last)), others)
        self.last.setText(text)
        counts = ((self.tr("Sent"), found.sent), (self.tr("Came"), found.came)) if found is not None else ()
        self.came.setText("\n".join(_counts(what, numbers) for what, numbers in counts))
        problems = [state.problem] if state.problem else found.problems[:_MOST_PROBLEMS] if found else ()
        self.problems.setText("\n".join(map(words.text_of, problems)))
        self.problems.setVisible(bool(problems))


def _counts(what: str, counts: Mapping[str, int]) -> str:
    """`Came: Settings 3, Training 12`."""
    parts = ", ".join(f"{_part(name)} {words.whole(number)}" for name, number in sorted(counts.items()))
    return f"{what}: {parts or '–'}"


def _part(name: str) -> str:
    """The name of a part in the language in use; that of a collection or another book is its own."""
    names = {
        "settings": QCoreApplication.translate("SharingDialog", "Settings"),
        "training": QCoreApplication.translate("SharingDialog", "Training"),
        OWN_BOOK: QCoreApplication.translate("SharingDialog", "Your own book"),
    }
    return names.get(name) or name.removeprefix(BOOK if name.startswith(BOOK) else GAMES)
