"""The score sheet: what is written, where a click leads, and that outside text stays text."""

import os
import subprocess
import sys
from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetrics, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.game.notation_view import NotationView
from desktop.views.kit import theme
from desktop.views.kit.notation_text import DEEPEST_SHOWN, TextRole, paragraphs
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.pgn.reader import first_game
from engine.play import correspondence
from tests.desktop.views.conftest import MakeWindow
from tests.helpers.large_games import attach


def played(*moves: str) -> Game:
    game, at = Game.new(), 0
    for move in moves:
        game, at = game.add_move(at, move)
    return game


def lines(game: Game) -> list[str]:
    return [" ".join(run.text for run in paragraph.runs) for paragraph in paragraphs(game)]


def test_the_main_line_is_a_score_sheet() -> None:
    assert lines(played("e2e4", "e7e5", "g1f3")) == ["1. e4 e5", "2. Nf3"]


def test_a_variation_stands_after_the_move_it_replaces_and_the_line_goes_on() -> None:
    game = played("e2e4", "e7e5", "g1f3")
    game, c5 = game.add_move(1, "c7c5")
    game, _ = game.add_move(c5, "g1f3")
    assert lines(game) == ["1. e4 e5", "1… c5 2. Nf3", "2. Nf3"]


def test_signs_and_comments_are_written_and_commands_are_not() -> None:

    game = played("e2e4", "e7e5")
    game = game.with_node(game.node(1).changed(nags=(1, 14), comment="[%clk 0:10:00] best  by test"))
    assert lines(game) == ["1. e4!\u00a0+\u2060=", "best by test", "1. … e5"]


def test_the_main_line_may_run_on_as_in_a_book_with_its_comments_between_its_moves() -> None:
    game = first_game("1. e4 {best by test} e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 *")
    written = paragraphs(game, running=True)
    assert [" ".join(run.text for run in paragraph.runs) for paragraph in written] == [
        "1. e4 best by test 1… e5 2. Nf3",
        "2. f4 exf4",
        "2… Nc6 3. Bb5",
    ]
    assert [paragraph.running for paragraph in written] == [True, False, True]


def test_a_comment_without_a_move_is_written_in_running_text_too() -> None:
    game = first_game("{A word first.} 1-0")
    for running in (False, True):
        written = paragraphs(game, running=running)
        assert [[run.text for run in paragraph.runs] for paragraph in written] == [["A word first."], ["1–0"]]


def test_running_text_is_cut_so_that_a_move_in_a_long_game_costs_as_little_as_the_first() -> None:
    game, at = Game.new(), 0
    for number in range(130):
        for move in ("g1f3", "g8f6") if number % 2 == 0 else ("f3g1", "f6g8"):
            game, at = game.add_move(at, move)
    written = paragraphs(game, running=True)
    assert [paragraph.runs[0].text for paragraph in written] == ["1.", "61.", "121."]


def test_the_setting_turns_columns_into_running_text_and_back(make_window: MakeWindow) -> None:
    window = make_window()
    sheet, settings = window.body.side.notation, window.services.settings
    for move in ("e2e4", "e7e5", "g1f3"):
        window.services.game.play_move(move)
    settings.set("notation", "running")
    assert sheet.toPlainText() == "1. e4 e5 2. Nf3"
    assert sheet.place_of(window.services.game.state.current) == (0, 12)
    settings.set("notation", "columns")
    assert sheet.toPlainText() == "1.\te4\te5\n2.\tNf3"


def test_the_result_ends_the_sheet() -> None:
    assert lines(played("e2e4").with_header("Result", "1/2-1/2"))[-1] == "½–½"


def test_five_thousand_nested_variations_are_shown_without_recursion() -> None:
    game, at = Game.new(), 0
    for _ in range(5_000):  # the reader has checked the moves; what they are does not matter here
        game, _ = attach(game, at, "g1f3", "Nf3")
        game, at = attach(game, at, "b1c3", "Nc3")
    assert max(paragraph.depth for paragraph in paragraphs(game)) == DEEPEST_SHOWN


