"""A user who knows only the accessible tree: runs in the system's Python, which has the AT-SPI bindings, not in `.venv`.

Each line of standing output is what it found or did. It looks for widgets by role and name, reads texts, and presses.
"""

# gi has no types and is not in `.venv`.
# mypy: ignore-errors
import sys
import time
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

warnings.simplefilter("ignore", DeprecationWarning)  # of names that older bindings lack the newer form of
WAIT_S = 30.0
KEYS = {"Down": 0xFF54, "Right": 0xFF53}  # keysyms of X11


def walk(node):
    """A widget and all below it, that can be read."""
    yield node
    for number in range(node.get_child_count()):
        child = node.get_child_at_index(number)
        if child is not None:
            yield from walk(child)


def until(what, asked, seconds=WAIT_S):
    """The first true answer of `asked`; a widget may go while it is looked at."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = asked()
        except gi.repository.GLib.GError:
            found = None
        if found:
            return found
        time.sleep(0.1)
    raise SystemExit(f"not found: {what}")


def program():
    """The program on the desktop of this session."""
    desktop = Atspi.get_desktop(0)
    for number in range(desktop.get_child_count()):
        one = desktop.get_child_at_index(number)
        if one is not None and one.get_name() == "Ratsu" and one.get_child_count():
            return one
    return None


def find(role, name, root=None):
    """A shown widget of a role whose name begins so."""

    def look():
        for one in walk(root or APP):
            if one.get_role_name() == role and one.get_name().startswith(name) and usable(one):
                return one
        return None

    return until(f"{role} “{name}”", look)


def usable(node):
    """Whether it is enabled, and shown or in a menu."""
    states = node.get_state_set()
    return states.contains(Atspi.StateType.ENABLED)


def press(node):
    """Does what is usual with it: presses, toggles, chooses."""
    actions = node.get_action_iface()
    names = [actions.get_action_name(number) for number in range(actions.get_n_actions())]
    wanted = next(name for name in ("Press", "Toggle", "Show Menu", "SetFocus") if name in names)
    say(f"press {node.get_role_name()}: {node.get_name()}")
    actions.do_action(names.index(wanted))


def menu(name):
    """Chooses a line of a menu."""
    press(find("menu item", name))


def squares(root=None):
    """The texts of the 64 squares, by the name of the square."""
    table = find("table", "Squares", root)
    found = {}
    for row in range(8):
        for column in range(8):
            cell = table.get_table_iface().get_accessible_at(row, column)
            found[cell.get_name()[-2:] if " on " in cell.get_name() else cell.get_name()[:2]] = cell
    assert len(found) == 64, sorted(found)
    return found


def move(start, end):
    """Presses two squares and waits until the piece has moved."""
    before = squares()
    word = before[start].get_name().removesuffix(f" on {start}")
    say(f"{before[start].get_name()}; {before[end].get_name()}")
    press(before[start])
    press(before[end])
    stands(end, word)


def stands(square, piece, root=None):
    """Waits until a piece is on a square."""
    until(f"{piece} on {square}", lambda: squares(root)[square].get_name() == f"{piece} on {square}")


def text_of(node):
    """What is written in a text, in one line."""
    text = node.get_text_iface()
    return " ".join(text.get_text(0, text.get_character_count()).replace("\u2060", "").split())


def sheet():
    """The moves of the game."""
    return text_of(find_any("Moves of the game"))


def gone(role):
    """Waits until no widget of a role is left: what was pressed has been done."""
    until(f"no {role}", lambda: not any(one.get_role_name() == role for one in walk(APP)))


def find_any(name, root=None):
    """A widget of any role."""
    return until(name, lambda: next((one for one in walk(root or APP) if one.get_name().startswith(name)), None))


def say(text):
    """A line of the transcript."""
    print(text, flush=True)


def key(name):
    """Presses a key by its name in X11."""
    say(f"key {name}")
    Atspi.generate_keyboard_event(KEYS[name], None, Atspi.KeySynthType.SYM)


def choose(label, value):
    """Walks down a box with a label until it shows the value."""
    box = until(label, lambda: next((one for one in walk(APP) if is_box(one, label)), None))
    box.get_component_iface().grab_focus()
    until(f"focus on {label}", lambda: has_focus(box))
    for _ in range(20):
        if box.get_name() == value:
            say(f"{label}: {value}")
            return
        key("Down")
        time.sleep(0.3)  # it may come to nothing while the dialog is not active yet
    raise SystemExit(f"{label} has no {value}")


def is_box(one, label):
    """Whether it is the box with a label."""
    return one.get_role_name() == "combo box" and one.get_description() == label


def play_a_game():
    """New game, two people, fool's mate: pressed square by square."""
    say("== a game")
    menu("New game …")
    dialog = find("dialog", "")
    focused = until("a focused field", lambda: next((one for one in walk(dialog) if is_field(one)), None))
    say(f"focus: {focused.get_role_name()} “{focused.get_name()}”")
    for _ in range(20):
        if has_focus(find("list item", "Two people", dialog)):
            break
        key("Right")
        time.sleep(0.3)  # it may come to nothing while the dialog is not active yet
    say("Opponent: Two people")
    press(find("push button", "Play", dialog))
    gone("dialog")
    for start, end in (("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")):
        move(start, end)
    say("sheet: " + until("the end", lambda: sheet() if "h4" in sheet() else ""))


def review_it():
    """The review of the game that was just played."""
    say("== a review")
    press(find("push button", "Review"))
    said = until("the review in the sheet", lambda: sheet() if "??" in sheet() else "", 4 * WAIT_S)
    say("review: " + find_any("Summary of the review").get_description())
    say("sheet: " + said)


def set_up_a_position():
    """King and queen against king, put square by square; the squares of the board say the same then."""
    say("== a position")
    menu("Set up a position …")
    dialog = find("dialog", "Set up a position")
    press(find("push button", "Clear", dialog))
    until("an empty board", lambda: not any(" on " in cell.get_name() for cell in squares(dialog).values()))
    for piece, square in (("white king", "e6"), ("white queen", "d1"), ("black king", "e8")):
        press(find("check box", piece, dialog))
        press(squares(dialog)[square])
        stands(square, piece, dialog)
    fen = find("text", "FEN", dialog)
    say("FEN: " + text_of(fen))
    press(find("push button", "Analyse", dialog))
    stands("d1", "white queen")
    found = sorted(cell.get_name() for cell in squares().values() if " on " in cell.get_name())
    say("board: " + ", ".join(found))


def is_field(one):
    """Whether it is a named field that has the focus."""
    return has_focus(one) and one.get_name() and one.get_role_name() not in ("list item", "filler")


def has_focus(node):
    """Whether keys go there."""
    return node.get_state_set().contains(Atspi.StateType.FOCUSED)


if __name__ == "__main__":
    Atspi.init()
    Atspi.set_timeout(30_000, 60_000)  # a dialog may be long in the making on a busy machine
    APP = until("the program", program)
    for part in sys.argv[1:]:
        globals()[part]()
    say("done")
