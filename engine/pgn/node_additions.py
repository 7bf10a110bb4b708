"""Additions to nodes while their game is read, in linear time.

A node holds tuples and one text, which are copied for each addition: fastest for the usual few, but quadratic, which
would freeze a window at 100,000 NAGs. So further additions are collected in lists and put into the node at the end of
the game.
"""

import cython
from cython.cimports.engine.game.node import Node

from engine.pgn.text.comment_text import written_comment

MOST_COPIED = cython.declare(cython.Py_ssize_t, 16)  # number of things of one kind added by copying
_ONLY_CHILD: list = [(id,) for id in range(1024)]  # shared: most moves have one successor, with a small number
MOST_CHARACTERS = cython.declare(cython.Py_ssize_t, 1024)  # the same limit for unread text


def joined(first, second):
    """Returns both lists as one; None counts as empty. The first is changed."""
    if second is None:
        return first
    if first is None:
        return second
    first.extend(second)
    return first


@cython.cfunc
def _list_of(lists: dict, node: Node) -> list:
    found = lists.get(node)
    if found is None:
        found = lists[node] = []
    return found


@cython.cclass
class NodeAdditions:
    """See the module. Call `begin` before a game and `finish` after it."""

    def __cinit__(self):
        self.comments = {}
        self.nags = {}
        self.children = {}
        self.unread = {}

    def begin(self):
        """Drops what an earlier game left after an error."""
        for lists in (self.comments, self.nags, self.children, self.unread):
            if lists:
                lists.clear()

    def add_comment(self, node, comment):
        """Adds a comment after the node's move."""
        if len(node.comments) < MOST_COPIED:
            node.comments += (comment,)
        else:
            _list_of(self.comments, node).append(comment)

    def add_comments(self, node, comments):
        """Adds several comments; None counts as empty."""
        if comments is not None:
            for comment in comments:
                self.add_comment(node, comment)

    def add_nag(self, node, nag):
        """Adds an annotation glyph."""
        if len(node.nags) < MOST_COPIED:
            node.nags += (nag,)
        else:
            _list_of(self.nags, node).append(nag)

    def add_nags(self, node, nags):
        """Adds several glyphs; None counts as empty."""
        if nags is not None:
            for nag in nags:
                self.add_nag(node, nag)

    def add_child(self, node, child):
        """Adds a move that follows the node."""
        if not node.children and child.id < len(_ONLY_CHILD):
            node.children = _ONLY_CHILD[child.id]
        elif len(node.children) < MOST_COPIED:
            node.children += (child.id,)
        else:
            _list_of(self.children, node).append(child.id)

    def keep(self, node, words):
        """Adds unreadable text to the node before it."""
        if not node.unread:
            node.unread = words
        elif len(node.unread) < MOST_CHARACTERS:
            node.unread = node.unread + " " + words
        else:
            _list_of(self.unread, node).append(words)

    def remark(self, node, words, readable):
        """Adds a comment; after an unreadable move it becomes part of the unread text."""
        if readable:
            self.add_comment(node, words)
        else:
            self.keep(node, written_comment(words).rstrip(" "))

    def finish(self):
        """Puts the collected additions into the nodes."""
        node: Node
        for node, more in self.comments.items():
            node.comments += tuple(more)
        for node, more in self.nags.items():
            node.nags += tuple(more)
        for node, more in self.children.items():
            node.children += tuple(more)
        for node, more in self.unread.items():
            node.unread = " ".join([node.unread, *more])
        self.begin()