def test_numbers_and_signs_stay_with_their_moves_and_copies_have_nothing_unseen(qtbot: QtBot) -> None:
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. O-O $18 Nf6 5. d3 $16 O-O $10 6. c3 $14 d6 $19 7. b4 Bb6 $5) 3... a6 *"
    view = NotationView()
    qtbot.addWidget(view)
    view.set_running(True)
    view.show()
    for width in range(90, 300, 7):
        view.resize(width, 400)
        view.show_game(first_game(text), 0)
        block = view.document().begin()
        while block.isValid():
            layout = block.layout()
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                written = block.text()[line.textStart() : line.textStart() + line.textLength()].strip()
                assert not written.endswith((".", "O-", "…")), (width, written)
                assert not written.startswith(("-", "+", "−", "=", "±", "!")), (width, written)
            block = block.next()
    view.selectAll()
    assert "4. O-O +− Nf6" in view.createMimeDataFromSelection().text()


def test_a_comment_is_shown_as_it_is_and_never_as_html(qtbot: QtBot) -> None:

    view = NotationView()
    qtbot.addWidget(view)
    game = played("e2e4")
    evil = '<img src="/etc/hostname"><b>x</b> &amp;'
    game = game.with_node(game.node(1).changed(comment=evil))
    view.show_game(game, 1)
    assert evil in view.toPlainText()


def test_only_what_changed_is_written_anew(qtbot: QtBot) -> None:
    view = NotationView()
    qtbot.addWidget(view)
    short = played("e2e4", "e7e5", "g1f3")
    view.show_game(short, 3)
    changed: list[int] = []
    view.document().contentsChange.connect(lambda position, _removed, _added: changed.append(position))
    longer, node = short.add_move(3, "b8c6")
    view.show_game(longer, node)
    assert min(changed) >= view.document().findBlockByNumber(0).length() - 1
    assert view.toPlainText() == "1.\te4\te5\n2.\tNf3\tNc6"
    view.show_game(played("d2d4"), 0)
    assert view.toPlainText() == "1.\td4"


def test_a_click_leads_to_the_move(qtbot: QtBot) -> None:
    view = NotationView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    view.show_game(played("e2e4", "e7e5", "g1f3"), 3)
    block, column = view.place_of(2) or (0, 0)
    cursor = QTextCursor(view.document().findBlockByNumber(block))
    cursor.setPosition(cursor.position() + column)
    place = view.cursorRect(cursor).center() + QPoint(6, 0)
    with qtbot.waitSignal(view.node_chosen) as chosen:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert chosen.args == [2]


def test_evaluations_and_clocks_stand_behind_their_moves() -> None:

    from engine.pgn.reader import games_in

    (game,) = games_in("1. e4 {[%eval 0.35] [%clk 1:29:58]} e5 {[%clk 0:00:09]} (1... c5 {[%eval #-3]}) 2. Nf3 *")
    game = game
    texts = [[run.text for run in paragraph.runs] for paragraph in paragraphs(game)]
    assert texts[0] == ["1.", "e4", "+0.35 1:29:58", "e5", "0:09"]
    assert texts[1] == ["1…", "c5", "#-3"]
    assert texts[2] == ["2.", "Nf3"]


def test_signs_have_a_colour_beside_their_shape_and_the_link_of_their_move(qtbot: QtBot) -> None:
    view = NotationView()
    qtbot.addWidget(view)
    view.show_game(first_game("1. e4 $1 e5 $4 2. Nf3 $6 Nc6 $16 *"), 0)
    found = {}
    block = view.document().begin()
    while block.isValid():
        for part in block.begin():  # type: ignore[attr-defined]
            fragment = part.fragment()
            look = fragment.charFormat()
            if look.anchorHref():
                found[fragment.text().replace("\u2060", "")] = (look.foreground().color().name(), look.anchorHref())
        block = block.next()
    colours = theme.colours()
    assert found["e4"] == (colours.ink, "move:1")
    assert found["!"] == (colours.accent, "move:1")
    assert found["??"] == (colours.bad, "move:2")
    assert found["?!"] == (colours.warning, "move:3")
    assert found["\u00a0±"] == (colours.accent, "move:4")


# -- folded variations, times, text that is not a move

FOLDS = "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6 3. Bb5) 3. d4) 2. Nf3 (2. f4 exf4) 2... Nc6 *"


def shown(view: NotationView) -> list[str]:
    return view.toPlainText().replace("\xa0", " ").split("\n")


def node_of(game: Game, number: str) -> int:
    return next(node.id for node in game.table if node.id and f"{node.number_text}{node.san}" == number)


@pytest.fixture
def sheet(qtbot: QtBot) -> NotationView:
    view = NotationView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    view.show_game(first_game(FOLDS), 0)
    return view


