"""Finds every text of the window in the source, and says what a language lacks: `python -m tests.desktop.texts fi`.

Three kinds: literals in `tr(...)`, `translate(...)` and `QT_TRANSLATE_NOOP(...)`; texts of tables (settings, levels, themes)
that are translated when they are shown; and sentences that services and lower rooms make in English with values in them,
which the window recognises (`Catalogue.sentence`). What is printed can be pasted into a file of `resources/i18n`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from desktop.model.catalogue import SENTENCES, Catalogue, read_catalogue
from desktop.services.kit.language import FOLDER

ROOT = Path(__file__).resolve().parent.parent.parent
# Rooms whose errors the window shows. Command line tools and generators tell theirs on a terminal, in English.
TELLING = ("desktop/model", "desktop/services", "books", "tablebases", "engine/pgn", "engine/play/external")
# Single files of other rooms; the last four refuse settings of the window.
TELLING_FILES = (
    "desktop/program.py",
    "engine/json_text.py",
    "engine/play/faults.py",
    "engine/player.py",
    "engine/evaluation/network.py",
    "engine/search/position_learning.py",
    "engine/search/searcher.py",
    "engine/rules/fen.py",
)
NOT_TELLING = ("tablebases/generate", "engine/pgn/text/letters", "books/building/build")
TABLE_CALLS = {"_t", "QT_TRANSLATE_NOOP"}
MARKS = re.compile(r"%(?:\d|n)")


def texts() -> dict[str, str]:
    """Every text that `tr` and its kin are asked for, and where it stands first."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "desktop").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for text in _literals(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(text, place)
    for place, text in _table_texts():
        found.setdefault(text, place)
    return found


def _literals(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = _called(call)
        argument = call.args[0] if name in ("tr", "_t", "_tr", "Phrase") else None
        if name in ("translate", "tr", "QT_TRANSLATE_NOOP") and len(call.args) > 1 and _is_text(call.args[1]):
            argument = call.args[1]
        yield from _constants(argument)


def _fault_texts() -> Iterator[str]:
    """Words and repairs of the position editor; those that name a side stand there for both."""
    tree = ast.parse((ROOT / "desktop/model/board/position_faults.py").read_text(encoding="utf-8"))
    nodes: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) == "Fault":
            nodes += node.args[:2]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "words":
            nodes.append(node.value)
    for node in nodes:
        yield from _constants(node)
        if isinstance(node, ast.JoinedStr):
            for sides in (("White", "Black"), ("Black", "White")):
                names = dict(zip(("name", "other"), sides, strict=True))
                yield "".join(_filled(part, names) for part in node.values)


