"""Finds every text of the window in the source, and says what a language lacks: `python -m tests.desktop.texts fi`.

Three kinds: literals in `tr(...)`, `translate(...)` and `QT_TRANSLATE_NOOP(...)`; texts of tables (settings, levels, themes)
that are translated when they are shown; and the templates of what services and lower rooms tell (`engine.ground.text`): the first
argument of every `Text`, and of every error that the user reads, in whatever the window can come to. What is printed
goes into the language's file in `resources/i18n`; `--sort` brings that file into its order.
"""

import ast
import errno
import gc
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from desktop.model.catalogue import Catalogue, Translation, read_catalogue
from desktop.services.kit.language import FOLDER
from tests.desktop.po_files import entry, write

ROOT = Path(__file__).resolve().parent.parent.parent
MESSAGES = "Messages"
"""The section of the templates."""
ROOMS = ("desktop", "engine", "books", "tablebases")
NOT_SHOWN = ("engine.commands", "engine.command_line", "engine.console", "engine.protocols", "engine.training")
"""What a window imports, if at all, for a terminal, another program or a training run: told in English."""
ALSO_SHOWN = (
    *("engine.play", "engine.jobs.match", "engine.night", "engine.training.night_positions", "engine.console.sharing"),
)
"""What is told by a process of the window's own, or by what the window shares with the terminal."""
MAKERS = {
    ("engine/ground/text.py", "joined"): "holes and what stands between them",
    ("desktop/model/game/match.py", "text"): "names, levels and styles: see _table_texts",
    ("engine/ground/text.py", "why"): "the system's own words: see SYSTEM_FAULTS",
    ("engine/ground/errors.py", "__init__"): "what an error is made of",
    ("tablebases/errors.py", "__init__"): "what an error is made of",
    ("tablebases/tables.py", "check"): "the finding of the reader",
    ("tablebases/tables.py", "_next_content"): "the finding of the reader",
    ("engine/play/external/process.py", "_flood"): "what its callers tell",
    ("engine/ground/write_targets.py", "check_kind"): "kinds of what is no file, each a Text",
    ("engine/pgn/values.py", "text"): "kinds of problems: see _table_texts",
    ("engine/rules/gate.py", "_number_faults"): "faults of a side: see _message_tables",
    ("engine/rules/fen.py", "_state"): "fields of a FEN: see _message_tables",
    ("engine/game/reason_file.py", "<lambda>"): "a text of a kept game",
    ("engine/ground/codec.py", "_read_text"): "a text of a kept file",
    ("engine/night/cluster.py", "_gone"): "a text, and nothing for all but the first task",
    ("engine/night/runner.py", "_with_retry"): "the text of the disk's fault",
}
"""Where a Text is made of what is no literal, and why that is known all the same."""
SYSTEM_FAULTS = (
    *(errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EROFS, errno.EIO, errno.EISDIR, errno.ENOTDIR),
    *(errno.EEXIST, errno.ENAMETOOLONG, errno.EDQUOT, errno.EBUSY, errno.EFBIG, errno.EMFILE, errno.ENOEXEC),
)
"""What a system says of files most often; all else is shown as the system says it."""
QT_ASKS = {"&Look in:", "Files of &type:"}
"""What Qt's file dialog asks for and Qt's own Finnish has only in an older spelling."""
TABLE_CALLS = {"_t", "QT_TRANSLATE_NOOP"}
MARKS = re.compile(r"%(?:\d|n)")
WORDS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}|[^\W\d_]{5,}")


def texts() -> dict[str, str]:
    """Every text that `tr` and its kin are asked for, and where it stands first."""
    found = _asked(("tr", "_t", "_tr", "Phrase", "translate", "QT_TRANSLATE_NOOP"))
    for place, text in _table_texts():
        found.setdefault(text, place)
    return found


