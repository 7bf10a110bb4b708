"""Searches the comments, signs and variations of a collection's annotated games."""

import re
import sys
from array import array
from collections.abc import Iterator

import engine.pgn.text.decode  # noqa: F401 - registers the handler of single bytes
from books.collection import schema
from books.collection.game_collection import Collection
from books.collection.patterns import signs_of
from books.collection.query import Query
from engine.game.node import Node
from engine.game.player_names import search_text, spellings
from engine.game.tree import Game
from engine.pgn.reader import games_of
from engine.pgn.seeking import Seeker

_COMMAND = re.compile(r"\[%[^\]]*\]")  # a clock, an evaluation, arrows: not words


def annotated_games(collection: Collection) -> "array[int]":
    """Returns the numbers of the games whose whole text is stored, ascending."""
    return array("I", (row[0] for row in collection.rows(schema.NUMBER, "SELECT game FROM texts ORDER BY game")))


class AnnotationTest:
    """The part of a query that concerns annotations."""

    def __init__(self, query: Query) -> None:
        """:raises QueryError: a sign cannot be understood."""
        self._words = [spellings(word) for word in query.comment.split()]
        self._signs = frozenset(signs_of(query.signs))
        self.active = bool(self._words or self._signs)

    def meets(self, collection: Collection, number: int) -> bool:
        """Whether a game has a comment with all the words, and a move with all the signs.
        :raises CollectionError: the game is damaged."""
        text = (collection.text(number) or b"").decode("utf-8", "ratsu.single-byte")
        if self._words and not self._has_words(text):
            return False  # most games: their moves need not be read
        return any(map(self._is_met_by, games_of(text)))

    def _is_met_by(self, game: Game) -> bool:
        return self.node_of(game) is not None

    def node_of(self, game: Game) -> Node | None:
        """Returns the node with the comment, or else with the signs; None if the game does not have both."""
        nodes = list(game.table)
        found: list[Node | None] = []
        if self._words:
            found.append(next((node for node in nodes if self._has_comment(node)), None))
        if self._signs:
            found.append(next((node for node in nodes if self._signs <= set(node.nags)), None))
        return found[0] if found and None not in found else None

    def _has_comment(self, node: Node) -> bool:
        return any(self._has_words(_COMMAND.sub(" ", text)) for text in (*node.before, *node.comments))

    def _has_words(self, text: str) -> bool:
        there = search_text(text)
        return all(any(form in there for form in forms) for forms in self._words)


def node_in_lines(seeker: Seeker, game: Game) -> Node | None:
    """Returns the first node at which a line of a game, main line or variation, matches; None if none does."""
    start = game.board()
    for nodes, moves in _lines(game):
        ply = seeker.ply(start, moves)
        if ply >= 0:
            return nodes[ply]
    return None


def games_in_text(collection: Collection, number: int) -> list[Game]:
    """Returns the stored text of a game as a tree. :raises CollectionError: it is damaged."""
    text = collection.text(number)
    return [] if text is None else list[Game](games_of(text))


def _lines(game: Game) -> Iterator[tuple[list[Node], bytes]]:
    """Yields every line from the start to an end, the main line first: its nodes, and its moves as core moves of two
    bytes."""
    waiting = [([game.root], array("H"))]
    while waiting:
        nodes, moves = waiting.pop()
        while nodes[-1].children:
            children: list[Node] = list(map(game.node, nodes[-1].children))
            waiting += [([*nodes, child], moves + array("H", (child.move,))) for child in reversed(children[1:])]
            nodes.append(children[0])
            moves.append(children[0].move)
        if sys.byteorder == "big":
            moves.byteswap()
        yield nodes, moves.tobytes()
