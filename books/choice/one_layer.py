"""Joins the moves of a position that only one layer has. Compiled, because nearly all rows of a library pass here.

The rules are those of `books.choice.layers.join`, whose decisions are looked up.
"""

import cython
from cython.cimports.books.store.row_check import new_row, put
from cython.cimports.libc.math import rint

from books.entry import MoveRow


class OneLayer:
    """The decisions of one layer (see one_layer.pyi)."""

    def __cinit__(self, full_weight: cython.double, decided, own_word=None, experience=None):
        self.full_weight = full_weight
        self.decided = decided
        self.own_word = own_word
        self.experience = experience
        self.known = [None] * DECISIONS

    def decision(self, row):
        flag: cython.int = row[FLAG]
        presence: cython.int = row[PRESENCE]
        locked: cython.bint = row[LOCKED]
        inherits: cython.bint = row[INHERITS]
        number: cython.int = ((flag + 1) * 4 + presence + 1) * 4 + 2 * locked + inherits
        if not 0 <= number < DECISIONS:
            raise ValueError(f"flag {flag}, presence {presence}")
        found = self.known[number]
        if found is None:
            found = self.known[number] = self.decided(row)
        return found

    def weight(self, row, heaviest):
        """Returns the weight of a row in the library; `heaviest`: the largest of its position."""
        own: cython.double = row[WEIGHT]
        found: cython.double = 1
        if own > 0:
            found = self.full_weight * own / heaviest
        elif self.own_word is not None and self.own_word(row):
            found = self.full_weight
        if self.experience is not None:
            found *= self.experience(row)
        return found

    def ordered(self, rows):
        """Returns (-flag, -weight, move, row, decision) of each row, in order (see one_layer.pyi)."""
        row: tuple
        decision: tuple
        own: cython.double
        heaviest: cython.double = 0
        for one in rows:
            if type(one) is not MoveRow:  # the rows are read unchecked
                raise TypeError(f"{one!r} is not a MoveRow")
            own = cython.cast(tuple, one)[WEIGHT]
            heaviest = max(heaviest, own)
        found: list = []
        for one in rows:
            row = cython.cast(tuple, one)
            decision = self.decision(row)
            flag: cython.int = decision[0]
            found.append((-flag, -self.weight(row, heaviest), row[MOVE], one, decision))
        if len(found) > 1:
            found.sort()  # the order of `books.choice.layers.order`; moves differ, so that rows are never compared
        return found

    def joined(self, rows):
        """See one_layer.pyi."""
        row: tuple
        decision: tuple
        one: tuple
        place: cython.int
        weight: cython.double
        found: list = self.ordered(rows)
        made: list = []
        for one in found:
            weight = one[1]
            row = cython.cast(tuple, one[3])
            decision = one[4]
            joined = new_row(MoveRow, COLUMNS)
            for place in range(COLUMNS):
                if place == FLAG:
                    put(joined, place, decision[0])
                elif place == WEIGHT:
                    put(joined, place, cython.cast(cython.longlong, rint(-weight)))
                elif place == INHERITS:
                    put(joined, place, decision[1])
                else:
                    put(joined, place, row[place])
            made.append(joined)
        return made