def _asked(asking: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for place, nodes in _nodes().items():
        if place.startswith("desktop/"):
            for text in _literals(nodes, asking):
                found.setdefault(text, place)
    return found


def _literals(nodes: Iterable[ast.AST], asking: tuple[str, ...]) -> Iterator[str]:
    for call in nodes:
        if not isinstance(call, ast.Call) or not call.args or _called(call) not in asking:
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
        if isinstance(node, ast.Call) and _called(node) == "SetupFault":
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
    from desktop.model.game.handicap import ODDS
    from desktop.model.game.match import BLACK, LEVELS, OPPONENT, OTHER_SEARCH, STYLES, WHITE, WITH_BOOK
    from desktop.model.settings import SETTINGS
    from desktop.views.board.board_themes import THEMES
    from desktop.views.game.annotate_dialog import NAG_NAMES
    from desktop.views.window.setting_names import choice_names
    from engine.coach.claim_words import every_template
    from engine.evaluation.terms import term_offsets
    from engine.evaluation.texts.charts import CHOICES, TABLES
    from engine.evaluation.texts.style import PHASES, TERM_NAMES
    from engine.game.outcome import Termination
    from engine.game.reason_words import FLAG_NAMES, SINGULAR, TEMPLATES
    from engine.ground.user_name import USER
    from engine.publishing.signs import WORDS

    for setting in SETTINGS:
        if not setting.hidden:
            yield "settings", setting.sentence
            yield "settings", setting.group
            yield "settings", setting.unit
            if setting.key != "language":  # each by its own name
                yield from (("settings", text) for _, text in choice_names(setting))
    yield from (("position faults", text) for text in _fault_texts())
    yield from (("levels", text) for level in LEVELS for text in (level.name, level.sentence))
    yield from (("ends of a game", termination.value) for termination in Termination)
    players = (USER[0], OPPONENT.name, WHITE.name, BLACK.name, OTHER_SEARCH.manner, WITH_BOOK.manner)
    yield from (("players", text) for text in players)
    yield from (("styles", style) for style in STYLES)
    yield from (("styles", name) for name in (*TERM_NAMES, *TABLES, *PHASES, "usual"))
    yield from (("styles", name) for charts in CHOICES.values() for name in charts)
    yield from (("odds", odds.words) for odds in ODDS)
    yield from (("themes", theme.name) for theme in THEMES)
    yield from (("reasons", template) for template in (*TEMPLATES.values(), *SINGULAR.values(), *FLAG_NAMES.values()))
    yield from (("coach", template) for template in every_template())
    yield from (("terms of the evaluation", name) for name in term_offsets())
    yield from (("signs", name) for name in (*NAG_NAMES.values(), *WORDS.values()))


def templates() -> dict[str, str]:
    """Every template that the window may have to show, with the place where it stands first."""
    found = {text: place for place, text in _message_tables()}
    for place, call, index in _made():
        for text in _constants(call.args[index]):
            found.setdefault(text, place)
    return found


def loose() -> list[str]:
    """Texts and errors that are not made of literals, and values that are English: nobody could look for their Finnish."""
    found = []
    for place, call, index in _made():
        first, *values = call.args[index:]
        at = f"{place}:{call.lineno}: {ast.unparse(call)[:100]}"
        if not list(_constants(first)) and not _is_made(first) and not _is_excused(place, call):
            found.append(at)
        found += [at for value in values if any(map(WORDS.search, _strings(value)))]
    return found


def misfits() -> list[str]:
    """Texts whose template has other holes than there are values."""
    found = []
    for place, call, index in _made():
        values = call.args[index + 1 :]
        for text in _constants(call.args[index]):
            starred = any(isinstance(value, ast.Starred) for value in values)
            if not starred and {int(hole) for hole in re.findall(r"%(\d)", text)} != set(range(1, len(values) + 1)):
                found.append(f"{place}:{call.lineno}: {text}")
    return found


def _made() -> Iterator[tuple[str, ast.Call, int]]:
    """Where texts and errors are made: the place, the call, and which argument is the template."""
    errors = error_names()
    for place in _shown():
        for call in _nodes()[place]:
            if isinstance(call, ast.Call):
                name = _called(call)
                index = 1 if name in ("CorruptTable", "RefusedError") else 0
                if len(call.args) > index and (name == "Text" or name in errors or index):
                    yield place, call, index


@cache
def error_names() -> frozenset[str]:
    """`RatsuError` and every class that is made of it."""
    names = {"RatsuError"}
    classes = [node for nodes in _nodes().values() for node in nodes if isinstance(node, ast.ClassDef)]
    for _ in range(9):  # deeper than any family is
        names |= {found.name for found in classes if names & {getattr(base, "id", "") for base in found.bases}}
    return frozenset(names)


@cache
def _trees() -> dict[str, ast.Module]:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    collecting = gc.isenabled()
    gc.disable()  # else two thirds of the time go into looking for garbage among the trees
    try:
        return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    finally:
        if collecting:
            gc.enable()


@cache
def _nodes() -> dict[str, list[ast.AST]]:
    """Of each module the calls, classes and imports: to walk through everything again takes seconds."""
    kinds = (ast.Call, ast.ClassDef, ast.Import, ast.ImportFrom)
    return {place: [node for node in ast.walk(tree) if isinstance(node, kinds)] for place, tree in _trees().items()}


@cache
def _shown() -> list[str]:
    """The places of whatever the window imports, at once or later."""
    modules = {place.removesuffix(".py").removesuffix("/__init__").replace("/", "."): place for place in _trees()}
    waiting = [name for name in modules if name.startswith(("desktop", *ALSO_SHOWN))]
    shown: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in modules and name not in shown and (name in ALSO_SHOWN or not name.startswith(NOT_SHOWN)):
            shown.add(name)
            waiting += _imports(_nodes()[modules[name]])
    return [modules[name] for name in sorted(shown)]


def forget_trees() -> None:
    """Lets the syntax trees go: half a million objects that each collection of garbage would look through."""
    _trees.cache_clear()
    _nodes.cache_clear()


def _imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = node.module.removeprefix("cython.cimports.")
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)


