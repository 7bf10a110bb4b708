"""Games to text, by the export format of the PGN standard: seven tags first, the others sorted, lines under 80
characters.

What is written is read the same, and written the same again. A comment is wrapped at single spaces only, so that
joining its lines gives it back; a line never begins with a word that would mean something there (`%`, a tag).
"""

import re
from collections.abc import Iterator

from engine.game.node import Node
from engine.game.tree import SEVEN_TAGS, Game
from engine.pgn.text.comment_text import end_of
from engine.rules.fen import START_FEN

LINE_WIDTH = 79
_CLOSE = "\0)"  # the end of a variation; the bracket is set directly behind the word before it
_SINGLE_SPACE = re.compile(r"(?<! ) (?! )")
_LINES = re.compile(r"\r\n|\r|\n")
_CONTROLS = re.compile(r"[\x00-\x1f]+")
_NO_NAME = re.compile(r"[^A-Za-z0-9_]+")


def written_game(game: Game, prelude: str = "") -> str:
    """The text of a game, what stood before it first, ending with one line break. Separate games by an empty line."""
    lines = [prelude, ""] if prelude else []
    lines += [f'[{name} "{_escaped(value)}"]' for name, value in _headers(game)]
    lines += [f'[{_NO_NAME.sub("_", name)} "{_escaped(value)}"]' for name, value in game.repeated]
    lines += [line for line in game.escapes if not line.startswith("%")]
    lines.append("")
    lines += [line for line in game.escapes if line.startswith("%")]
    page = _Page()
    for word in _words(game):
        page.add(word)
    return "\n".join([*lines, page.text()]) + "\n"


def _escaped(value: str) -> str:
    """A tag's value: quotes and backslashes escaped, controls made spaces."""
    return _CONTROLS.sub(" ", value).replace("\\", "\\\\").replace('"', '\\"')


def _headers(game: Game) -> Iterator[tuple[str, str]]:
    """The tags in the order of the standard; the Result tag is the game's result, and a set-up position has its FEN."""
    headers = {_NO_NAME.sub("_", name): value for name, value in game.headers.items()}
    if game.start_fen != START_FEN:
        headers.setdefault("FEN", game.start_fen)
        headers.setdefault("SetUp", "1")
    if game.chess960:
        headers.setdefault("Variant", "Chess960")
    for name, unknown in SEVEN_TAGS.items():
        yield name, headers.pop(name, unknown)
    yield from sorted(headers.items())


class _Page:
    """Words set in lines. A word with line breaks in it is set as it is."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._words: list[str] = []  # of the line that is being set
        self._width = 0  # of that line

    def add(self, word: str) -> None:
        """Sets one word; an empty one ends the line."""
        if not word:
            self._end_line()
            return
        first, _, rest = word.partition("\n")
        if self._width + 1 + len(first) > LINE_WIDTH and _may_begin_line(first):
            self._end_line()
        elif not self._words and not _may_begin_line(first):
            self._set("{}")
        self._set(first)
        if rest:
            *middle, last = rest.split("\n")
            self._end_line()
            self._lines += middle
            if last:
                self._set(last)

    def _set(self, word: str) -> None:
        self._width += len(word) + 1 if self._words else len(word)
        self._words.append(word)

    def _end_line(self) -> None:
        if self._words:
            self._lines.append(" ".join(self._words))
            self._words = []
            self._width = 0

    def text(self) -> str:
        """All lines."""
        self._end_line()
        return "\n".join(self._lines)


def _may_begin_line(word: str) -> bool:
    return word[0] != "%" and (word[0] != "[" or word.startswith("[%"))


def _comment_words(comment: str, opening: str) -> Iterator[str]:
    """A comment as words that may be wrapped; commands like [%cal ...] are kept whole. Where the text holds a closing
    brace, `;` comments.
    """
    comment = comment.strip()
    if "}" in comment:
        if opening:
            yield opening
        for line in _LINES.split(comment):
            yield f"; {line.strip()}"
            yield ""
        return
    words = _SINGLE_SPACE.split(comment)
    words[0] = f"{opening}{{{words[0]}"
    words[-1] += "}"
    held = ""
    for word in words:
        held = f"{held} {word}" if held else word
        opened = held.rfind("[%")
        if opened < 0 or "]" in held[opened:] or len(held) > LINE_WIDTH - 10:
            yield held
            held = ""
    if held:
        yield held


def _unread_words(text: str) -> Iterator[str]:
    """Unread text, verbatim; the line ends behind it where something in it reaches to the end of a line."""
    yield text
    if end_of(text):
        yield ""


class _Mill:
    """Turns a tree into words. Lines that wait while a variation is written lie on a stack: nothing recurses."""

    def __init__(self, game: Game) -> None:
        self._node = game.node
        self._tasks: list[tuple[str, Node]] = []
        self._opening = ""  # a bracket that is before the next word
        self._numbered = True  # the next move needs its number, whoever moves

    def words(self, root: Node) -> Iterator[str]:
        """All words of the movetext but the result."""
        yield from self._remarks(root)
        if root.unread:
            yield from _unread_words(root.unread)
        self._plan_line(root)
        while self._tasks:
            task, node = self._tasks.pop()
            if task == "line":
                self._plan_line(node)
            elif task == "variation":
                self._opening += "("
                self._numbered = True
                self._tasks.append(("close", node))
                self._plan(node, ())
            elif task == "move":
                yield from self._move(node)
            elif task == "close":
                self._numbered = True
                yield _CLOSE
            else:
                self._numbered = True
                yield from _unread_words(node.unread)

    def _plan_line(self, node: Node) -> None:
        """The move that continues behind a node, with its alternatives."""
        if node.children:
            self._plan(self._node(node.children[0]), node.children[1:])

    def _plan(self, node: Node, variations: tuple[int, ...]) -> None:
        """A move, its variations, its unread text and the line behind it."""
        self._tasks.append(("line", node))
        if node.unread:
            self._tasks.append(("unread", node))
        self._tasks.extend(("variation", self._node(variation)) for variation in reversed(variations))
        self._tasks.append(("move", node))

    def _move(self, node: Node) -> Iterator[str]:
        for comment in node.before:
            yield from _comment_words(comment, self._take_opening())
            self._numbered = True
        if node.half_moves & 1 or self._numbered:
            yield self._take_opening() + node.number_text
        yield f"{self._take_opening()}{node.san}"
        self._numbered = False
        yield from self._remarks(node)

    def _remarks(self, node: Node) -> Iterator[str]:
        for nag in node.nags:
            yield f"${nag}"
        for comment in node.comments:
            yield from _comment_words(comment, "")
            self._numbered = True

    def _take_opening(self) -> str:
        opening, self._opening = self._opening, ""
        return opening


def _words(game: Game) -> Iterator[str]:
    """The words of the movetext; closing brackets are joined to the word before them."""
    held = ""
    closing = 0
    for word in _Mill(game).words(game.root):
        if word is _CLOSE:
            closing += 1
            continue
        if held or closing:
            yield held + ")" * closing
        held, closing = word, 0
        if not word or word.startswith(";"):
            yield word
            held = ""
    if held or closing:
        yield held + ")" * closing
    yield game.result
