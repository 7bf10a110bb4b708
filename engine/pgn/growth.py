"""What is added to nodes while their game is read, at a cost that grows with its number and not with its square.

A node holds tuples and one text, which are copied when something is added. That is the quickest way for the few things
that a move has, and freezes a window at 100,000 NAGs. So what comes behind the first few is gathered in lists, and laid
into the node when the game has been read.
"""

import cython
from cython.cimports.engine.game.node import Node

from engine.pgn.text.comment_text import written_comment

MOST_COPIED = cython.declare(cython.Py_ssize_t, 16)  # things of one kind that are added by copying
MOST_CHARACTERS = cython.declare(cython.Py_ssize_t, 1024)  # of unread text, the same


def joined(first, second):
    """Both lists in one; None is an empty one. The first is changed."""
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
class Growth:
    """See the module. `begin` before a game, `finish` behind it."""

    def __cinit__(self):
        self.comments = {}
        self.nags = {}
        self.children = {}
        self.unread = {}

    def begin(self):
        """Forgets what an earlier game left, where an error ended it."""
        for lists in (self.comments, self.nags, self.children, self.unread):
            if lists:
                lists.clear()

    def add_comment(self, node, comment):
        """A comment behind the node's move."""
        if len(node.comments) < MOST_COPIED:
            node.comments += (comment,)
        else:
            _list_of(self.comments, node).append(comment)

    def add_comments(self, node, comments):
        """Several; None are none."""
        if comments is not None:
            for comment in comments:
                self.add_comment(node, comment)

    def add_nag(self, node, nag):
        """An annotation glyph."""
        if len(node.nags) < MOST_COPIED:
            node.nags += (nag,)
        else:
            _list_of(self.nags, node).append(nag)

    def add_nags(self, node, nags):
        """Several; None are none."""
        if nags is not None:
            for nag in nags:
                self.add_nag(node, nag)

    def add_child(self, node, child):
        """A move that follows the node."""
        if len(node.children) < MOST_COPIED:
            node.children += (child.id,)
        else:
            _list_of(self.children, node).append(child.id)

    def keep(self, node, words):
        """Text that could not be read, at the node that it follows."""
        if not node.unread:
            node.unread = words
        elif len(node.unread) < MOST_CHARACTERS:
            node.unread = node.unread + " " + words
        else:
            _list_of(self.unread, node).append(words)

    def remark(self, node, words, readable):
        """A comment; where moves cannot be read, it is among their text."""
        if readable:
            self.add_comment(node, words)
        else:
            self.keep(node, written_comment(words).rstrip(" "))

    def finish(self):
        """Lays what was gathered into the nodes."""
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
