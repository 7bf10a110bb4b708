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
        nodes = list(game.table)
        comments = (_COMMAND.sub(" ", text) for node in nodes for text in (*node.before, *node.comments))
        return (not self._words or any(map(self._has_words, comments))) and (
            not self._signs or any(self._signs <= set(node.nags) for node in nodes)
        )

    def _has_words(self, text: str) -> bool:
        there = search_text(text)
        return all(any(form in there for form in forms) for forms in self._words)


def ply_in_lines(seeker: Seeker, game: Game) -> int:
    """Returns the first ply at which a line of a game, main line or variation, matches; -1 if none does."""
    start = game.board()
    for moves in _lines(game):
        ply = seeker.ply(start, moves)
        if ply >= 0:
            return ply
    return -1


def games_in_text(collection: Collection, number: int) -> list[Game]:
    """Returns the stored text of a game as a tree. :raises CollectionError: it is damaged."""
    text = collection.text(number)
    return [] if text is None else list[Game](games_of(text))


def _lines(game: Game) -> Iterator[bytes]:
    """Yields the moves of every line from the start to an end, as core moves of two bytes; the main line first."""
    waiting = [(game.root, array("H"))]
    while waiting:
        node, moves = waiting.pop()
        while node.children:
            children: list[Node] = list(map(game.node, node.children))
            waiting += [(child, moves + array("H", (child.move,))) for child in reversed(children[1:])]
            node = children[0]
            moves.append(node.move)
        if sys.byteorder == "big":
            moves.byteswap()
        yield moves.tobytes()
