"""No page, panel or dialog cuts a text that is 40 % longer than the English one."""

from collections.abc import Iterator

import pytest

from desktop.model.settings import Settings
from desktop.services.kit import language as languages
from desktop.views.main_window import MainWindow
from desktop.views.window.pages import PAGES
from desktop.views.window.panels import PANELS
from tests.desktop import looks
from tests.desktop.pseudo import pseudo, stretched
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.test_looks import DIALOGS, opened, settled


@pytest.fixture
def longer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Finnish reads the longer texts."""
    monkeypatch.setattr(languages, "read_catalogue", lambda _path: pseudo())
    languages.language().follow(Settings().with_value("language", "fi"))
    yield
    languages.language().follow(Settings().with_value("language", "en"))


def test_a_text_is_stretched_around_what_stays() -> None:
    assert stretched("&New game … (*.pgn)") == "&Newae gameae … (*.pgn)"
    assert stretched("%1 {move|moves}") == "%1 {moveae|movesae}"
    assert len(stretched("Endgame tables")) >= 1.4 * len("Endgame tables")


def cut(window: MainWindow) -> list[str]:
    """What is cut on the pages, in the panels and in the dialogs."""
    found = [f"window: {text}" for text in settled(window, looks.cut_texts, 40)]
    for page in PAGES:
        window.show_mode(page)
        found += [f"{page.value}: {text}" for text in settled(window.body, looks.cut_texts, 40)]
    for panel in PANELS:
        window.show_mode(panel.modes[0])
        window.body.side.show_panel(panel.key)
        found += [f"{panel.key}: {text}" for text in settled(window.body.side, looks.cut_texts, 40)]
    for key in DIALOGS:
        dialog = opened(window, key)
        found += [f"{key}: {text}" for text in settled(dialog, looks.cut_texts, 40)]
        dialog.close()
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(("width", "height"), [(1280, 800), pytest.param(1920, 1080, marks=pytest.mark.long)])
def test_no_longer_text_is_cut(make_window: MakeWindow, longer: None, width: int, height: int) -> None:
    window = make_window(language="fi", width=width, height=height)
    window.services.game.play_move("e2e4")
    assert "\n".join(cut(window)) == ""
