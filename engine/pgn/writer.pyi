from typing_extensions import disjoint_base

from engine.game.tree import Game

def written_game(game: Game, prelude: str = "") -> str:
    """The text of a game, what stood before it first, ending with one line break. Separate games by an empty line."""

@disjoint_base
class Movetext:
    """Turns a tree into words and sets them in lines."""

    def __init__(self, game: Game) -> None: ...
    def text(self) -> str:
        """The movetext with the result, without a line break at its end."""