def test_a_folded_variation_shows_its_first_move_and_stays_folded_while_the_game_is_edited(sheet: NotationView) -> None:
    game = first_game(FOLDS)
    sheet.show_game(game, 0)
    whole = shown(sheet)
    c5 = node_of(game, "1...c5")
    sheet.fold([c5], folded=True)
    assert shown(sheet) == ["1.\te4\te5", "1… c5 …", "2.\tNf3", "2. f4 exf4", "2.\t…\tNc6"]
    edited, _ = game.add_move(game.end(), "f1b5")
    edited = edited.with_node(edited.node(node_of(game, "2...Nc6")).changed(comment="inside"))
    sheet.show_game(edited, 0)
    assert shown(sheet) == ["1.\te4\te5", "1… c5 …", "2.\tNf3", "2. f4 exf4", "2.\t…\tNc6", "3.\tBb5"]
    sheet.show_game(game, 0)
    sheet.fold([c5], folded=False)
    assert shown(sheet) == whole


def test_who_goes_into_a_folded_variation_sees_it_and_who_folds_it_is_led_out(
    sheet: NotationView, qtbot: QtBot
) -> None:
    game = first_game(FOLDS)
    sheet.show_game(game, 0)
    whole, c5, d4 = shown(sheet), node_of(game, "1...c5"), node_of(game, "3.d4")
    sheet.fold([c5], folded=True)
    sheet.show_game(game, d4)
    assert shown(sheet) == whole
    assert sheet.place_of(d4) is not None
    with qtbot.waitSignal(sheet.node_chosen) as chosen:
        sheet.fold_here()
    assert chosen.args == [node_of(game, "1...e5")]
    assert len(shown(sheet)) < len(whole)


def test_the_handle_before_a_variation_and_the_keys_fold_it_and_open_it_again(make_window: MakeWindow) -> None:
    window = make_window()
    assert window.services.files.paste(FOLDS)
    sheet, game = window.body.side.notation, window.services.game.state.game
    whole = shown(sheet)
    block = sheet.document().findBlockByNumber((sheet.place_of(node_of(game, "1...c5")) or (0, 0))[0])
    place = sheet.cursorRect(QTextCursor(block)).center() - QPoint(8, -2)
    for wanted in (len(whole) - 2, len(whole)):
        QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        assert len(shown(sheet)) == wanted
    window.actions_by_key["fold_all"].trigger()
    assert [line for line in shown(sheet) if "…" in line] == ["1… c5 …", "2. f4 …", "2.\t…\tNc6"]
    window.actions_by_key["fold_all"].trigger()
    assert shown(sheet) == whole
    window.services.game.go_to(node_of(game, "1...e5"))
    window.actions_by_key["fold"].trigger()
    assert shown(sheet)[1] == "1… c5 …"


@pytest.mark.parametrize("running", [False, True])
def test_text_that_is_no_move_is_shown_as_it_is_and_a_click_leads_to_its_place(qtbot: QtBot, running: bool) -> None:
    view = NotationView()
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()
    view.set_running(running)
    game = first_game("1. e4 e5 2. Ke3 <b>Nf6</b> 3. d4 *")
    view.show_game(game, 0)
    assert "Not read as moves: 2. Ke3 <b>Nf6</b> 3. d4" in view.toPlainText()
    cursor = view.document().find("Ke3")
    place = view.cursorRect(cursor).center() - QPoint(3, 0)
    with qtbot.waitSignal(view.node_chosen) as chosen:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert chosen.args == [game.end()]


def test_the_time_of_a_move_is_a_bar_below_it_longer_for_a_longer_one(qtbot: QtBot) -> None:
    view = NotationView()
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()

    def bars(text: str) -> list[int]:
        """How wide the bars are: pixels of their colour below the first row, by run."""
        view.show_game(first_game(text), 0)
        picture, ink = view.viewport().grab().toImage(), QColor(theme.colours().quiet)
        found = list[int]()
        for y in range(picture.height()):
            row = "".join("#" if picture.pixelColor(x, y) == ink else " " for x in range(picture.width()))
            found = max(found, [len(run) for run in row.split() if len(run) > 12], key=len)
        return found

    fast_and_slow = "1. e4 {[%emt 0:00:04]} e5 {[%emt 0:00:16]} 2. Nf3 {[%emt 0:00:00]} *"
    short, long = bars(fast_and_slow)
    assert long == 64
    assert short == 32  # the root of a quarter
    assert bars("1. e4 e5 2. Nf3 *") == []


