"""No pattern reads back what the program has said: every use of `re` in the product, with the text that it is put to.

A new pattern is added here with its source. What the program itself shows (reasons, scores, names, messages) is none: it travels
as a value (`engine.game.reason`, `engine.game.info`, `engine.ground.text`) and becomes words at the edge.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("desktop", "engine", "books", "tablebases")
IMPORT = r"(?m)^\s*import re$"

COMMENT = "commands in a PGN comment, as the standard has them"
FILE = "a file or a protocol with a format of its own"
NAME = "the name of a file or a table"
TYPED = "what the user types"
TEMPLATE = "templates with holes, before they are words"
LINES = "where a line of text may be broken; nothing is taken from it"

READ = {
    "books/collection/patterns.py": {
        "_PIECE": TYPED,
        "_WALK": TYPED,
        "_DIFFERENCE": TYPED,
        "_SIDE": TYPED,
        "_SIGN": TYPED,
        "manoeuvre_of": TYPED,
    },
    "books/collection/annotated.py": {"_COMMAND": COMMENT},
    "books/collection/tidying/spellings.py": {"_WORD": NAME},
    "engine/game/tags/dates.py": dict.fromkeys(
        ("_CLOCK", "_DAYS", "_FIGURE", "_GIVEN", "_NO_LETTER", "_PLAIN", "_WORD", "_spelled"), FILE
    ),
    "engine/game/tags/ratings.py": {"_ECO": FILE, "_RATING": FILE},
    "engine/game/tags/time_controls.py": dict.fromkeys(("_ADDED", "_HUMAN", "_PERIOD", "_spelled"), FILE),
    "engine/game/tags/results.py": dict.fromkeys(
        ("_DASHES", "_DRAW", "_FORFEIT", "_HALF", "_SCORE", "_SIGNS", "_WINNER", "_with_zeros"), FILE
    ),
    "books/folder.py": {"_OWN": NAME},
    "engine/game/player_names.py": {
        "_WORD": NAME,
        "_JOINED": NAME,
        "_BRACKETS": NAME,
        "_TEAM": NAME,
        "_ONLY_PARTICLES": NAME,
        "_COUNTRY": NAME,
        "_GLUED": NAME,
        "_NUMBERED": NAME,
        "names_found": NAME,
        "_possible": NAME,
    },
    "engine/ground/name_sounds.py": {
        "_GLIDE": NAME,
        "_GROUP": NAME,
        "_PREFIXES": NAME,
        "_REPEATED": NAME,
        "_REPEATED_VOWEL": NAME,
        "_finished": NAME,
    },
    "books/collection/identity.py": {"_ADDRESS": FILE, "_SIDE": FILE, "_WORDS": NAME},
    "desktop/views/kit/foreign_text.py": {"_GUESSED": FILE, "caption": FILE},
    "engine/console/typed_move.py": {"_COORDINATES": TYPED, "_question": TYPED, "_fits": TYPED},
    "engine/play/illegal_move.py": {"_COORDINATES": TYPED, "_SAN": TYPED, "_CASTLING": TYPED},
    "engine/rules/drawn_position.py": {
        "_LABEL": TYPED,
        "_FRAME": TYPED,
        "_BLACK_MOVES": TYPED,
        "MOVE": TYPED,
        "_LISTED": TYPED,
        "_SIDES": TYPED,
        "drawn_fen": TYPED,
    },
    "engine/pgn/free_text.py": {
        "_SUFFIX": TYPED,
        "_MATE_SIGN": TYPED,
        "_SQUARE": TYPED,
        "_BARE_CAPTURE": TYPED,
        "compare": TYPED,
    },
    "engine/pgn/recognise.py": {"_TAG": FILE},
    "engine/play/external/options.py": {"_INTEGER": FILE},
    "engine/play/external/uci_lines.py": {"(_SCORE, _RANK)": FILE},
    "desktop/model/board/piece_files.py": {"_OUTSIDE": FILE, "_man_of": NAME},
    "desktop/model/board/spoken.py": {"hear": TYPED, "_QUESTIONS": TYPED},
    "desktop/model/game/typed_move.py": {
        "_SHORT": TYPED,
        "_LONG": TYPED,
        "_COORDINATES": TYPED,
        "readings": TYPED,
        "_with_letters": TYPED,
        "_variants": TYPED,
        "_spoken": TYPED,
    },
    "desktop/model/catalogue.py": {"_ENTRY": FILE, "_PART": FILE},
    "desktop/views/window/handbook_dialog.py": {"passage": "the program's own chapters"},
    "desktop/model/tournament.py": {"_ELO": TYPED},
    "desktop/services/files/clipboard_text.py": {"_MARKUP": FILE, "_CURLY": FILE},
    "desktop/services/files/file_service.py": {"_NO_NAME": NAME},
    "desktop/views/board/board_export.py": {"_DRAWING": FILE, "_ATTRIBUTE": FILE, "_ID": FILE, "_piece": FILE},
    "desktop/views/games/search_dialog.py": {"_ECO": TYPED},
    "desktop/views/setup/strength_field.py": {"validate": TYPED, "valueFromText": TYPED},
    "desktop/views/actions/spoken_actions.py": {"_COORDINATES": TYPED},
    "engine/game/annotations.py": {
        "_COMMANDS": COMMENT,
        "_DRAWN": COMMENT,
        "_DRAWING": COMMENT,
        "_EVALUATION": COMMENT,
    },
    "engine/play/correspondence.py": {"_SENT": COMMENT, "_IF": COMMENT},
    "engine/game/move_notes.py": {
        "_CLOCK": COMMENT,
        "_SPENT": COMMENT,
        "_EVALUATION": COMMENT,
        "_SOURCE": COMMENT,
        "_EMPTY": COMMENT,
        "_TIMES": COMMENT,
    },
    "engine/game/time_control.py": dict.fromkeys(
        ("_PERIOD", "_MINUTES", "_SIXTIETHS", "_BONUS", "_EACH", "_BOUNDS"), TYPED
    ),
    "engine/human/predicted_player.py": {"_CONTROL": TYPED},
    "engine/ground/json_text.py": {"_TOKEN": FILE},
    "engine/ground/leftovers.py": {"_NAME": NAME},
    "engine/ground/log_file.py": {"_FIRST_LINE": FILE},
    "engine/night/pause_conditions.py": {"hours_of": TYPED},
    "engine/pgn/edit.py": {"_CLOSED": FILE, "_TAG": FILE, "_NAME": TYPED},
    "engine/pgn/start.py": {"start_of": FILE},
    "engine/pgn/tags.py": {"_LINES": FILE},
    "engine/pgn/text/comment_text.py": {"_LINE_ENDS": FILE, "_BREAK": FILE, "_MARKS": FILE},
    "engine/pgn/text/decode.py": {"_CONTROLS": FILE},
    "engine/game/letters.py": {"placed": TYPED},
    "engine/pgn/text/letters.py": {"_INITIAL": TYPED},
    "engine/pgn/text/prose.py": {"_TOKENS": TYPED, "due_of": TYPED},
    "engine/pgn/tree.py": {"_ENDS_BOTH_LOSE": FILE},
    "engine/game/tags/titles.py": {"_IN_NAME": FILE, "title_in": FILE},
    "engine/pgn/writer.py": {
        "_SINGLE_SPACE": LINES,
        "_CONTROLS": FILE,
        "_NO_NAME": FILE,
        "_COMMENTS": FILE,
        "_OPEN_TAG": FILE,
        "_BEGUN_TAG": FILE,
    },
    "engine/play/world/chesscom.py": {"_OPENING": FILE, "_MONTH": FILE},
    "engine/play/world/downloads.py": {"_NAME": TYPED},
    "engine/play/review/signatures.py": {"_MARK": COMMENT, "_EVAL": COMMENT, "_COACH": COMMENT, "_COMMAND": COMMENT},
    "engine/publishing/latex.py": {"_KNOWN": TYPED},
    "engine/publishing/text_pieces.py": {"_COMMAND": COMMENT},
    "engine/publishing/wording.py": {"_JOINED": LINES},
    "engine/rules/fen.py": dict.fromkeys(
        ("_CASTLING", "_OPERATIONS", "_pieces", "_without_operations", "identity"), FILE
    ),
    "engine/rules/position_text.py": dict.fromkeys(
        ("_BOARD", "_END", "_FIELDS", "_NINTH", "_TAG", "_UNDERLINED", "written_fen"), TYPED
    ),
    "engine/ground/text.py": {"_HOLE": TEMPLATE, "_FORMS": TEMPLATE},
    "engine/training/human/games.py": {"_copy_tests": FILE},
    "tablebases/signature.py": {"_SHAPE": NAME, "parse": NAME},
}
# What makes words of values: nothing may be put to a pattern that comes from one of these.
SAYERS = {
    "english",
    "said",
    "reason",
    "score",
    "score_words",
    "score_shown",
    "score_in_full",
    "player",
    "outcome",
}


PATTERNS = (
    "fullmatch",
    "match",
    "search",
    "sub",
    "findall",
    "finditer",
    "partition",
    "rpartition",
    "split",
    "removeprefix",
)


def _trees(*words: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules whose text has each of the patterns: to parse and walk through all of them takes ten seconds."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if all(re.search(word, text) for word in words):
                yield str(path.relative_to(ROOT)), ast.parse(text)


def _uses(tree: ast.Module) -> Iterator[str]:
    """The name a pattern is given at the top of a module, or the function that uses `re` itself."""
    for statement in ast.walk(tree):
        inside = statement if isinstance(statement, ast.FunctionDef) else None
        body = tree.body if statement is tree else [inside] if inside is not None else []
        for part in body:
            if statement is tree and isinstance(part, (ast.FunctionDef, ast.ClassDef)):
                continue
            if any(_is_re(found) for found in ast.walk(part)):
                yield inside.name if inside is not None else _name(part)


def _is_re(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
    )


def _name(statement: ast.stmt) -> str:
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.targets[0])
    return ast.unparse(statement.target) if isinstance(statement, ast.AnnAssign) else ast.unparse(statement)


def test_every_pattern_is_put_to_what_others_wrote() -> None:
    found = {place: names for place, tree in _trees(IMPORT) if (names := set(_uses(tree)))}
    assert found == {place: set(names) for place, names in READ.items()}


def test_re_has_no_other_name() -> None:
    seen = set()
    for place, tree in _trees(r"\bre\b"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert all(name.name != "re" or name.asname is None for name in node.names), place
                seen |= {place} if any(name.name == "re" for name in node.names) else set()
            assert not (isinstance(node, ast.ImportFrom) and node.module == "re"), place
    assert seen == {place for place, _ in _trees(IMPORT)}  # it is imported alone, on a line of its own


def test_no_words_are_taken_apart_where_they_are_made() -> None:
    wrong = []
    for place, tree in _trees(rf"\.({'|'.join(PATTERNS)})\(", rf"\b({'|'.join(SAYERS)})\("):
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Attribute) and call.func.attr in PATTERNS:
                for part in (call.func.value, *call.args):
                    if isinstance(part, ast.Call) and _called(part) in SAYERS:
                        wrong.append(f"{place}:{call.lineno}: {ast.unparse(call)}")
    assert wrong == []


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
