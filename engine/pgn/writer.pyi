from typing_extensions import disjoint_base

from engine.game.tree import Game

def written_game(game: Game, prelude: str = "", sources: bool = False) -> str:
    """The text of a game, what stood before it first, ending with one line break. Separate games by an empty line.

    `sources`: with the commands that say where an engine's move came from and why, which only Ratsu reads."""

@disjoint_base
class Movetext:
    """Turns a tree into words and sets them in lines."""

    def __init__(self, game: Game, sources: bool = False) -> None: ...
    def text(self) -> str:
        """The movetext with the result, without a line break at its end."""
