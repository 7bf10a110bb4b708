"""Writes games in the export format of the PGN standard: seven tags first, the others sorted, lines under 80
characters.

Written games are read back the same and written the same again. A comment is wrapped only at single spaces, so that
joining its lines restores it; a line never begins with a word that has a meaning there (`%`, a tag).
"""

import re

import cython
from cython.cimports.engine.game.node import Node
from cython.cimports.engine.pgn.blocks import TOKENS_AT_A_TIME, give_way
from cython.cimports.engine.pgn.text.section import begins_movetext

from engine.game.move_notes import without_source
from engine.game.tree import CHUNK, SEVEN_TAGS
from engine.pgn.text.comment_text import BRACE, end_of
from engine.rules.fen import START_FEN

LINE_WIDTH = cython.declare(cython.Py_ssize_t, 79)
_CHUNK = cython.declare(cython.Py_ssize_t, CHUNK)
_SINGLE_SPACE = re.compile(r"(?<! ) (?! )")
_CONTROLS = re.compile(r"[\x00-\x1f]+")
_COMMENTS = re.compile(r"^(?:\{[^}]*\}\s*)+")
_OPEN_TAG = re.compile(r"\[\s*\w*\s*\Z|\[[^\n]*[^\]\n]\Z")  # without its value, or without its bracket
_BEGUN_TAG = re.compile(r'\[\s*[A-Za-z0-9_]*\s*\n\s*(?:[A-Za-z0-9_]+\s*)?"|\[[^\n]*[^\]\n]\n"')
_NO_NAME = re.compile(r"[^A-Za-z0-9_]+")


def written_game(game, prelude="", sources=False):
    """Returns the text of a game, after the text that preceded it, ending with one line break. Separate games by an
    empty line.

    `sources`: includes the commands with the source and reason of an engine's move, which only Ratsu reads.
    """
    lines: list = [prelude, ""] if prelude else []
    for name, value in _headers(game):
        lines.append(f'[{name} "{_escaped(value)}"]')
    for name, value in game.repeated:
        lines.append(f'[{_tag_name(name)} "{_escaped(value)}"]')
    after: list = []
    opened: cython.Py_ssize_t = len(lines)  # the line from which text may be the beginning of a tag
    for line in game.escapes:
        if line.startswith("%"):
            after.append(line)
        elif _BEGUN_TAG.match("\n".join((*lines[opened:], line))) is not None:
            lines.insert(opened, line)  # before the beginning: after it, both would be read as one tag
            opened += 1
        else:
            lines.append(line)
            if _OPEN_TAG.match("\n".join(lines[opened:])) is None:
                opened = len(lines) - 1 if _OPEN_TAG.match(line) is not None else len(lines)
    lines.append("")
    lines.extend(after)
    return "\n".join(lines) + "\n" + Movetext(game, sources).text() + "\n"


@cython.cfunc
def _escaped(value: str) -> str:
    """Returns a tag's value with escaped quotes and backslashes; control characters become spaces."""
    if '"' not in value and "\\" not in value and value.isprintable():
        return value
    return _CONTROLS.sub(" ", value).replace("\\", "\\\\").replace('"', '\\"')


@cython.cfunc
def _tag_name(name: str) -> str:
    return name if name.isalnum() and name.isascii() else _NO_NAME.sub("_", name)


@cython.cfunc
def _headers(game) -> list:
    """Returns the tags in the order of the standard; Result is the game's result, and a set-up position has its FEN."""
    headers: dict = {_tag_name(name): value for name, value in game.headers.items()}
    if game.start_fen != START_FEN:
        headers.setdefault("FEN", game.start_fen)
        headers.setdefault("SetUp", "1")
    if game.chess960:
        headers.setdefault("Variant", "Chess960")
    seven: list = [(name, headers.pop(name, unknown)) for name, unknown in SEVEN_TAGS.items()]
    return seven + sorted(headers.items())


@cython.cfunc
def _may_begin_line(word: str) -> cython.bint:
    return not word.startswith("%") and (not word.startswith("[") or word.startswith("[%"))


