"""Published files hold the whole game: an HTML parser, pdflatex and python-chess read them back."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import chess
import pytest

from engine.commands import pgn as command
from engine.game.letters import LETTERS, shown
from engine.game.tree import Game
from engine.pgn.reader import first_game
from engine.publishing.document import Diagram, PageHeading, PageOptions, PageParagraph, Span, blocks
from engine.publishing.latex import text as latex_text
from engine.publishing.publish import PublishError, PublishFormat, publish
from engine.publishing.wording import PLAIN, Wording

GAME = """[White "Tal & Co <b>"]
[Black "Çelik, Š."]
[Result "1-0"]

{Before the first move.} 1. e4 {[%clk 1:00:00] best by test} c5 $6 (1... e5 $1 {old \\way 50% of $} 2. Nf3
(2. f4 $13 exf4) 2... Nc6 $44)
2. Nf3 d6 $142 3. d4 cxd4 {Look [#] here [%cal Gd1d4][%csl Rd4]} 4. Nxd4 $1 $16 Nf6 $221 5. Nc3 a6 1-0
"""


class Reader(HTMLParser):
    """The words of a page, and how often each tag is there."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(f"svg.{dict(attrs).get('class')}" if tag == "svg" else tag)
        if tag not in ("meta", "rect", "use", "path", "circle", "polygon"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "article" in self.open and "svg" not in self.open:
            self.words.append(data)


def written(game: Game, path: Path, form: PublishFormat = PublishFormat()) -> str:  # noqa: B008
    assert publish([game], path, form) == 1
    return path.read_text()


def test_an_html_parser_reads_every_move_comment_sign_and_diagram(tmp_path: Path) -> None:
    page = Reader(written(first_game(GAME), tmp_path / "game.html"))
    assert page.open == []
    text = " ".join("".join(page.words).replace("\u2060", "").replace("\u00a0", " ").split())
    assert "Tal & Co <b> – Çelik, Š." in text
    assert "Before the first move. 1.e4 1:00:00 best by test 1...c5?!" in text
    assert "1...e5! old \\way 50% of $ 2.Nf3 (2.f4 ∞ exf4) 2...Nc6 =/∞" in text
    assert "d6 better is 3.d4 cxd4 Look" in text
    assert "4.Nxd4! ± Nf6" in text
    assert text.endswith("1–0")
    assert page.tags.count("svg.diagram") == 2


def test_a_text_that_looks_like_an_entity_stays_as_it_was_written(tmp_path: Path) -> None:
    page = Reader(written(first_game("{Fish &amp; &lt;chips&gt; &copy} 1. e4 *"), tmp_path / "game.html"))
    assert "Fish &amp; &lt;chips&gt; &copy" in "".join(page.words)


def test_the_main_line_of_a_page_is_the_game(tmp_path: Path) -> None:
    page = Reader(written(first_game(GAME), tmp_path / "game.html"))
    bold = re.findall(r'<b class="move">([^<]*)</b>', (tmp_path / "game.html").read_text())
    assert page.tags.count("b") == len(bold)
    board = chess.Board()
    for word in bold[:-1]:
        board.push_san(re.sub(r"^\d+\.+|[!?].*$|\u00a0.*$", "", word.replace("&NoBreak;", "")))
    assert board.fullmove_number == 6 and bold[-1].replace("&NoBreak;", "") == "1–0"


def test_diagrams_come_on_wish_and_details_can_be_left_out() -> None:
    game = first_game("1. e4 {[%clk 0:59:00]} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *")
    found = list(blocks(game, PLAIN, PageOptions(every=2, details=False)))
    boards = [block.fen.split(" ")[0] for block in found if isinstance(block, Diagram)]
    board = chess.Board()
    for san in ["e4", "e5", "Nf3", "Nc6"]:
        board.push_san(san)
    assert len(boards) == 2 and boards[0] == board.board_fen()
    assert "59:00" not in str(found) and "59:00" in str(list(blocks(game, PLAIN)))
    assert len([block for block in found if isinstance(block, PageHeading | PageParagraph)]) >= 2


def test_a_diagram_comes_behind_the_brackets_that_close_there() -> None:
    game = first_game("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... e6 $220) 3. exd5 {x [#]})) 2. Nf3 *")
    found = list(blocks(game, PLAIN))
    texts = ["".join(span.text for span in block.spans) for block in found if isinstance(block, PageParagraph)]
    assert not [text for text in texts if text.startswith((")", "]"))], texts
    assert sum(text.count(")") - text.count("(") + text.count("]") - text.count("[") for text in texts) == 0
    shown = [game.fen(node.id) for node in game.table if node.san in ("e6", "exd5")]
    assert {block.fen for block in found if isinstance(block, Diagram)} == set(shown)


@pytest.mark.skipif(
    shutil.which("pdflatex") is None or shutil.which("pdftotext") is None, reason="no pdflatex or no pdftotext"
)
def test_pdflatex_sets_the_page_and_pdftotext_reads_it(tmp_path: Path) -> None:
    fonts = subprocess.run(["kpsewhich", "SkakNew-Diagram.tfm"], capture_output=True, check=False)
    if not fonts.stdout.strip():
        pytest.skip("the fonts SkakNew (texlive-games) are not installed")
    written(first_game(GAME), tmp_path / "game.tex")
    command_line = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "game.tex"]
    run = subprocess.run(command_line, cwd=tmp_path, capture_output=True, text=True, check=False, errors="replace")
    assert run.returncode == 0, run.stdout[-800:]
    text = subprocess.run(["pdftotext", "-raw", tmp_path / "game.pdf", "-"], capture_output=True, text=True, check=True)
    said = " ".join(text.stdout.split())
    for words in (
        "Before the first move.",
        "best by test",
        "old \\way 50% of $",
        "Tal & Co <b>",
        "better is",
        "5.Nc3 a6",
    ):
        assert words in said, words


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex")
@pytest.mark.parametrize("comment", ["[Huebner] is right", "* is no result", "{", "~^_%$#&\\"])
def test_a_game_of_one_paragraph_may_begin_with_any_sign(comment: str, tmp_path: Path) -> None:
    if not subprocess.run(["kpsewhich", "SkakNew-Diagram.tfm"], capture_output=True, check=False).stdout.strip():
        pytest.skip("the fonts SkakNew (texlive-games) are not installed")
    written(first_game(f"{{{comment}}} 1. e4 {{{comment}}} *"), tmp_path / "game.tex")
    command_line = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "game.tex"]
    run = subprocess.run(command_line, cwd=tmp_path, capture_output=True, text=True, check=False, errors="replace")
    assert run.returncode == 0, run.stdout[-800:]


def test_everything_is_escaped_for_latex() -> None:
    assert latex_text(r"\input{x} $5 & 50% #1 a_b ^ ~") == (
        r"\textbackslash{}input\{x\} \$5 \& 50\% \#1 a\_b \textasciicircum{} \textasciitilde{}"
    )
    assert latex_text('a|b "c" <d>') == r"a\textbar{}b \textquotedbl{}c\textquotedbl{} \textless{}d\textgreater{}"
    assert latex_text("中Ж") == r"\other{4E2D}{中}\cyrillic{0416}{Ж}"


def test_figurines_are_set_in_the_font_of_the_pieces(tmp_path: Path) -> None:
    form = PublishFormat(Wording(moves=lambda san: shown(san, LETTERS["figurines"])))
    assert r"\textbf{2.\bpc{N}f3}" in written(first_game(GAME), tmp_path / "game.tex", form)


def test_a_game_without_moves_is_a_page_too(tmp_path: Path) -> None:
    assert "Words only." in written(first_game("{Words only.} *"), tmp_path / "words.html")


def test_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "games.html"
    path.write_text("as it was")
    games = [first_game(GAME)] * 5
    with pytest.raises(PublishError, match="cancelled"):
        publish(games, path, PublishFormat(), lambda count: count < 3)
    with pytest.raises(PublishError, match="no game"):
        publish([], path, PublishFormat())
    with pytest.raises(PublishError, match="was not written"):
        publish(games, tmp_path / "nowhere/games.tex", PublishFormat())
    with pytest.raises(PublishError, match=r"\.html or \.tex"):
        publish(games, tmp_path / "games.doc", PublishFormat())
    assert path.read_text() == "as it was" and len(list(tmp_path.glob("*games*"))) == 1


def test_the_console_publishes_chosen_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import argparse

    (tmp_path / "three.pgn").write_text("\n\n".join(f'[White "P{number}"]\n\n1. Nf3 *' for number in range(3)))
    parser = argparse.ArgumentParser()
    command.configure(parser)
    target = str(tmp_path / "out.html")
    chosen = parser.parse_args(["publish", str(tmp_path / "three.pgn"), "--games", "1,3", "--to", target])
    assert chosen.action(chosen) == 0
    assert "2 games published" in capsys.readouterr().out
    page = Path(target).read_text()
    assert "P0" in page and "P2" in page and "P1" not in page and "1.♘f3" in page


def test_latex_keeps_a_result_with_the_line_above_it_and_stretches_no_line(tmp_path: Path) -> None:
    """Of three games read as pages, `1-0` stood alone at the top of a column, and moves were a centimetre apart."""
    page = written(first_game("1. e4 {Here.} e5 (1... c5) 1-0"), tmp_path / "game.tex")
    assert page.count(r"\nopagebreak") == 2, "of the heading, and of the result"
    last = page.rpartition(r"\nopagebreak")[2]
    assert "1" in last and "c5" not in last and r"\raggedright" in page


EXERCISES = (
    '[FEN "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]\n[SetUp "1"]\n\n1. Ra8# 1-0',
    '[FEN "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1"]\n[SetUp "1"]\n\n*',
    "1. f3 e5 2. g4 {[#]} Qh4# 0-1",
    "1. e4 e5 *",
)


def test_exercises_are_numbered_positions_without_their_solutions(tmp_path: Path) -> None:
    games = [first_game(text) for text in EXERCISES]
    found = [[*blocks(game, PLAIN, PageOptions(exercises=True), number)] for number, game in enumerate(games, 1)]
    assert [part[0] for part in found] == [
        PageHeading("1. White to move", ()),
        PageHeading("2. Black to move", ()),
        PageHeading("3. Black to move", ()),
        PageHeading("4. White to move", ()),
    ]
    shown_fens = [part[1].fen for part in found if isinstance(part[1], Diagram)]
    assert shown_fens[:2] == [game.start_fen for game in games[:2]]
    assert shown_fens[2].startswith("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b")
    assert shown_fens[3] == games[3].fen(games[3].main_line()[-1].id)
    assert all(len(part) == 3 and part[2] == PageParagraph((Span("_" * 44),)) for part in found)
    for kind in (".html", ".tex"):
        publish(games, tmp_path / f"sheet{kind}", PublishFormat(wishes=PageOptions(exercises=True)))
        text = (tmp_path / f"sheet{kind}").read_text()
        assert "4. White to move" in text and "a8" not in text.lower().replace("fen", "") and "Qh4" not in text


def test_a_position_without_moves_says_whose_turn_it_is() -> None:
    game = first_game(EXERCISES[1])
    assert PageParagraph((Span("Black to move"),)) in [*blocks(game, PLAIN)]
