"""One sign, one meaning, on the whole screen: no picture means two things, nothing has two pictures, and every score is
White's."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.model.analysis_lines import with_reports
from desktop.model.explanation import explained
from desktop.model.game.analysis import AnalysisState
from desktop.views.game.annotate_dialog import NAG_NAMES
from desktop.views.kit import words
from desktop.views.window.action_table import ACTIONS
from desktop.views.window.panels import PANELS
from engine.evaluation.explain import explain
from engine.game.info import Info, PovScore, Score
from engine.publishing.signs import MARKS
from engine.rules.board import CoreBoard

TITLES = [
    *((spec.text, spec.picture) for spec in ACTIONS if spec.picture and not spec.key.startswith("panel_")),
    *((panel.text, panel.picture) for panel in PANELS),
]
VIEWS = Path(__file__).resolve().parents[2] / "desktop/views"
# What one picture may be for, where several places use it: each set is one meaning in words that users read.
ONE_MEANING = (
    {"&New game …", "New"}, {"&Open PGN …", "Open"}, {"S&ettings …", "Settings", "a setting in the palette"},
    {"&Undo edit", "&Undo book edit"}, {"&Redo edit", "&Redo book edit"}, {"Searc&h the collection …", "&Find a command …"},
    {"&Play from here", "Play this move"}, {"&Stay at this position", "Lock the move of the book", "Lock a position"},
    {"D&elete from here", "Delete from the book", "Delete an engine", "Forget a remembered position"},
    {"Add the best &line to the notation", "Add the &line to here", "Add the line to a project"},
    {"Analysis project", "Project"}, {"C&omment and signs …", "Comment on a position of a project"},
    {"Collections", "Games and files of a project"}, {"&Games of the file", "Games"},
    {"Game", "Play", "a played game"}, {"&Engines …", "Engine", "an engine"}, {"&Review the game", "Review", "the last review"},
    {"&Explain the evaluation", "Explain"}, {"Deep loo&k", "Deep"}, {"Book", "a book"},
    {"Boo&k report of this game", "Report"}, {"&What the engine has learned", "Learned"},
    {"Retr&y my mistakes", "Mistakes", "mistakes to train"},
    {"Tactics", "puzzles to train"},
    {"Openings", "openings to train", "&Make this study a repertoire"},
    {"Swi&tch the line to here off or on", "Switch the line off"},
    {"Re&sume this game", "a game to resume"}, {"&Close game", "Close"},
    {"&Practise this line now", "Train"}, {"&Force the line to here", "Force the line to this move"},
    {"&Comment on the position …", "Comment on a book move", "Note on a remembered position"},
    {"&Copy position (FEN)", "Copy an engine"},
    {"Move &variation up", "a job up"}, {"Move variation &down", "a job down"},
    {"a warning in a list", "a warning in a message", "a fault of a position"}, {"by lot", "Either side"},
)  # fmt: skip
# What is named in code and not in a table: picture, file, meaning.
ELSEWHERE = {
    ("envelope", "correspondence_panel"): "Correspondence",
    ("git-branch", "project_panel"): "Project",
    ("broadcast", "broadcast_panel"): "Broadcast", ("globe", "online_panel"): "Online",
    ("book-open", "command_palette"): "a book",
    ("compass", "explorer_card"): "Explorer", ("target", "book_report"): "Report", ("brain", "learning_panel"): "Learned",
    ("repeat", "mistakes_page"): "Mistakes", ("database", "tablebase_panel"): "Tables",
    ("stack", "explorer_card"): "Sources of the games", ("article", "explorer_card"): "Opening report",
    ("funnel-simple", "explorer_card"): "Which games count",
    ("sort-ascending", "explorer_card"): "Order of the moves", ("book-open", "explorer_rows"): "a book",
    ("package", "tables_dialog"): "Built in", ("folder", "tables_dialog"): "a folder", ("play", "book_rows"): "Play this move",
    ("lock-simple", "book_rows"): "Lock the move of the book", ("note-pencil", "book_rows"): "Comment on a book move",
    ("arrow-bend-down-right", "book_rows"): "Force the line to this move", ("trash", "book_rows"): "Delete from the book",
    ("prohibit", "book_rows"): "Switch the line off", ("pencil-line", "books_dialog"): "takes your edits",
    ("warning", "books_dialog"): "a warning in a list", ("book-open", "books_dialog"): "a book",
    ("flag-banner", "book_panel"): "Flag of the move", ("x", "messages"): "Close", ("x", "import_result"): "Close",
    ("dots-three", "collections_panel"): "Collections",
    ("info", "messages"): "a message", ("warning", "messages"): "a warning in a message",
    ("timer", "mode_bar"): "a running clock", ("graduation-cap", "home_page"): "openings to train",
    ("repeat", "home_page"): "mistakes to train", ("puzzle-piece", "home_page"): "puzzles to train",
    ("play-circle", "home_page"): "a game to resume", ("horse", "home_page"): "a played game",
    ("chart-line", "home_page"): "the last review",
    ("horse", "mode_bar"): "Play", ("file-text", "command_palette"): "a recent file",
    ("gear-six", "command_palette"): "a setting in the palette",
    ("sliders-horizontal", "engines_dialog"): "Options of an engine", ("copy", "engines_dialog"): "Copy an engine",
    ("trash", "engines_dialog"): "Delete an engine", ("cpu", "engines_dialog"): "an engine",
    ("caret-down", "game_tab_bar"): "List of the open games", ("shuffle", "start_field"): "by lot",
    ("shuffle", "game_room"): "Either side", ("arrow-up", "night_page"): "a job up",
    ("arrow-down", "night_page"): "a job down",
    ("warning", "position_dialog"): "a fault of a position", ("eye", "deep_look_panel"): "Show the position",
    ("note-pencil", "deep_look_panel"): "Note on a remembered position",
    ("trash", "deep_look_panel"): "Forget a remembered position", ("bell", "messages"): "all messages",
    ("moon-stars", "night_page"): "Night work", ("user", "mirror_page"): "Mirror of my games",
    ("test-tube", "laboratory_page"): "Laboratory", ("list-numbers", "chapters_panel"): "Chapters",
    ("list-bullets", "games_page"): "Games", ("magnifying-glass", "games_page"): "Searc&h the collection …",
    ("list-plus", "project_panel"): "Add the line to a project", ("dots-three", "project_panel"): "Games and files of a project",
    ("push-pin", "project_panel"): "the only move", ("scissors", "project_panel"): "a move that is left out",
    ("eraser", "project_panel"): "Take a mark away", ("lock-simple", "project_panel"): "Lock a position",
    ("chat-text", "project_panel"): "Comment on a position of a project",
    ("pause-circle", "board_panel"): "Ad&journ this game", ("chart-line-up", "rating_dialog"): "&Your Elo …",
}  # fmt: skip
_NAMED = re.compile(r"""\b(?:icon|icon_button)\("([a-z-]+)"|picture="([a-z-]+)"|Row\(.*, "([a-z-]+)"\)""")
_BETWEEN = re.compile(r'icon\("([a-z-]+)" if [^()]* else "([a-z-]+)"')
_MODE = re.compile(r'self\.tr\("([^"]+)"\), "([a-z-]+)"\)')


def meanings() -> dict[str, set[str]]:
    """Of each picture, from the tables of actions, panels and modes, and from the code."""
    found: dict[str, set[str]] = defaultdict(set)
    for text, picture in TITLES:
        found[picture].add(text)
    for text, picture in _MODE.findall((VIEWS / "window/mode_bar.py").read_text()):
        found[picture].add(text)
    for (picture, _), meaning in in_code().items():
        found[picture].add(meaning)
    return found


def in_code() -> dict[tuple[str, str], str]:
    """What is named outside the tables. :raises KeyError: it is not in `ELSEWHERE`: say there what it means."""
    used = {}
    for path in VIEWS.rglob("*.py"):
        if path.stem in ("actions", "panels", "icons"):
            continue
        text = path.read_text()
        names = {name for found in (*_NAMED.findall(text), *_BETWEEN.findall(text)) for name in found if name}
        used.update({(name, path.stem): ELSEWHERE[name, path.stem] for name in names if (name, path.stem) in ELSEWHERE})
        unknown = {name for name in names if (name, path.stem) not in ELSEWHERE and not _is_table(name, text)}
        assert not unknown, (path.name, unknown)
    return used


def _is_table(name: str, text: str) -> bool:
    """A second word of a call, as the colour of an icon."""
    return f', "{name}"' in text or f'else "{name}"' in text


def test_no_picture_means_two_things() -> None:
    for picture, said in meanings().items():
        assert len(said) == 1 or any(said <= one for one in ONE_MEANING), (picture, said)


def test_nothing_has_two_pictures() -> None:
    """What is one meaning in several places is drawn alike there."""
    found = meanings()
    for one in ONE_MEANING:
        pictures = {picture for picture, said in found.items() if said & one}
        assert len(pictures) == 1, (one, pictures)
    titles = [(text.replace("&", ""), picture) for text, picture in TITLES]
    for title in {title for title, _ in titles}:
        assert len({picture for text, picture in titles if text == title}) == 1, title


def test_each_sign_of_the_palette_is_its_own() -> None:
    marks = [MARKS[nag] for nag in NAG_NAMES]
    assert len(set(marks)) == len(marks)
    assert len(set(NAG_NAMES.values())) == len(NAG_NAMES)


# Where a number of pawns is made for the screen: everything else goes through `words.score`, which is White's by its type.
PAWNS = {
    ("model", "explanation"): "White's share less Black's, below",
    ("views", "eval_bar"): "without a sign: the chip's colour is that of the side that is better",
}
_PAWNS = re.compile(r"(?:centipawns|\.number|\.total|worth|\.(?:white|black)\[\d\])\)? / 100")


def test_scores_are_made_for_the_screen_in_few_places() -> None:
    found = set()
    for room in ("model", "services", "views"):
        for path in (VIEWS.parent / room).rglob("*.py"):
            if _PAWNS.search(path.read_text()):
                found.add((room, path.stem))
    assert found == PAWNS.keys(), "say whose view it is, or use words.score"


@given(number=st.integers(-3000, 3000), mate=st.one_of(st.none(), st.integers(-40, 40).filter(bool)))
def test_a_score_is_shown_alike_from_whichever_side_it_comes(number: int, mate: int | None) -> None:
    mine, other = (
        (Score(mate=mate), Score(mate=-mate)) if mate else (Score(centipawns=number), Score(centipawns=-number))
    )
    for shown in (words.score, words.score_in_full):
        assert shown(PovScore(mine, white=True)) == shown(PovScore(other, white=False))
    if mate is None and abs(number) >= 1:
        assert words.score(PovScore(Score(centipawns=number), white=False)).startswith("-" if number > 0 else "+")


QUEEN_DOWN = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize("turn", "wb")
def test_the_explanation_is_whites_whoever_is_to_move(turn: str) -> None:
    fen = f"{QUEEN_DOWN} {turn} KQkq - 0 1"
    state = explained(fen, explain(CoreBoard.from_fen(fen, chess960=False)))
    assert state.total is not None and state.total > 3
    material = next(row for row in state.rows if row.name == "Material")
    assert material.total is not None and material.total > 3


@pytest.mark.parametrize("turn", "wb")
def test_the_lines_of_the_analysis_are_whites_whoever_is_to_move(turn: str) -> None:
    """The search speaks for the side to move."""
    pv, score = (("g1f3",), 250) if turn == "w" else (("g8f6",), -250)
    info = Info(12, 14, 1, Score(centipawns=score), 1000, 10, pv)
    state = with_reports(AnalysisState(fen=f"{QUEEN_DOWN} {turn} KQkq - 0 1"), {1: info}, chess960=False)
    assert words.score(state.lines[0].evaluation.score) == "+2.50"
