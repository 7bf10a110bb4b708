"""PGN text into game trees, through Ratsu's own reader. Nothing escapes but `GameInputError`, and nothing unread is lost.

What the reader could not take as a move stays at the node that it follows (`Node.unread`), and is written there again.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from desktop.model.errors import GameInputError
from desktop.model.game.analysis import Evaluation
from desktop.model.game.tree import ROOT, SEVEN_TAGS, START_FEN, Game, Node, NodeTable, Origin
from engine.game.reason import Reason, told
from engine.game.reason_file import of_command
from engine.pgn.node import Node as PgnNode
from engine.pgn.recognise import bytes_of, has_unread_moves, language_of_game
from engine.pgn.start import start_of
from engine.pgn.tree import TreeReader
from engine.pgn.values import NULL_UCI, PgnGame, Problem, ProblemKind
from engine.rules.board import CoreBoard

BLOCK = 1 << 18  # characters read at a time: the first game of a long text comes at once
MOST_PLAYED = 512  # plies on the board, which forgets the oldest of 768
PLAYED_AGAIN = 128  # plies played anew where the board cannot go further back
CLOCK = re.compile(r"\[%clk\s+(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\s*\]")
SPENT = re.compile(r"\[%emt\s+(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\s*\]")
EVALUATION = re.compile(r"\[%eval\s+(?:#(-?\d{1,4})|(-?\d{1,5}(?:\.\d{1,4})?))(?:,(\d{1,3}))?\s*\]")
SOURCE = re.compile(r"\s?\[%source (book|tablebases|search): ([^\[\]]*)\](?:\s?\[%why\s([^\[\]]*)\])?\s?")


@dataclass(frozen=True)
class ReadGame:
    """A game, and what could not be read in it (a sentence each)."""

    game: Game
    problems: tuple[str, ...] = ()


def read_first(text: str) -> ReadGame:
    """The first game of a text.

    :raises GameInputError: there is no game in it.
    """
    for found in read_games(text):
        return found
    raise GameInputError("There is no chess game in this text.")


def read_games(text: str) -> Iterator[ReadGame]:
    """All games of a text, one after another. A text without tags and moves has none. A game with the piece letters of
    another language is read with those.
    """
    content = text.encode("utf-8", "surrogatepass")
    reader = TreeReader("text")
    for start in range(0, len(content), BLOCK):
        for parsed in reader.feed(content[start : start + BLOCK]):
            yield read_game(_recognised(parsed, content))
    for parsed in reader.feed(b"", True):
        yield read_game(_recognised(parsed, content))


def _recognised(parsed: PgnGame, content: bytes) -> PgnGame:
    if has_unread_moves(parsed.problems):
        own = bytes_of(parsed, content)
        language = language_of_game(own)
        if language != "en":
            return TreeReader("text", language).feed(own, True)[0]
    return parsed


def read_game(parsed: PgnGame) -> ReadGame:
    """A game of the reader as ours."""
    return ReadGame(_Converter(parsed).game(), tuple(map(sentence, parsed.problems)))


def sentence(problem: Problem) -> str:
    """A problem in words: where, what, and the text at fault."""
    text = " ".join(problem.token.split())
    return f"Line {problem.line}: {problem.kind.value}" + (f": “{text}”." if text else ".")


@dataclass(slots=True)
class _Draft:
    """A node while its children are still being found."""

    found: PgnNode
    parent: int
    ply: int
    fen: str
    children: list[int] = field(default_factory=list)


class _Converter:
    """The reader's tree as ours. Children are visited depth first with a stack; the positions come from the core."""

    def __init__(self, parsed: PgnGame) -> None:
        self._parsed = parsed
        headers = parsed.headers
        self._start = start_of(headers.get("FEN"), headers.get("Variant", ""), headers.get("SetUp"))
        fen = START_FEN if self._start.board is None else self._start.board.fen()
        self._drafts = [_Draft(parsed.root, ROOT, 0, fen)]
        self._board = self._start.board or CoreBoard.start()
        self._line = [ROOT]  # the nodes that the board can go back to, the last is where it stands

    def game(self) -> Game:
        """All of it."""
        if self._start.board is not None:
            self._walk()
        nodes = [_node(number, draft) for number, draft in enumerate(self._drafts)]
        parsed = self._parsed
        headers = {**dict(SEVEN_TAGS), **parsed.headers, "Result": parsed.result}
        return Game(
            tuple(headers.items()),
            NodeTable.of(nodes),
            self._start.chess960,
            escapes=parsed.escapes,
            repeated=parsed.repeated,
            refused=self._refusal(),
        )

    def _refusal(self) -> str:
        """Why no moves can be made in this game, empty where they can."""
        if self._start.board is not None:
            return ""
        kind, text = self._start.problems[0]
        if kind is ProblemKind.VARIANT:
            return f"“{text}” is another game than chess; Ratsu keeps its text and does not play it."
        return f"The start position “{text}” cannot be set up; the text of the game is kept as it is."

    def _walk(self) -> None:
        stack = [(child, ROOT) for child in reversed(self._parsed.root.children)]
        while stack:
            found, parent = stack.pop()
            self._stand_at(parent)
            self._push(found.uci)
            new = len(self._drafts)
            before = self._drafts[parent]
            before.children.append(new)
            self._drafts.append(_Draft(found, parent, before.ply + 1, self._board.fen()))
            self._line.append(new)
            stack.extend((child, new) for child in reversed(found.children))

    def _stand_at(self, node: int) -> None:
        """Brings the board to a node, which stands on its line or further back than the line reaches."""
        while len(self._line) > 1 and self._line[-1] != node:
            self._board.pop()
            self._line.pop()
        if self._line[-1] == node and len(self._line) <= MOST_PLAYED:
            return
        line = [node]
        while line[-1] != ROOT and len(line) <= PLAYED_AGAIN:
            line.append(self._drafts[line[-1]].parent)
        self._line = line[::-1]
        self._board = CoreBoard.from_fen(self._drafts[self._line[0]].fen, self._start.chess960)
        for place in self._line[1:]:
            self._push(self._drafts[place].found.uci)

    def _push(self, uci: str) -> None:
        if uci == NULL_UCI:
            self._board.push_null()
        else:
            self._board.push_uci(uci)