@cython.cfunc
def _guarded(words: str) -> str:
    """Returns unread text for the start of the movetext: an empty comment prevents reading it as text between the tags,
    or as a tag."""
    if words.startswith("{} ") and not words[3:4].isspace():
        return words
    text: bytes = _COMMENTS.sub("", words).encode("utf-8", "surrogatepass")
    if begins_movetext(text, 0, len(text)):
        return words
    return "{} {} " + words if words.startswith("[") else "{} " + words


@cython.cclass
class Movetext:
    """Turns a tree into words and wraps them into lines. Interrupted lines are on a stack; no recursion."""

    def __init__(self, game, sources=False):
        self.game = game
        self.sources = sources
        self.chunks = game.table.chunks
        self.size = game.table.size
        self.tasks = []
        self.opening = self.held = ""
        self.numbered = True
        self.closing = self.said = self.length = self.filled = 0
        self.lines = []
        self.words = []
        self.width = 0

    def text(self):
        """Returns the movetext with its termination, without a final line break."""
        root: Node = self.node(0)
        if any("{" in comment for comment in root.comments):
            self.opening = "{} "  # between the tags such a comment might end earlier
        self.remark(root)
        if root.unread:
            self.say_unread(_guarded(root.unread))
        self.line(root)
        while self.tasks:
            task, node = self.tasks.pop()
            if task == "line":
                self.line(node)
            elif task == "variation":
                self.opening += "("
                self.numbered = True
                self.tasks.append(("close", node))
                self.plan(node, ())
            elif task == "move":
                self.move(node)
            elif task == "close":
                self.numbered = True
                self.closing += 1
            else:
                self.numbered = True
                self.say_unread(cython.cast(Node, node).unread)
        self.release()
        # If both lose, only the tag has it: other readers would take 0-0 for castling.
        self.set("*" if self.game.result == "0-0" else self.game.result)
        self.end_line()
        return "\n".join(self.lines)

    # -- the tree

    @cython.cfunc
    def node(self, number: cython.Py_ssize_t) -> Node:
        """Returns a node by number. :raises KeyError: it is unknown."""
        node = None
        if 0 <= number < self.size:
            node = cython.cast(tuple, self.chunks[number // _CHUNK])[number % _CHUNK]
        if node is None:
            raise KeyError(number)
        return node

    @cython.cfunc
    def line(self, node: Node):
        """Writes the moves after a node up to the first with alternatives, which is planned."""
        child: Node
        while node.children:
            child = self.node(node.children[0])
            if len(node.children) > 1 or child.unread:
                self.plan(child, node.children[1:])
                return
            self.move(child)
            node = child

    @cython.cfunc
    def plan(self, node: Node, variations: tuple):
        """Plans a move, its variations, its unread text and the following line."""
        self.tasks.append(("line", node))
        if node.unread:
            self.tasks.append(("unread", node))
        for variation in reversed(variations):
            self.tasks.append(("variation", self.node(variation)))
        self.tasks.append(("move", node))

    @cython.cfunc
    def move(self, node: Node):
        """Writes a move with its annotations."""
        for comment in node.before:
            self.say_comment(comment, self.take_opening())
            self.numbered = True
        if node.half_moves & 1 or self.numbered:
            self.number(node.half_moves)
        if self.opening:
            self.say(self.take_opening() + node.san)
        else:
            self.say_plain(node.letters, node.length)
        self.numbered = False
        if node.nags or node.comments:
            self.remark(node)

    @cython.cfunc
    def remark(self, node: Node):
        """Writes the annotations after a move."""
        for nag in node.nags:
            self.say(f"${nag}")
        for comment in node.comments:
            shown: str = comment
            if not self.sources and "[%source" in shown:
                shown = without_source(shown)
                if not shown:
                    continue
            self.say_comment(shown, self.take_opening())
            self.numbered = True

    @cython.cfunc
    def take_opening(self) -> str:
        """Returns the brackets that open before the next word."""
        opening: str = self.opening
        self.opening = ""
        return opening

    # -- words

    @cython.cfunc
    def say_comment(self, comment: str, opening: str):
        """Writes a comment as words that may be wrapped; commands like [%cal ...] are not broken. A closing brace
        becomes a wide one: a `;` comment could hold it, but python-chess and others drop those."""
        comment = comment.strip().replace("}", BRACE)
        words: list = _SINGLE_SPACE.split(comment)
        words[0] = f"{opening}{{{words[0]}"
        words[len(words) - 1] += "}"
        held: str = ""
        for word in words:
            held = f"{held} {word}" if held else word
            opened: cython.Py_ssize_t = held.rfind("[%")
            if opened < 0 or held.find("]", opened) >= 0 or len(held) > LINE_WIDTH - 10:
                self.say(held)
                held = ""
        if held:
            self.say(held)

    @cython.cfunc
    def say_unread(self, words: str):
        """Writes unread text verbatim, and ends the line if part of it extends to a line end."""
        self.say(words)
        if end_of(words):
            self.say("")

    @cython.cfunc
    def say(self, word: str):
        """Queues one word until the next, so that closing brackets can be joined to it. An empty word ends the line."""
        self.release()
        if word and not word.startswith(";"):
            self.held = word
        else:
            self.set(word)
        self.said_more()

    @cython.cfunc
    def say_plain(self, letters: cython.p_const_char, length: cython.int):
        """Queues a move or number of at most eight letters, as `say`."""
        self.release()
        memcpy(self.letters, letters, length)
        self.length = length
        self.said_more()

    @cython.cfunc
    def number(self, half_moves: cython.int):
        """Writes the number of a move with its dots."""
        digits: cython.char[24]
        length: cython.int = _number(half_moves, digits)
        if self.opening or length > 8:
            self.say(self.take_opening() + digits[:length].decode("ascii"))
        else:
            self.say_plain(digits, length)

    @cython.cfunc
    def said_more(self):
        """Counts the words, and lets other threads work now and then."""
        self.said += 1
        if self.said % TOKENS_AT_A_TIME == 0:
            give_way()

    @cython.cfunc
    def release(self):
        """Writes the queued word."""
        if self.closing:
            if self.length:
                self.held = self.letters[: self.length].decode("ascii")
            self.set(self.held + ")" * self.closing)
        elif self.length:
            self.set_plain()
        elif self.held:
            self.set(self.held)
        self.held = ""
        self.length = 0
        self.closing = 0

    # -- lines

    @cython.cfunc
    def set(self, word: str):
        """Writes one word; an empty one ends the line. Line breaks in it are preserved."""
        if not word:
            self.end_line()
            return
        rest: str = ""
        if "\n" in word:
            word, _, rest = word.partition("\n")
        if self.width + 1 + len(word) > LINE_WIDTH and _may_begin_line(word):
            self.end_line()
        elif self.filled == 0 and not self.words and not _may_begin_line(word):
            self.append("{}")
        self.append(word)
        if rest:
            parts: list = rest.split("\n")
            last: str = parts.pop()
            self.end_line()
            self.lines += parts
            if last:
                self.append(last)

    @cython.cfunc
    def append(self, word: str):
        """Appends a word to the line."""
        self.end_run()
        self.width += len(word) + 1 if self.words else len(word)
        self.words.append(word)

    @cython.cfunc
    def set_plain(self):
        """Writes the queued plain word."""
        if self.width + 1 + self.length > LINE_WIDTH:
            self.end_line()
        if self.filled:
            self.run[self.filled] = 0x20
            self.filled += 1
        if self.filled or self.words:
            self.width += 1
        memcpy(self.run + self.filled, self.letters, self.length)
        self.filled += self.length
        self.width += self.length

    @cython.cfunc
    def end_run(self):
        """Makes one word of the plain ones."""
        if self.filled:
            self.words.append(self.run[: self.filled].decode("ascii"))
            self.filled = 0

    @cython.cfunc
    def end_line(self):
        """Ends the line."""
        self.end_run()
        if self.words:
            self.lines.append(" ".join(self.words))
            self.words = []
            self.width = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number(half_moves: cython.int, out: cython.p_char) -> cython.int:
    """Writes the number of a move with its dots, as `Node.number_text`. Returns the length."""
    number: cython.int = (half_moves + 1) >> 1
    length: cython.int = 0
    power: cython.int = 1
    if number < 0:
        out[0] = 0x2D
        length = 1
        number = -number
    while number // power >= 10:
        power *= 10
    while power:
        out[length] = 0x30 + number // power % 10
        length += 1
        power //= 10
    for _ in range(1 if half_moves & 1 else 3):
        out[length] = 0x2E
        length += 1
    return length
