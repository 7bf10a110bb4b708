"""The table of all actions of the window: menu, text, icon and keys. Menus and buttons are built from it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from desktop.views.kit.foreign_text import ForeignText, caption_text
from desktop.views.kit.icons import icon
from desktop.views.window.pages import PAGES
from desktop.views.window.panels import PANELS
from engine.ground.values import dataclass


@dataclass(frozen=True)
class ActionSpec:
    """`menu`: a slash leads to a submenu. `keys`: menus and tool tips show the first.

    `group`: a line is drawn in the menu where it changes.
    """

    key: str
    menu: str
    text: str
    picture: str = ""
    keys: tuple[str, ...] = ()
    group: int = 0
    checkable: bool = False


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Actions", text))


MENUS = (
    _t("&Game"),
    _t("&File"),
    _t("&Edit"),
    _t("&Analyse"),
    _t("&Book"),
    _t("E&ngines"),
    _t("&View"),
    _t("&Help"),
)
SUBMENUS = (_t("P&anels"),)
_OWN: tuple[ActionSpec, ...] = (
    ActionSpec("new_game", "&Game", _t("&New game …"), "plus", ("Ctrl+N",)),
    ActionSpec("play_from_here", "&Game", _t("&Play from here"), "play", ("Ctrl+Shift+N",)),
    ActionSpec("edit_position", "&Game", _t("Set &up a position …"), "grid-four", ("Ctrl+Shift+E",)),
    ActionSpec("go_on", "&Game", _t("Re&sume this game"), "play-circle", ("Ctrl+G",)),
    ActionSpec("adjourn", "&Game", _t("Ad&journ this game"), "pause-circle", ("Ctrl+J",)),
    ActionSpec("rematch", "&Game", _t("R&ematch with colours swapped"), "arrows-left-right", ("Ctrl+Shift+M",)),
    ActionSpec("take_back", "&Game", _t("&Take back"), "arrow-u-up-left", ("Backspace",), 1),
    ActionSpec("hint", "&Game", _t("&Hint"), "lightbulb", ("H",), 1),
    ActionSpec("move_now", "&Game", _t("&Move now"), "lightning", ("Ctrl+M",), 1),
    ActionSpec("draw", "&Game", _t("Offer &draw"), "handshake", ("Ctrl+D",), 2),
    ActionSpec("resign", "&Game", _t("&Resign"), "flag", ("Ctrl+R",), 2),
    ActionSpec("open", "&File", _t("&Open PGN …"), "folder-open", ("Ctrl+O",)),
    ActionSpec("recent", "&File", _t("&Recent files"), "clock-counter-clockwise"),
    ActionSpec("save", "&File", _t("&Save"), "floppy-disk", ("Ctrl+S",)),
    ActionSpec("save_as", "&File", _t("Save &as …"), "", ("Ctrl+Shift+S",)),
    ActionSpec("append", "&File", _t("Add game &to a file …"), "file-plus", ("Ctrl+Shift+A",)),
    ActionSpec("collect", "&File", _t("Add game to the collectio&n"), "", ("Ctrl+Alt+A",)),
    ActionSpec("new_study", "&File", _t("New stud&y …"), "notebook", ()),
    ActionSpec("import", "&File", _t("&Import PGN into the collection …"), "download-simple", ("Ctrl+Shift+I",), 1),
    ActionSpec("search", "&File", _t("Searc&h the collection …"), "magnifying-glass", ("Ctrl+Shift+F",), 1),
    ActionSpec("duplicates", "&File", _t("Find d&uplicates …"), "", ("Ctrl+Alt+D",), 1),
    ActionSpec("spellings", "&File", _t("Correct spe&llings of names …"), "", ("Ctrl+Alt+W",), 1),
    ActionSpec("save_picture", "&File", _t("Save the &board as a picture …"), "image", ("Ctrl+Alt+S",), 2),
    ActionSpec("save_gif", "&File", _t("Save the game as an animation (GI&F) …"), "", (), 2),
    ActionSpec("publish", "&File", _t("Print or &publish …"), "printer", ("Ctrl+P",), 2),
    ActionSpec("close_tab", "&File", _t("&Close game"), "x", ("Ctrl+W",), 3),
    ActionSpec("close_others", "&File", _t("Close oth&er games"), "", (), 3),
    ActionSpec("close_all", "&File", _t("Close all ga&mes"), "", (), 3),
    ActionSpec("quit", "&File", _t("&Quit"), "", ("Ctrl+Q",), 3),
    ActionSpec("undo", "&Edit", _t("&Undo edit"), "arrow-counter-clockwise", ("Ctrl+Z",)),
    ActionSpec("redo", "&Edit", _t("&Redo edit"), "arrow-clockwise", ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionSpec("copy_fen", "&Edit", _t("&Copy position (FEN)"), "copy", ("Ctrl+C",), 1),
    ActionSpec("copy_pgn", "&Edit", _t("Copy game (PG&N)"), "copy-simple", ("Ctrl+Shift+C",), 1),
    ActionSpec("copy_picture", "&Edit", _t("Copy the board as a p&icture"), "image-square", ("Ctrl+Alt+C",), 1),
    ActionSpec("paste", "&Edit", _t("&Paste FEN or PGN"), "clipboard-text", ("Ctrl+V",), 1),
    ActionSpec("annotate", "&Edit", _t("C&omment and signs …"), "chat-text", ("Ctrl+E",), 2),
    ActionSpec("good", "&Edit", _t("&Good move"), "", ("!",), 2),
    ActionSpec("mistake", "&Edit", _t("&Mistake"), "", ("?",), 2),
    ActionSpec("headers", "&Edit", _t("P&layers and event …"), "tag", ("Ctrl+I",), 2),
    ActionSpec("promote", "&Edit", _t("Move &variation up"), "arrow-up", ("Ctrl+Up",), 2),
    ActionSpec("demote", "&Edit", _t("Move variation &down"), "arrow-down", ("Ctrl+Down",), 2),
    ActionSpec("delete", "&Edit", _t("D&elete from here"), "trash", ("Ctrl+Backspace",), 2),
    ActionSpec("analysis", "&Analyse", _t("&Analysis on or off"), "power", ("A",), 0, True),
    ActionSpec("threat", "&Analyse", _t("Show the &threat"), "crosshair", ("X",), 0, True),
    ActionSpec("lock", "&Analyse", _t("&Stay at this position"), "lock-simple", ("S",), 0, True),
    ActionSpec("restrict_moves", "&Analyse", _t("Choose the &moves to analyse …"), "funnel", ("M",)),
    ActionSpec("more_lines", "&Analyse", _t("M&ore lines"), "plus-circle", ("+",)),
    ActionSpec("fewer_lines", "&Analyse", _t("&Fewer lines"), "minus-circle", ("-",)),
    ActionSpec("monte_carlo", "&Analyse", _t("Search by Monte &Carlo tree search"), "tree-structure", (), 0, True),
    ActionSpec("people_moves", "&Analyse", _t("W&hat would people play?"), "users", ("P",), 0, True),
    ActionSpec(
        "people_arrows", "&Analyse", _t("&Draw people's moves as arrows"), "arrow-up-right", ("Shift+P",), 0, True
    ),
    ActionSpec("engine_move", "&Analyse", _t("&Play the engine's move"), "skip-forward", ("Ctrl+Space",), 1),
    ActionSpec("insert_line", "&Analyse", _t("Add the best &line to the notation"), "list-plus", ("Ctrl+Return",), 1),
    ActionSpec("insert_evaluation", "&Analyse", _t("Add the e&valuation to the notation"), "note", ("Ctrl+Alt+E",), 1),
    ActionSpec("explain", "&Analyse", _t("&Explain the evaluation"), "scales", ("E",), 2),
    ActionSpec("explain_move", "&Analyse", _t("E&xplain this move"), "question", ("W",), 2),
    ActionSpec("explain_tries", "&Analyse", _t("Explai&n moves that I try"), "", ("Shift+W",), 2, True),
    ActionSpec("look", "&Analyse", _t("Deep loo&k"), "shield-check", ("D",), 2),
    ActionSpec("project", "&Analyse", _t("Analysis project"), "git-branch", ("J",), 2),
    ActionSpec("review", "&Analyse", _t("&Review the game"), "chart-line", ("R",), 3),
    ActionSpec("retry_mistakes", "&Analyse", _t("Retr&y my mistakes"), "repeat", ("Ctrl+Shift+T",), 3),
    ActionSpec("remove_review", "&Analyse", _t("Remove the revie&w from the game"), "", (), 3),
    ActionSpec("book_add_move", "&Book", _t("&Add this move to the book"), "bookmark-simple", ("Ctrl+B",)),
    ActionSpec("book_add_line", "&Book", _t("Add the &line to here"), "list-plus", ("Ctrl+Shift+B",)),
    ActionSpec("book_comment", "&Book", _t("&Comment on the position …"), "note-pencil", ("Ctrl+Shift+K",)),
    ActionSpec("book_mark_!", "&Book", _t("Mark the line from here as &strong (!)"), "", ("Ctrl+1",), 1),
    ActionSpec("book_mark_", "&Book", _t("Mark the line from here as &normal"), "", ("Ctrl+2",), 1),
    ActionSpec("book_mark_$", "&Book", _t("Mark the line from here as &dubious ($)"), "", ("Ctrl+3",), 1),
    ActionSpec("book_mark_?", "&Book", _t("Mark the line from here as &bad (?)"), "", ("Ctrl+4",), 1),
    ActionSpec("book_force", "&Book", _t("&Force the line to here"), "arrow-bend-down-right", ("Ctrl+5",), 2),
    ActionSpec("book_practise", "&Book", _t("&Practise this line now"), "barbell", ("Ctrl+6",), 2),
    ActionSpec("book_unforce", "&Book", _t("&End forced lines"), "", ("Ctrl+7",), 2),
    ActionSpec("book_switch", "&Book", _t("Swi&tch the line to here off or on"), "prohibit", ("Ctrl+8",), 2),
    ActionSpec("book_undo", "&Book", _t("&Undo book edit"), "arrow-counter-clockwise", ("Ctrl+Alt+Z",), 3),
    ActionSpec("book_redo", "&Book", _t("&Redo book edit"), "arrow-clockwise", ("Ctrl+Alt+Y",), 3),
    ActionSpec("book_report", "&Book", _t("Boo&k report of this game"), "target", ("Ctrl+Shift+R",), 4),
    ActionSpec("book_habits", "&Book", _t("Book report of man&y games …"), "chart-bar", (), 4),
    ActionSpec("book_prepare", "&Book", _t("Opponent preparat&ion …"), "user-focus", ("Ctrl+Alt+P",), 4),
    ActionSpec("book_novelties", "&Book", _t("Find no&velties in this line …"), "sparkle", ("Ctrl+Alt+N",), 4),
    ActionSpec("book_learned", "&Book", _t("&What the engine has learned"), "brain", ("Ctrl+Shift+L",), 4),
    ActionSpec("book_health", "&Book", _t("Book healt&h …"), "first-aid", ("Ctrl+Shift+D",), 5),
    ActionSpec("books", "&Book", _t("B&ooks …"), "books", ("Ctrl+Shift+O",), 5),
    ActionSpec("adopt_study", "&Book", _t("&Make this study a repertoire"), "graduation-cap", ("Ctrl+Alt+R",), 5),
    ActionSpec("engines", "E&ngines", _t("&Engines …"), "cpu", ("Ctrl+Shift+G",)),
    ActionSpec("engine_serving", "E&ngines", _t("Engine for &lichess …")),
    ActionSpec("engine_match", "E&ngines", _t("&Match between engines …"), "trophy", ("Ctrl+Alt+T",)),
    ActionSpec("my_style", "E&ngines", _t("My &style …"), "faders"),
    ActionSpec("rating", "E&ngines", _t("&Your Elo …"), "chart-line-up", ("Ctrl+Shift+U",), 1),
    ActionSpec("find_level", "E&ngines", _t("&Find my level …"), "gauge", ("Ctrl+Alt+L",), 1),
    ActionSpec("first", "&View", _t("&First position"), "caret-double-left", ("Home",)),
    ActionSpec("back", "&View", _t("&Previous move"), "caret-left", ("Left",)),
    ActionSpec("forward", "&View", _t("&Next move"), "caret-right", ("Right",)),
    ActionSpec("last", "&View", _t("&Last position"), "caret-double-right", ("End",)),
    ActionSpec("fold", "&View", _t("Fold or open the variation"), "", ("V",)),
    ActionSpec("fold_all", "&View", _t("Fold or open all variations"), "", ("Shift+V",)),
    ActionSpec("next_tab", "&View", _t("Next open game"), "", ("Ctrl+Tab", "Ctrl+PgDown")),
    ActionSpec("previous_tab", "&View", _t("Previous open game"), "", ("Ctrl+Shift+Tab", "Ctrl+PgUp")),
    ActionSpec("next_listed", "&View", _t("Next game or chapter of the list"), "", ("Ctrl+Alt+PgDown",)),
    ActionSpec("previous_listed", "&View", _t("Previous game or chapter of the list"), "", ("Ctrl+Alt+PgUp",)),
    ActionSpec("flip", "&View", _t("Flip the boa&rd"), "arrows-down-up", ("F",), 1),
    ActionSpec("blindfold", "&View", _t("&Blindfold: hide the pieces"), "eye-slash", ("Ctrl+Shift+H",), 1, True),
    ActionSpec("zoom_in", "&View", _t("Larger board"), "magnifying-glass-plus", ("Ctrl++", "Ctrl+="), 1),
    ActionSpec("zoom_out", "&View", _t("S&maller board"), "magnifying-glass-minus", ("Ctrl+-",), 1),
    ActionSpec("panels", "&View", _t("S&how panels"), "layout", ("F9",), 1, True),
    ActionSpec("full_screen", "&View", _t("Full &screen"), "arrows-out", ("F11",), 1, True),
    ActionSpec("type_move", "&View", _t("T&ype a move"), "keyboard", ("/",), 1),
    ActionSpec("theme_system", "&View", _t("System c&olours"), "", (), 2, True),
    ActionSpec("theme_light", "&View", _t("L&ight colours"), "sun", (), 2, True),
    ActionSpec("theme_dark", "&View", _t("&Dark colours"), "moon", (), 2, True),
    ActionSpec("text_larger", "&View", _t("Larger text"), "text-aa", ("Alt++", "Alt+="), 2),
    ActionSpec("text_smaller", "&View", _t("Smaller text"), "", ("Alt+-",), 2),
    ActionSpec("text_normal", "&View", _t("Normal text size"), "", ("Alt+0",), 2),
    *(
        ActionSpec(f"panel_{panel.key}", "&View/P&anels", panel.text, panel.picture, panel.keys, 0, True)
        for panel in PANELS
    ),
    ActionSpec("settings", "&View", _t("S&ettings …"), "gear-six", ("Ctrl+,",), 3),
    ActionSpec("handbook", "&Help", _t("&Handbook"), "", ("F1",)),
    ActionSpec("what_is_this", "&Help", _t("&What is this?"), "", ("Shift+F1",)),
    ActionSpec("tour", "&Help", _t("&Tour of the window")),
    ActionSpec("palette", "&Help", _t("&Find a command …"), "magnifying-glass", ("Ctrl+K", "Ctrl+Shift+P"), 1),
    ActionSpec("shortcuts", "&Help", _t("&Keys"), "command", ("Ctrl+F1",), 1),
    ActionSpec("messages", "&Help", _t("Past &messages …"), "", ("Ctrl+Alt+V",), 1),
    ActionSpec("log", "&Help", _t("&Log …"), "", (), 1),
    ActionSpec("about", "&Help", _t("&About Ratsu"), "", (), 1),
)


def _with_pages(actions: Sequence[ActionSpec]) -> tuple[ActionSpec, ...]:
    """The actions, with those of the pages inserted at their places."""
    placed = list(actions)
    for page in PAGES.values():
        if page.action:
            at = [spec.key for spec in placed].index(page.after) + 1
            placed.insert(at, ActionSpec(page.action, page.menu, page.text, page.picture, page.keys, page.group))
    return tuple(placed)


ACTIONS = _with_pages(_OWN)


def make_actions(parent: QObject, given: Mapping[str, Sequence[str]] = MappingProxyType({})) -> dict[str, QAction]:
    """All actions by key, not yet connected; `given` are the keys chosen by the user."""
    made = {}
    for spec in ACTIONS:
        context = "Panels" if spec.key.startswith("panel_") else "Actions"
        action = QAction(QCoreApplication.translate(context, spec.text), parent)
        action.setObjectName(spec.key)
        action.setCheckable(spec.checkable)
        action.setAutoRepeat(spec.key in ("back", "forward", "undo", "redo", "book_undo", "book_redo"))
        if spec.picture:
            action.setIcon(icon(spec.picture))
        set_keys(action, given.get(spec.key, spec.keys))
        made[spec.key] = action
    return made


def action_name(action: QAction) -> str:
    """The text of an action without its mnemonic mark."""
    return caption_text(action.text())


def menu_name(spec: ActionSpec) -> str:
    """The menu path of an action: `View, Panels`."""
    parts = (QCoreApplication.translate("Actions", part) for part in spec.menu.split("/"))
    return ", ".join(part.replace("&", "") for part in parts)


def set_keys(action: QAction, keys: Sequence[str]) -> None:
    """Sets the keys of an action; the tool tip shows the first."""
    action.setShortcuts([QKeySequence(key) for key in keys])
    plain = action_name(action)
    shown = QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
    action.setToolTip(ForeignText(f"{plain} ({shown})" if shown else plain).tip)


def fill_menus(bar: QMenuBar, actions: dict[str, QAction]) -> None:
    """Builds the menus in the order of the table, with a separator between groups."""
    for menu_text in MENUS:
        menu = bar.addMenu(QCoreApplication.translate("Actions", menu_text))
        _fill_menu(menu, menu_text, actions)


def _fill_menu(menu: QMenu, name: str, actions: dict[str, QAction]) -> None:
    group = 0
    submenus: dict[str, QMenu] = {}
    for spec in ACTIONS:
        top, _, inner = spec.menu.partition("/")
        if top != name:
            continue
        if inner and inner not in submenus:
            submenus[inner] = menu.addMenu(QCoreApplication.translate("Actions", inner))
        if not inner and spec.group != group:
            menu.addSeparator()
            group = spec.group
        (submenus[inner] if inner else menu).addAction(actions[spec.key])