def _node(number: int, draft: _Draft) -> Node:
    """The node with what the file says about the move."""
    found = draft.found
    children = tuple(draft.children)
    if not (found.comments or found.before or found.nags or found.unread):
        return Node(number, draft.parent, draft.ply, found.uci, found.san, draft.fen, children)
    comment, origin = " ".join(found.comments), None
    source = SOURCE.search(comment)
    if source:
        origin = Origin(source[1], _reason(source[2], source[3] or ""))
        comment = SOURCE.sub(" " if source.start() and source.end() < len(comment) else "", comment, count=1)
    return Node(
        number,
        draft.parent,
        draft.ply,
        found.uci,
        found.san,
        draft.fen,
        children,
        comment=comment,
        comment_before=" ".join(found.before),
        nags=tuple(dict.fromkeys(found.nags)),
        clock_ms=clock_of(comment),
        spent_ms=clock_of(comment, SPENT),
        evaluation=evaluation_of(comment),
        origin=origin,
        unread=found.unread,
    )


def _reason(words: str, value: str) -> Reason:
    """The value beside the words; the words as they are where an older program or another one wrote no value."""
    try:
        return of_command(value)
    except ValueError:
        return told(words)


def clock_of(comment: str, command: re.Pattern[str] = CLOCK) -> int | None:
    """The time that %clk gives (or %emt, which tells what the move took), in ms."""
    found = command.search(comment)
    if found is None:
        return None
    return int(found[1]) * 3_600_000 + int(found[2]) * 60_000 + round(float(found[3]) * 1000)


def evaluation_of(comment: str) -> Evaluation | None:
    """The evaluation that %eval gives, from White's point of view as everywhere in PGN."""
    found = EVALUATION.search(comment)
    if found is None:
        return None
    depth = int(found[3] or 0)
    if found[1] is not None:
        return Evaluation(mate=int(found[1]), depth=depth)
    return Evaluation(centipawns=round(float(found[2]) * 100), depth=depth)
