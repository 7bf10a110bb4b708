"""One change of the tags of many games."""

import re
from typing import TypeVar

from engine.game.tree import Game
from engine.ground.values import dataclass

FIXED = ("FEN", "SetUp", "Variant")  # they say what the moves mean
_NAME = re.compile(r"[A-Za-z0-9_]{1,255}")
T = TypeVar("T", bound=Game)


@dataclass(frozen=True)
class HeaderEdit:
    """`names` get the `value`; an empty one takes the tag out (the seven of the standard then say `?`). With `find`, only that
    part of a value is replaced, in games that have it; else games without the tag get it.
    """

    names: tuple[str, ...]
    value: str
    find: str = ""

    @property
    def possible(self) -> bool:
        """Whether the names can be tags that may be changed."""
        return bool(self.names) and all(_NAME.fullmatch(name) and name not in FIXED for name in self.names)

    def applied(self, game: T) -> T:
        """The game with its tags changed; the same one where nothing changes."""
        for name in self.names:
            before = game.header(name)
            after = before.replace(self.find, self.value) if self.find else self.value
            if before != after:
                game = game.with_header(name, after)  # type: ignore[assignment]  # it keeps the type
        return game
