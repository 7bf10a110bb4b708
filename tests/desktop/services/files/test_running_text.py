"""Pages of books and articles, pasted or opened: what can be read becomes a game, and a doubtful move is asked about."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.services.all_services import Services
from desktop.services.files.file_opening import DoubtfulText
from tests.desktop.services.conftest import Heard, Make

PAGE = "Kuva 3. Alku on tuttu: 1. e4 e5 2. Rf3 puolustautuu 2. - Rc6 3. Lb5 a6 ja niin edelleen"
DOUBTFUL = "Both: 1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nd2 Be7 5. e3 O-O"


def line(services: Services) -> list[str]:
    return [node.san for node in services.game.state.game.main_line()]


def test_a_page_with_prose_is_pasted_whole(make: Make) -> None:
    services = make().services
    heard = Heard(services.files.message)
    assert services.files.paste(PAGE) and not heard.all
    assert line(services) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert services.game.state.game.root.comments == ("Kuva 3. Alku on tuttu:",)


def test_a_text_file_with_prose_opens_as_a_game_that_is_not_the_file(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    services = make().services
    path = tmp_path / "page.txt"
    path.write_text(PAGE, encoding="utf-8")
    services.files.open_file(path)
    qtbot.waitUntil(lambda: len(line(services)) == 6)
    assert services.game.state.path == "", "saving must not replace the page"


def test_a_doubtful_move_is_asked_about_once_and_read_on(qtbot: QtBot, make: Make) -> None:
    services = make().services
    services.files.asks_about_doubts = True
    asked = Heard(services.files.move_doubted)
    assert services.files.paste(DOUBTFUL)
    [doubtful] = asked.all
    assert isinstance(doubtful, DoubtfulText)
    assert (doubtful.doubt.written, set(doubtful.doubt.candidates)) == ("4.Nd2", {"b1d2", "f3d2"})
    assert line(services) == []
    services.files.answer_doubt(doubtful, "f3d2")
    qtbot.waitUntil(lambda: line(services)[6:] == ["Nfd2", "Be7", "e3", "O-O"])
    assert len(asked.all) == 1


def test_a_refused_answer_leaves_the_rest_as_text(make: Make) -> None:
    services = make().services
    services.files.asks_about_doubts = True
    asked, heard = Heard(services.files.move_doubted), Heard(services.files.message)
    services.files.paste(DOUBTFUL)
    [doubtful] = asked.all
    assert isinstance(doubtful, DoubtfulText)
    services.files.answer_doubt(doubtful, "")
    state = services.game.state
    assert line(services) == ["d4", "Nf6", "c4", "e6", "Nf3", "d5"]
    assert state.game.node(state.game.end()).comments == ("4. Nd2 Be7 5. e3 O-O",)
    assert "4.Nd2" in heard.texts