def _is_made(node: ast.expr) -> bool:
    """Whether an error is made of a text that was made elsewhere."""
    if isinstance(node, ast.Name):
        return node.id in _constant_texts()
    if isinstance(node, ast.Attribute):
        return node.attr in ("text", "refused")
    return isinstance(node, ast.Call) and _called(node) in (
        "Text",
        "why",
        "joined",
        "plain",
        "_last_words",
        "text_of_json",
        "foreign",
        "unwritten",
    )


@cache
def _constant_texts() -> frozenset[str]:
    """The names of texts that a module makes once, as `NOTHING` is."""
    made = [node for tree in _trees().values() for node in tree.body if isinstance(node, ast.Assign)]
    made = [node for node in made if isinstance(node.value, ast.Call) and _called(node.value) == "Text"]
    return frozenset(target.id for node in made for target in node.targets if isinstance(target, ast.Name))


def _is_excused(place: str, call: ast.Call) -> bool:
    for node in ast.walk(_trees()[place]):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)) and call in ast.walk(node):
            if (place, getattr(node, "name", "<lambda>")) in MAKERS:
                return True
    return False


def _strings(node: ast.expr) -> Iterator[str]:
    """English words within a value, but for those of a text in it."""
    if isinstance(node, ast.Call) and _called(node) == "Text":
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.Call | ast.Subscript):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _strings(child)


def _message_tables() -> Iterator[tuple[str, str]]:
    """Templates that stand in tables."""
    from engine.pgn.values import ProblemKind
    from engine.rules.fen import MENDED_FIELDS, WRONG_FIELDS
    from engine.rules.gate import FAULTS_OF_SIDES

    yield from (("engine/rules/fen.py", words) for words in WRONG_FIELDS + MENDED_FIELDS)
    yield from (("engine/rules/gate.py", words) for side in FAULTS_OF_SIDES for words in side)
    yield from (("engine/pgn/values.py", kind.value) for kind in ProblemKind)
    yield from (("the system", os.strerror(number)) for number in SYSTEM_FAULTS)


def catalogue(code: str) -> Catalogue:
    """The catalogue of a language."""
    return read_catalogue(FOLDER / f"{code}.po", strict=True)


def missing(code: str) -> dict[str, str]:
    """What a language lacks, with the place."""
    known = catalogue(code)
    windows = {text for name, table in known.special.items() if name != MESSAGES for text in table} | set(known.general)
    told = set(known.special.get(MESSAGES, {})) | set(known.general)
    lacking = {text: place for text, place in texts().items() if text not in windows}
    lacking |= {
        text: place for text, place in _asked(("tr",)).items() if text not in known.general
    }  # no class has a section
    lacking |= {text: place for text, place in templates().items() if text not in told}
    return {text: place for text, place in lacking.items() if re.search(r"[^\W\d_]{2}", MARKS.sub("", text))}


def unused(code: str) -> list[str]:
    """What a language translates and nobody asks for."""
    known, asked, told = catalogue(code), set(texts()) | QT_ASKS, set(templates())
    found = [text for text in known.general if text not in asked | told and not text.startswith("Qt|")]
    for name, table in known.special.items():
        if name in ("Openings", "Variations", "Names"):
            continue
        found += [f"[{name}] {text}" for text in table if text not in (told if name == MESSAGES else asked)]
    return found


def marks(text: str) -> list[str]:
    """The placeholders of a text."""
    return sorted(MARKS.findall(text))


def main(arguments: list[str]) -> int:
    """Prints what is missing as entries to fill in. Returns 1 if anything is."""
    code = next((word for word in arguments if not word.startswith("-")), "fi")
    if "--sort" in arguments:
        write(FOLDER / f"{code}.po", catalogue(code))
    lacking, shown, told = missing(code), "", set(templates()) - set(texts())
    for text, place in sorted(lacking.items(), key=lambda item: item[1]):
        if place != shown:
            print(f"# {place}")
            shown = place
        print(entry(text, Translation(""), MESSAGES if text in told else ""))
    for text in unused(code):
        print(f"# unused: {text}")
    return int(bool(lacking))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
