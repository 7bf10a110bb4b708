"""Print and PDF hold the whole game: a foreign reader (pdftotext) finds every move, comment and sign in them."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QSizeF
from PySide6.QtGui import QFont, QImage, QTextLayout, QTextOption
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.model.settings import Settings
from desktop.services.kit.language import language
from desktop.views.game.print_pages import PreviewSheet, PrintPages
from desktop.views.game.publish_dialog import PublishDialog
from desktop.views.game.publish_steps import PAPER, PublishOptions, preview, printed, steps
from desktop.views.games.games_page import GamesPage
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.tree import Game
from engine.pgn.reader import first_game
from engine.publishing.wording import unbreakable
from tests.desktop.sheet_text import expected
from tests.desktop.views.conftest import MakeWindow
from tests.helpers.large_games import attach

pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext (poppler-utils) is not installed")

EVERYTHING = """
[Event "Interzonal"]
[Site "Portorož"]
[Date "1958.09.05"]
[Round "3"]
[White "Tal, Mihail"]
[Black "Fischer, Robert James"]
[Result "1-0"]
[WhiteElo "2600"]
[BlackElo "2550"]
[Annotator "A. Writer"]

{Before the first move. [#]} 1. e4 {[%clk 1:30:00] best by test} c5 $6 {[%eval 0.35]} (1... e5 $1 {the old way} 2. Nf3
(2. f4 $13 exf4 (2... d5 $2 3. exd5 ({now} 3. Nf3 $5 {deep down} dxe4 4. Nxe5 $14)) 3. Nf3 $18) 2... Nc6 3. Bb5 a6 4. Ba4
Nf6 5. O-O Be7 $10) ({Another way} 1... c6 2. d4 d5 {Caro-Kann.}) {Behind two variations.} 2. Nf3 d6 3. d4 cxd4 4. Nxd4
Nf6 5. Nc3 a6 $146 6. Bg5 {The main line of the Najdorf, which both had prepared for months in their hotel rooms.
<img src=x> [%cal Gg5f6,Re4e5][%csl Yd5]} $220 e6 7. f4 Be7 8. Qf3 Qc7 9. O-O-O $1 $16 Nbd7 $8 $11
10. g4 $40 b5 $132 11. Bxf6 Nxf6 12. g5 $36 Nd7 $71 13. f5 $44 $138 Bxg5+ $17 14. Kb1 Ne5 $142 (14... O-O 15. fxe6 $22)
15. Qh5 Qd8 $12 16. Nxe6 $3 Bxe6 17. fxe6 O-O $245 18. Bh3 g6 {Look [#] and on} 19. Nd5 $221 $18 1-0
"""
MARKS = ["!?", "!", "?", "!!", "?!", "□", "=", "∞", "+=", "±", "∓", "+−", "→", "⇆", "↑", "=/∞", "⊕", "⨀", "⊥", "N"]
HEADING = (
    "Tal, Mihail (2600) –",
    "Fischer, Robert James (2550)",
    "Interzonal, Portorož",
    "Najdorf",
    "A. Writer",
    "1–0",
)


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> Iterator[None]:
    """For the tests without a window, whatever was spoken before."""
    language().follow(Settings().with_value("language", "en"))
    yield
    language().follow(Settings().with_value("language", "en"))


def tool(*command: str | Path) -> str:
    return subprocess.run([str(word) for word in command], capture_output=True, check=True, text=True).stdout


def text_of(path: Path) -> str:
    """In the order in which it was painted: column by column."""
    return tool("pdftotext", "-raw", path, "-").replace("\u2060", "").replace("\u00a0", " ")


def words_of(text: str) -> list[str]:
    plain = (re.sub(r"^[(\[]*(\d+\.(\.\.)?)?|□?[)\]]*$", "", word) for word in text.split())
    return [word for word in plain if word]


def holds_all(text: str, game: Game) -> None:
    """Every move with its sign, and every word of every comment, in their order."""
    found = iter(words_of(text))
    for word in expected(game):
        wanted = words_of(word)
        assert not wanted or wanted[0] in found, f"“{word}” is missing, or stands elsewhere"
    assert "[%" not in text
    assert not re.search(r"\$\d", text)


def diagrams_in(path: Path) -> int:
    return sum(line.split()[2] == "image" for line in tool("pdfimages", "-list", path).splitlines()[2:])


def saved(window: MainWindow, path: Path) -> Path:
    window.actions_by_key["publish"].trigger()
    dialog = window.findChild(PublishDialog)
    assert isinstance(dialog, PublishDialog)
    dialog.make(path)
    until = time.monotonic() + 60
    while not path.exists() and time.monotonic() < until:
        QApplication.processEvents()
    return path


def written(game: Game, path: Path, current: int = 0) -> Path:
    path.write_bytes(b"".join(steps([game], PublishOptions(shown=current))))
    return path


def test_a_saved_pdf_holds_the_whole_tree(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    game = first_game(EVERYTHING)
    window.services.game.open_tab(game)
    path = saved(window, tmp_path / "game.pdf")
    text = text_of(path)
    holds_all(text, game)
    for mark in MARKS:
        assert mark in text, mark
    for words in (*HEADING, "1:30:00", "+0.35", "Black: poorly protected king", "better is", "<img src=x>"):
        assert words in " ".join(text.split()), words
    assert "1...e5! the old way 2.Nf3 (2.f4 ∞ exf4 [2...d5? 3.exd5 (now 3.Nf3!? deep" in " ".join(text.split())
    assert diagrams_in(path) == 4
    assert "1 / 1" in text


def test_paper_holds_what_the_pdf_holds(qapp: QApplication, tmp_path: Path) -> None:
    game = first_game(EVERYTHING)
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "paper.pdf"))
    pages = len(list(steps([game], PublishOptions(kind=PAPER), printer))) - 1  # a step for the game, one for each page
    holds_all(text_of(tmp_path / "paper.pdf"), game)
    assert f"{pages} / {pages}" in text_of(tmp_path / "paper.pdf")


def test_a_pdf_speaks_the_language_and_has_its_letters(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window(language="fi")
    window.services.settings.set("language", "fi")
    game = first_game(EVERYTHING)
    window.services.game.open_tab(game)
    text = " ".join(text_of(saved(window, tmp_path / "peli.pdf")).split())
    holds_all(text, game)
    for words in ("2.Rf3 d6", "8.Df3 Dc7", "Kommentoinut", "+0,35", "Musta: huonosti suojattu kuningas", "3. kierros"):
        assert words in text, words


def test_the_heading_of_an_own_game_speaks_the_language(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window(language="fi")
    window.services.settings.set("language", "fi")
    window.services.match.new_game(NewGame())
    window.services.match.user_move("e2e4")
    text = text_of(saved(window, tmp_path / "peli.pdf"))
    assert "Peli Ratsussa" in text and "Game in Ratsu" not in text


def test_no_word_runs_out_of_the_page_and_every_page_has_its_number(qapp: QApplication, tmp_path: Path) -> None:
    remark = "x" * 400 + " " + "A long remark about the position and the players. " * 40
    moves = ("g1f3", "g8f6", "f3g1", "f6g8")
    game, at = Game.new(), 0
    for number in range(300):
        game, at = game.add_move(at, moves[number % 4])
        if number % 50 == 0:
            game = game.with_node(game.node(at).changed(comment=remark))
    path = written(game, tmp_path / "long.pdf")
    boxes = tool("pdftotext", "-bbox", path, "-")
    width, height = (float(side) for side in re.findall(r'<page width="([\d.]+)" height="([\d.]+)"', boxes)[0])
    words = re.findall(r'xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)"', boxes)
    for left, top, right, bottom in ((float(side) for side in word) for word in words):
        assert 40 < left < right < width - 40
        assert 30 < top < bottom < height - 25
    pages = boxes.count("<page ")
    text = text_of(path)
    assert pages > 2  # three or four, as the fonts of the machine are
    assert all(f"{page} / {pages}" in text for page in range(1, pages + 1))
    holds_all(
        text.replace("\n", " ") if "x" * 400 in text else re.sub(r"x\s+x", "xx", text), game.with_header("Result", "*")
    )


def test_moves_signs_and_results_are_never_parted_at_the_end_of_a_line(qapp: QApplication) -> None:
    for text in ("9.O-O-O!\u00a0+−", "24...Nf6", "O-O\u00a0−+", "e8=Q+\u00a0=/∞", "½–½", "1–0", "12.♘xf3!?\u00a0⇆"):
        layout = QTextLayout(unbreakable(text), QFont())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(1)
        assert line.textLength() == len(unbreakable(text)), text
        layout.endLayout()


def test_where_no_diagram_is_wished_the_shown_position_has_one(qapp: QApplication, tmp_path: Path) -> None:
    game = first_game("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *")
    assert diagrams_in(written(game, tmp_path / "none.pdf")) == 0
    for node in range(1, 6):
        path = written(game, tmp_path / "one.pdf", node)
        assert diagrams_in(path) == 1
        holds_all(text_of(path), game)


def test_a_game_from_a_position_begins_with_its_diagram(qapp: QApplication, tmp_path: Path) -> None:
    game = first_game('[FEN "8/8/8/8/4k3/8/4P3/4K3 b - - 0 41"]\n[SetUp "1"]\n\n41... Kf4 42. Kf2 *')
    path = written(game, tmp_path / "ending.pdf")
    assert diagrams_in(path) == 1
    assert "41...Kf4 42.Kf2" in text_of(path)


@pytest.mark.parametrize(
    "text", ["1. e4 Ke3 {and} more *", '[Variant "Atomic"]\n\n1. e4 e5 2. Nf3 *', "{Words only.} *", "*"]
)
def test_what_was_not_read_is_told_and_a_game_without_moves_is_printed(
    qapp: QApplication, tmp_path: Path, text: str
) -> None:
    game = first_game(text)
    said = text_of(written(game, tmp_path / "odd.pdf"))
    unread = [node.unread for node in game.table if node.unread]
    assert ("Not read as moves:" in said) == bool(unread)
    assert "? –" not in said
    for words in unread:
        assert " ".join(words.split()) in " ".join(said.split())
    assert "Words only." not in text or "Words only." in said


def test_deep_variations_and_many_diagrams_are_printed(qapp: QApplication, tmp_path: Path) -> None:
    game, at = Game.new(), 0
    for _ in range(300):
        game, _ = attach(game, at, "g1f3", "Nf3")
        game, at = attach(game, at, "b1c3", "Nc3")
    said = text_of(written(game, tmp_path / "deep.pdf"))
    assert said.count("Nf3") == said.count("Nc3") == 300
    assert said.count("(") + said.count("[") == 299
    moves = " ".join(f"{number}. Nf3 $220 Nf6 {number + 1}. Ng1 Ng8 $221" for number in range(1, 70, 2))
    path = written(first_game(moves + " *"), tmp_path / "many.pdf")
    assert len(re.findall("Nf3", text_of(path))) == 35
    assert path.stat().st_size < 3_000_000


def test_a_large_tree_is_printed_in_a_moment(qapp: QApplication) -> None:
    """Laid out move by move, the time grew with the square: 15 s for 10,000 moves, 0.6 s now."""
    game, at = Game.new(), 0
    for _ in range(4_000):
        game, at = attach(game, at, "g1f3", "Nf3")
    began = time.process_time()
    assert b"".join(steps([game], PublishOptions()))
    assert time.process_time() - began < 2


def test_the_games_of_a_list_are_published_and_cancel_leaves_no_file(
    make_window: MakeWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window = make_window()
    games = tmp_path / "games.pgn"
    games.write_text("\n\n".join(f'[White "Player{number}"]\n[Result "*"]\n\n1. Nf3 Nf6 *' for number in range(3)))
    window.services.lists.open(games)
    qtbot.waitUntil(lambda: len(window.services.lists.state.order) == 3, timeout=20_000)
    for name, stopped in (("none.pdf", True), ("all.pdf", False)):
        window.actions_by_key["publish"].trigger()
        dialog = window.findChild(PublishDialog)
        assert isinstance(dialog, PublishDialog)
        dialog.games.setCurrentIndex(1)
        dialog.make(tmp_path / name)
        if stopped:
            dialog.reject()
            qtbot.waitUntil(lambda: window.findChild(PublishDialog) is None, timeout=5_000)
    qtbot.waitUntil((tmp_path / "all.pdf").exists, timeout=20_000)
    qtbot.waitUntil(lambda: window.findChild(PublishDialog) is None, timeout=5_000)  # closed, when it has heard of it
    window.actions_by_key["publish"].trigger()
    dialog = window.findChild(PublishDialog)
    assert isinstance(dialog, PublishDialog)
    dialog.games.setCurrentIndex(1)
    window.services.lists.reload(str(games))  # its numbers are of the list that was left
    dialog.make(tmp_path / "none.pdf")
    assert dialog.problem.text() == "Other games are listed now, so nothing was done." and dialog.go.isEnabled()
    dialog.reject()
    text = text_of(tmp_path / "all.pdf")
    assert [name for name in ("Player0", "Player1", "Player2") if name in text] == ["Player0", "Player1", "Player2"]
    assert not (tmp_path / "none.pdf").exists()
    window.show_mode(Mode.GAMES)
    page = window.body.page
    assert isinstance(page, GamesPage)
    lists = window.services.lists  # read again
    qtbot.waitUntil(lambda: not lists.state.loading and len(lists.state.order) == 3, timeout=20_000)
    qtbot.waitUntil(lambda: page.table.games.rowCount() == 3, timeout=20_000)
    qtbot.waitUntil(lambda: window.findChild(PublishDialog) is None, timeout=5_000)
    page.table.clearSelection()
    flag = QItemSelectionModel.SelectionFlag
    for row in (1, 2):
        page.table.selectionModel().select(page.table.games.index(row, 0), flag.Select | flag.Rows)
    window.actions_by_key["publish"].trigger()
    dialog = window.findChild(PublishDialog)
    assert isinstance(dialog, PublishDialog) and dialog.games.currentText() == "The selected games (2)"
    dialog.make(tmp_path / "two.pdf")
    qtbot.waitUntil((tmp_path / "two.pdf").exists, timeout=20_000)
    text = text_of(tmp_path / "two.pdf")
    assert [name for name in ("Player0", "Player1", "Player2") if name in text] == ["Player1", "Player2"]


def test_from_the_page_of_games_the_list_comes_first_and_its_first_page_is_shown(
    make_window: MakeWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    """The page that was shown was that of the hidden board."""
    window = make_window()
    (tmp_path / "games.pgn").write_text('[White "Ann"]\n[Result "*"]\n\n1. Nf3 Nf6 2. c4 {A comment.} *\n')
    window.services.lists.open(tmp_path / "games.pgn")
    qtbot.waitUntil(lambda: len(window.services.lists.state.order) == 1, timeout=20_000)
    window.show_mode(Mode.GAMES)
    window.actions_by_key["publish"].trigger()
    dialog = window.findChild(PublishDialog)
    assert isinstance(dialog, PublishDialog) and dialog.games.currentIndex() == 1
    qtbot.waitUntil(lambda: not dialog.picture.pixmap().isNull(), timeout=20_000)
    of_list = dialog.picture.pixmap().toImage()
    dialog.games.setCurrentIndex(0)
    qtbot.waitUntil(lambda: dialog.picture.pixmap().toImage() != of_list)
    dialog.games.setCurrentIndex(1)
    qtbot.waitUntil(lambda: dialog.picture.pixmap().toImage() == of_list)
    dialog.reject()


def test_the_preview_shows_all_that_its_page_will_hold(qapp: QApplication, tmp_path: Path) -> None:
    """Five positions were to be printed, and the preview showed the first alone on a page “1 / 1”."""
    games = [first_game('[FEN "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]\n[SetUp "1"]\n\n*')] * 5
    for exercises in (False, True):
        plan = PublishOptions(exercises=exercises)
        dark = [preview(games[:count], plan).convertToFormat(QImage.Format.Format_Mono) for count in (1, 5)]
        ink = [sum(bin(byte).count("1") for byte in bytes(image.constBits())) for image in dark]
        assert ink[1] > 4 * ink[0], ink
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"".join(steps(games, PublishOptions(exercises=True))))
    text = text_of(path)
    assert [f"{number}. White to move" in text for number in range(1, 7)] == [True] * 5 + [False]
    assert diagrams_in(path) == 5 and "1 / 1" in text


def test_two_choices_that_begin_with_the_same_game_have_their_own_previews(
    make_window: MakeWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window = make_window()
    (tmp_path / "games.pgn").write_text("\n\n".join(f'[White "P{one}"]\n[Result "*"]\n\n1. Nf3 *' for one in range(3)))
    lists = window.services.lists
    lists.open(tmp_path / "games.pgn")
    qtbot.waitUntil(lambda: len(lists.state.order) == 3, timeout=20_000)
    dialog = PublishDialog(window.services.game, lists, window, listed=True, chosen=(0, 1))
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: not dialog.picture.pixmap().isNull(), timeout=20_000)
    dialog.games.setCurrentIndex(1)  # all three
    qtbot.waitUntil(lambda: sorted(map(len, dialog._firsts.values())) == [2, 3], timeout=20_000)


@pytest.mark.usefixtures("qapp")
def test_a_result_never_stands_alone_at_the_top_of_a_column() -> None:
    """`1-0` of a game was the first line of the next column, above the heading of the next game."""
    game = first_game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 {Here.} 5. O-O Be7 1-0")
    pages = PrintPages(PreviewSheet(QSizeF(600, 800), 96))
    for printed_game in printed([game, game], PublishOptions().form):
        pages.add(printed_game)
        assert len(pages._pieces[-1].lines) >= 2


@pytest.mark.parametrize("sentences", range(10, 60, 7))
def test_the_columns_of_the_last_page_are_alike(sentences: int) -> None:
    """A page of 100 mm had 90 of them in its first column, and the last word of a comment in the second one."""
    game = first_game(f"1. e4 {{{'A comment of several words. ' * sentences}}} e5 1-0")
    pages = PrintPages(PreviewSheet(QSizeF(800, 1100), 96))
    for printed_game in printed([game], PublishOptions().form):
        pages.add(printed_game)
    height = pages._balanced(0)
    bottoms: dict[int, float] = {}
    for at, column, top in pages._placed(0, height):
        bottoms[column] = top + pages._pieces[at].height
    assert set(bottoms) <= {0, 1} and max(bottoms.values()) <= height
    short = sum(bottoms.values()) < 90 / 25.4 * 96
    if short:
        assert set(bottoms) == {0}, "what is short is not divided"
    else:
        assert abs(bottoms[0] - bottoms[1]) <= 2.5 * max(piece.height for piece in pages._pieces)
