"""The game as paragraphs of text: which words, in which role, belonging to which move. No Qt, no recursion."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from desktop.model.game import Game, Node

COMMENT_SHOWN = 64 * 1024  # characters; longer comments are cut on the screen, never in the file
MOVES_TOGETHER = 60  # of running text in one paragraph: a move costs that much to write anew, however long the game is
DEEPEST_SHOWN = 200  # nested variations; deeper ones are counted, not listed
_COMMAND = re.compile(r"\[%[^\]]*\]")
NAGS = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓",
    18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 32: "⟳", 36: "→", 40: "↑", 132: "⇆", 138: "⊕", 140: "∆", 146: "N",
}  # fmt: skip


class Role(Enum):
    """How a run of text looks."""

    NUMBER = "number"
    MOVE = "move"
    VARIATION = "variation"
    COMMENT = "comment"
    RESULT = "result"
    GAP = "gap"
    DETAIL = "detail"  # evaluation and clock, behind their move


@dataclass(frozen=True)
class Run:
    """A piece of text. `node` is the move that a click leads to, None for text that is none."""

    text: str
    role: Role
    node: int | None = None


@dataclass(frozen=True)
class Paragraph:
    """A line of the score sheet (`is_row`), the main line as `running` text, or a comment or variation indented by its
    depth."""

    runs: tuple[Run, ...]
    depth: int
    is_row: bool = False
    running: bool = False


def nag_text(nags: tuple[int, ...]) -> str:
    """`!?` for 5; numbers without a sign as PGN writes them. Move assessments stand before position assessments."""
    return "".join(NAGS.get(nag, f" ${nag}") if nag < 10 else " " + NAGS.get(nag, f"${nag}") for nag in sorted(nags))


def comment_text(comment: str) -> str:
    """A comment as it is read: without [%clk]-like commands, on one line, not longer than can be shown."""
    text = " ".join(_COMMAND.sub("", comment[: COMMENT_SHOWN * 2]).split())
    return text if len(text) <= COMMENT_SHOWN else text[:COMMENT_SHOWN] + " …"


def detail_text(node: Node) -> str:
    """What %eval and %clk say of a move: `+0.35 1:02:03`; `⚙` before it where a variation of the engine's review begins.
    Empty where they say nothing."""
    worth = node.evaluation.text if node.evaluation is not None else ""
    worth = f"⚙ {worth}".rstrip() if "[%review line" in node.comment else worth
    return f"{worth} {_clock(node.clock_ms)}".strip() if node.clock_ms is not None else worth


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


def paragraphs(
    game: Game,
    moves: Callable[[str], str] = str,
    figures: Callable[[str], str] = str,
    ending: Callable[[str], str] = str,
    *,
    running: bool = False,
) -> list[Paragraph]:
    """The whole game, top to bottom; `moves` writes SAN with other letters, `figures` a score and `ending` how the game
    ended as the language does.

    `running`: the main line as in a book, its comments between its moves, instead of two columns.
    """
    writer = _Writer(game, moves, figures, running)
    root = game.root
    if comment_text(root.comment):
        writer.comment(root.comment, 0)
    if root.children:
        writer.write(root.children[0])
    writer.flush()  # the comment of a game without moves
    if game.result != "*":
        reason = ending(game.header("Termination")) if game.outcome is not None else ""
        text = game.result.replace("1/2-1/2", "½–½").replace("-", "–") + (f"  {reason}" if reason else "")
        writer.done.append(Paragraph((Run(text, Role.RESULT),), 0))
    return writer.done


class _Writer:
    """Walks the tree with its own stack, since variations may be nested 5,000 deep."""

    def __init__(self, game: Game, moves: Callable[[str], str], figures: Callable[[str], str], running: bool) -> None:
        self._moves, self._figures, self._running = moves, figures, running
        self.done: list[Paragraph] = []
        self._game = game
        self._runs: list[Run] = []
        self._depth = 0

    def write(self, first: int) -> None:
        """Writes the line that begins with a move, and everything beside it."""
        waiting = [(first, 0)]
        while waiting:
            node_id, depth = waiting.pop()
            if depth > DEEPEST_SHOWN:
                self.done.append(Paragraph((Run("(…)", Role.COMMENT, node_id),), DEEPEST_SHOWN))
                continue
            self._depth = depth
            waiting.extend(reversed(self._line(node_id, depth)))
            self.flush()

    def _line(self, node_id: int, depth: int) -> list[tuple[int, int]]:
        """Writes a line up to its first branching. Returns what comes next: the variations, then the rest of the line."""
        while True:
            node = self._game.node(node_id)
            self._move(node)
            siblings = self._game.node(node.parent).children
            if siblings[0] == node_id and len(siblings) > 1:
                self.flush()
                later = [(sibling, depth + 1) for sibling in siblings[1:]]
                return later + ([(node.children[0], depth)] if node.children else [])
            if not node.children:
                return []
            node_id = node.children[0]

    def _move(self, node: Node) -> None:
        if comment_text(node.comment_before):
            self.comment(node.comment_before, self._depth)
        black = node.number_text.endswith("...")
        text = self._moves(node.san) + nag_text(node.nags)
        if self._depth == 0 and not self._running:
            if not self._runs:
                self._runs.append(Run(f"{node.move_number}.", Role.NUMBER))
                if black:
                    self._runs.append(Run("…", Role.GAP))
            self._runs.append(Run(text, Role.MOVE, node.id))
            self._detail(node)
            if black:
                self.flush()
        else:
            if self._depth == 0 and not black and node.move_number % MOVES_TOGETHER == 1:
                self.flush()
            if not black or not self._runs or self._runs[-1].role is Role.COMMENT:
                self._runs.append(Run(f"{node.move_number}{'…' if black else '.'}", Role.NUMBER))
            self._runs.append(Run(text, Role.VARIATION if self._depth else Role.MOVE, node.id))
            self._detail(node)
        if comment_text(node.comment):
            self.comment(node.comment, self._depth)

    def _detail(self, node: Node) -> None:
        text = detail_text(node)
        if text:
            self._runs.append(Run(self._figures(text), Role.DETAIL))

    def comment(self, text: str, depth: int) -> None:
        """A comment: its own paragraph between two columns, else among the moves."""
        run = Run(comment_text(text), Role.COMMENT)
        if depth == 0 and not self._running:
            self.flush()
            self.done.append(Paragraph((run,), 0))
        else:
            self._runs.append(run)

    def flush(self) -> None:
        """Ends the paragraph."""
        if self._runs:
            main = self._depth == 0
            self.done.append(
                Paragraph(tuple(self._runs), self._depth, main and not self._running, main and self._running)
            )
            self._runs = []
