"""The score sheet: what is written, where a click leads, and that outside text stays text."""

from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.game.notation import NotationView
from desktop.views.kit.notation_text import DEEPEST_SHOWN, paragraphs
from engine.game.tree import Game
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
    from engine.pgn.reader import first_game

    game = first_game("1. e4 {best by test} e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 *")
    written = paragraphs(game, running=True)
    assert [" ".join(run.text for run in paragraph.runs) for paragraph in written] == [
        "1. e4 best by test 1… e5 2. Nf3",
        "2. f4 exf4",
        "2… Nc6 3. Bb5",
    ]
    assert [paragraph.running for paragraph in written] == [True, False, True]


def test_a_comment_without_a_move_is_written_in_running_text_too() -> None:
    from engine.pgn.reader import first_game

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
    from engine.pgn.reader import first_game

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
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtGui import QTextCursor

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
    from desktop.views.kit import theme
    from engine.pgn.reader import first_game

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