@pytest.mark.parametrize("scaling", ["1.25", "1.5"])
def test_nothing_of_what_was_painted_before_is_left_at_fractional_scaling(scaling: str) -> None:
    """Walking left the edges of the old card; only a process of its own has another scaling."""
    command = [sys.executable, "-m", "tests.desktop.views.game.scaled_sheet"]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scaling}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
    assert run.stdout.split() == [scaling, "0"]


def test_words_of_an_empty_sheet_are_never_cut(qtbot: QtBot) -> None:
    """At 72 pixels, beside a trainer in a low window, the letters were cut through the middle."""
    view = NotationView()
    qtbot.addWidget(view)
    for height in (72, 90, 150, 400):
        view.resize(360, height)
        view.show()
        picture = view.grab().toImage()
        ground = picture.pixel(2, 2)
        edge = (1, 2, 3, picture.height() - 4, picture.height() - 3, picture.height() - 2)
        assert all(picture.pixel(x, y) == ground for y in edge for x in range(4, picture.width() - 4))
        rows = [any(picture.pixel(x, y) != ground for x in range(4, 350)) for y in range(picture.height())]
        assert sum(rows) >= 9, f"a line of words at {height}"


def test_clock_times_stand_in_columns_of_their_own_beside_moves_of_any_length(qtbot: QtBot) -> None:
    view = NotationView()
    qtbot.addWidget(view)
    view.resize(420, 300)
    view.show()
    game = first_game(
        "1. e4 {[%clk 0:10:00]} e5 {[%clk 0:10:00]} 2. Nf3 {[%clk 0:09:58]} Nc6 {[%clk 0:09:50]} 3. Bb5 a6 {[%clk 0:09:00]} "
        "4. Bxc6 {[%clk 0:08:00]} dxc6 {[%clk 0:08:59]} 5. O-O!! $14 {[%clk 0:07:00]} Nf6 {[%clk 0:08:00]} 6. d3 Bd6 *"
    )
    view.show_game(game, ROOT)
    text, places = view.toPlainText(), {}
    for word in ("10:00", "9:58", "9:50", "9:00", "8:00", "8:59", "e5", "Nc6", "a6", "dxc6", "Nf6", "Bd6", "!!"):
        cursor = QTextCursor(view.document())
        cursor.setPosition(text.index(word))
        places[word] = view.cursorRect(cursor).left()
    assert len({places[word] for word in ("10:00", "9:58", "8:00")}) == 1  # White's
    assert len({places[word] for word in ("9:50", "9:00", "8:59")}) == 1
    assert len({places[word] for word in ("e5", "Nc6", "a6", "dxc6", "Nf6", "Bd6")}) == 1
    gap = QFontMetrics(theme.font(theme.BODY, bold=True)).horizontalAdvance("Bxc6+")
    assert places["10:00"] - theme.scaled(8) > view.document().documentMargin() + gap


def test_the_empty_sheet_of_a_game_that_is_played_proposes_nothing_else(make_window: MakeWindow) -> None:
    """New users were told to paste a FEN while their clock was about to run."""
    window = make_window()
    notation, services = window.body.side.notation, window.services
    services.match.new_game(NewGame(None))
    assert notation.empty_text == "The moves will appear here."
    services.match.adjourn()
    services.files.set_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert "paste a FEN or PGN" in notation.empty_text


def test_analysis_in_a_correspondence_game_does_not_look_played() -> None:
    game = correspondence.new_game("Me", "Virtanen", Side.WHITE, correspondence.days_control(50, 10), date(2026, 11, 1))
    game, _ = correspondence.played(game, ("e2e4", "c7c5"), date(2026, 11, 2))
    game, at = game.add_move(correspondence.live_node(game), "g1f3")
    game, at = game.add_move(at, "d7d6")
    runs = [run for paragraph in paragraphs(game) for run in paragraph.runs]
    moves = [(run.text, run.role) for run in runs if run.node is not None]
    played_moves = [("e4", TextRole.MOVE), ("c5", TextRole.MOVE)]
    assert moves == [*played_moves, ("Nf3", TextRole.VARIATION), ("d6", TextRole.VARIATION)]
    texts = [run.text for run in runs]
    assert texts.index("c5") < texts.index("Analysis:") < texts.index("Nf3")
    game, _ = correspondence.played(game, ("g1f3", "d7d6"), date(2026, 11, 5))
    assert "Analysis:" not in lines(game)
