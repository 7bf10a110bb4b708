"""The dialog of the user's other computers."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.services.kit.settings_store import SettingsStore
from desktop.services.world.sharing_service import SharingService
from desktop.views.world.sharing_dialog import SharingDialog
from engine.sharing.exchange import Exchange
from tests.engine.sharing.test_exchange import Values


def test_it_shows_the_folder_what_came_and_what_is_wrong(qtbot: QtBot, tmp_path: Path) -> None:
    store = SettingsStore(None, writable=False)
    sharing = SharingService(tmp_path / "data", store)
    store.changed.connect(sharing.configure)
    dialog = SharingDialog(sharing)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.last.text() == "Not yet" and not dialog.exchange_button.isEnabled()
    assert dialog.folder.text() == "None: nothing is shared" and not dialog.stop_button.isEnabled()
    shared = tmp_path / "shared"
    shared.mkdir()
    with Exchange(tmp_path / "other", shared, name="Kitchen <b>") as exchange:
        settings = Values("settings")
        settings.values = {"theme": "dark"}
        exchange.share(settings)
        book = Values("book Äpfel")
        book.values = {"property\ttitle": "Apples"}
        exchange.share(book)
        exchange.finish()
    sharing.window_shown()
    sharing.share_in(str(shared))
    qtbot.waitUntil(lambda: "with: Kitchen <b>" in dialog.last.text(), timeout=30_000)
    assert dialog.folder.text() == str(shared) and "Came: Äpfel 1, Settings 1" in dialog.came.text()
    assert dialog.problems.isHidden() and dialog.exchange_button.isEnabled()
    assert store.settings.text("theme") == "dark"
    sharing.share_in(str(tmp_path / "away"))
    qtbot.waitUntil(lambda: "cannot be reached" in dialog.problems.text(), timeout=30_000)
    dialog.stop_button.click()
    assert sharing.state.folder == "" and not dialog.exchange_button.isEnabled()
    assert sharing.close() and store.close()