def _filled(part: ast.expr, names: dict[str, str]) -> str:
    if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name):
        return names[part.value.id]
    return str(part.value) if isinstance(part, ast.Constant) else ""


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _constants(node: ast.expr | None) -> Iterator[str]:
    """A literal, or the two of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _table_texts() -> Iterator[tuple[str, str]]:
    """Texts of tables that are translated when they are shown."""
    from desktop.model.board.signs import WORDS
    from desktop.model.game.handicap import ODDS
    from desktop.model.game.match import LEVELS
    from desktop.model.settings import SETTINGS
    from desktop.views.board.board_themes import THEMES
    from desktop.views.game.annotate_dialog import NAG_NAMES
    from desktop.views.window.setting_names import choice_names
    from engine.game.outcome import Termination
    from engine.game.reason_words import SINGULAR, TEMPLATES

    for setting in SETTINGS:
        if not setting.hidden:
            yield "settings", setting.sentence
            yield "settings", setting.group
            yield "settings", setting.unit
            yield from (("settings", text) for _, text in choice_names(setting))
    yield from (("position faults", text) for text in _fault_texts())
    yield from (("levels", text) for level in LEVELS for text in (level.name, level.sentence))
    yield from (("ends of a game", termination.value) for termination in Termination)
    yield from (("odds", odds.words) for odds in ODDS)
    yield from (("themes", theme.name) for theme in THEMES)
    yield from (("reasons", template) for template in (*TEMPLATES.values(), *SINGULAR.values()))
    yield from (("signs", name) for name in (*NAG_NAMES.values(), *WORDS.values()))


def sentences() -> dict[str, str]:
    """Every sentence of a service or a lower room, with `%1` in place of the values, and where it stands first."""
    found: dict[str, str] = {}
    files = [path for room in TELLING for path in sorted((ROOT / room).rglob("*.py"))]
    files += [ROOT / place for place in TELLING_FILES]
    for path in files:
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(NOT_TELLING):
            continue
        for text in _told(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(text, place)
    found = {text: place for text, place in found.items() if re.search(r"[^\W\d_]{3}", MARKS.sub("", text))}
    return found | dict(_position_texts())


def _position_texts() -> Iterator[tuple[str, str]]:
    """Why a FEN is refused: every text of three words and more of the parser and the gate; a side stands there as both."""
    yield from ((text, "engine/rules/board.py") for text in ("“%1” cannot be set up: %2.", "%1; %2"))
    for place in ("engine/rules/fen.py", "engine/rules/gate.py"):
        tree = ast.parse((ROOT / place).read_text(encoding="utf-8"))
        parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if id(node) in parts or not isinstance(node, ast.JoinedStr | ast.Constant):
                continue
            for text in _templates(node):
                if len(re.findall(r"\b[a-z]{2,}\b", text)) > 2 and "\n" not in text and not text.endswith("."):
                    sides = ("White", "Black") if text.startswith("%1 has") else ("",)
                    yield from (
                        (text.replace("%1", side) if side else text.replace("{}", "%1"), place) for side in sides
                    )


def _told(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and call.args:
            name = _called(call)
            if name.endswith("Error") and name not in ("ValueError", "TypeError", "KeyError", "AssertionError"):
                yield from _templates(call.args[0])
            elif name == "Message" and len(call.args) > 1:
                yield from _templates(call.args[1])
            elif name in ("_tell_problem", "_tell", "_warn", "_problem", "_done", "_damaged"):
                yield from _templates(call.args[0])


def _templates(node: ast.expr) -> Iterator[str]:
    """The text of a literal or an f-string; strings that are added up are one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        number, parts = 0, []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(str(part.value))
            else:
                number += 1
                parts.append(f"%{number}")
        yield "".join(parts)
    elif isinstance(node, ast.IfExp):
        yield from _templates(node.body)
        yield from _templates(node.orelse)


def catalogue(code: str) -> Catalogue:
    """The catalogue of a language."""
    return read_catalogue((FOLDER / code).glob("*.toml"), strict=True)


def missing(code: str) -> tuple[dict[str, str], dict[str, str]]:
    """What a language lacks: texts, and sentences, with their places."""
    known = catalogue(code)
    special = {text for name, table in known.special.items() if name != SENTENCES for text in table}
    told = known.special.get(SENTENCES, {})
    asked = {text: place for text, place in texts().items() if re.search(r"[^\W\d_]{2}", MARKS.sub("", text))}
    lacking = {text: place for text, place in asked.items() if text not in known.general and text not in special}
    return lacking, {text: place for text, place in sentences().items() if text not in told}


def unused(code: str) -> list[str]:
    """What a language translates and nobody asks for."""
    known, asked, told = catalogue(code), texts(), sentences()
    found = [text for text in known.general if text not in asked and not text.startswith("Qt|")]
    for name, table in known.special.items():
        found += [f"[{name}] {text}" for text in table if text not in (told if name == SENTENCES else asked)]
    return found


def marks(text: str) -> list[str]:
    """The placeholders of a text."""
    return sorted(MARKS.findall(text))


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def main(codes: list[str]) -> int:
    """Prints what is missing as lines to fill in. Returns 1 if anything is."""
    code = codes[0] if codes else "fi"
    lacking, told = missing(code)
    for name, table in (("", lacking), (f"\n[{SENTENCES}]", told)):
        if name and table:
            print(name)
        shown = ""
        for text, place in sorted(table.items(), key=lambda item: item[1]):
            if place != shown:
                print(f"# {place}")
                shown = place
            print(f'{_quoted(text)} = ""')
    for text in unused(code):
        print(f"# unused: {text}")
    return int(bool(lacking or told))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
