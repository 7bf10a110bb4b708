"""Pages of books and articles, pasted or opened: what can be read becomes a game, and a doubtful move is asked about."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.services.all_services import Services
from desktop.services.files.file_opening import DoubtfulMove
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
    assert isinstance(doubtful, DoubtfulMove)
    assert (doubtful.doubt.written, set(doubtful.doubt.candidates)) == ("4.Nd2", {"b1d2", "f3d2"})
    assert line(services) == []
    doubtful.read_on("f3d2")
    qtbot.waitUntil(lambda: line(services)[6:] == ["Nfd2", "Be7", "e3", "O-O"])
    assert len(asked.all) == 1


def test_a_refused_answer_leaves_the_rest_as_text(make: Make) -> None:
    services = make().services
    services.files.asks_about_doubts = True
    asked, heard = Heard(services.files.move_doubted), Heard(services.files.message)
    services.files.paste(DOUBTFUL)
    [doubtful] = asked.all
    assert isinstance(doubtful, DoubtfulMove)
    doubtful.read_on("")
    state = services.game.state
    assert line(services) == ["d4", "Nf6", "c4", "e6", "Nf3", "d5"]
    assert state.game.node(state.game.end()).comments == ("4. Nd2 Be7 5. e3 O-O",)
    assert "4.Nd2" in heard.texts


def test_a_file_with_a_doubtful_move_asks_too_and_the_answer_is_not_in_the_file_yet(
    qtbot: QtBot, make: Make, tmp_path: Path
) -> None:
    """The same as pasting; the rest of the moves used to stay text without a question."""
    services = make().services
    services.files.asks_about_doubts = True
    asked = Heard(services.files.move_doubted)
    path = tmp_path / "tagged.pgn"
    path.write_text(f'[White "A"]\n[Black "B"]\n\n{DOUBTFUL.removeprefix("Both: ")} *\n', encoding="utf-8")
    services.files.open_file(path)
    qtbot.waitUntil(lambda: len(asked.all) == 1)
    [doubtful] = asked.all
    assert isinstance(doubtful, DoubtfulMove)
    doubtful.read_on("f3d2")
    qtbot.waitUntil(lambda: line(services)[6:] == ["Nfd2", "Be7", "e3", "O-O"])
    state = services.game.state
    assert (state.path, state.modified, state.game.header("White")) == (str(path), True, "A")
    assert len(asked.all) == 1


def test_a_page_of_several_games_opens_all_of_them(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    services = make().services
    path = tmp_path / "page.txt"
    path.write_text(f"{PAGE}. Toinen peli: 1. d4 d5 2. c4 loppu", encoding="utf-8")
    services.files.open_file(path)
    qtbot.waitUntil(lambda: line(services) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"])
    services.game.close_tab(services.game.state.tab)
    assert line(services) == ["d4", "d5", "c4"]
