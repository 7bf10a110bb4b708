"""The scene of a board on which moves are entered ahead."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from desktop.model.game.premove import Premoves, goals_of, pieces_after
from desktop.model.game.state import GameState
from desktop.views.board.board_scene import BoardScene
from desktop.views.board.position_scene import square_number
from engine.game.side import Side


class PlannedGoals(Mapping[int, frozenset[int]]):
    """Where each own piece could go, worked out when a gesture asks."""

    def __init__(self, pieces: Mapping[int, str], white: bool, rights: str) -> None:
        self._pieces, self._white, self._rights = pieces, white, rights

    def __getitem__(self, square: int) -> frozenset[int]:
        if self._pieces[square].isupper() is not self._white:
            raise KeyError(square)
        return goals_of(self._pieces, square, self._rights)

    def __iter__(self) -> Iterator[int]:
        return (square for square, man in self._pieces.items() if man.isupper() is self._white)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class PlannedPromotions(Container[tuple[int, int]]):
    """Pawns that would arrive on the last rank."""

    def __init__(self, pieces: Mapping[int, str]) -> None:
        self._pieces = pieces

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, tuple):
            return False
        start, end = move
        return self._pieces.get(start, "") in ("P", "p") and end >> 3 in (0, 7)


def planned_scene(scene: BoardScene, state: GameState, premoves: Premoves) -> BoardScene:
    """`scene` with the pieces where they will stand, and the moves that wait."""
    if premoves.tab != state.tab or not (premoves.possible or premoves.moves):
        return scene
    moves = tuple((square_number(uci[:2]), square_number(uci[2:4])) for uci in premoves.moves)
    if not premoves.possible:
        return replace(scene, planned=moves)
    pieces = MappingProxyType(pieces_after(state.position, premoves.moves))
    white = premoves.side is Side.WHITE
    return replace(
        scene,
        destinations=PlannedGoals(pieces, white, state.position.castling),
        promotions=PlannedPromotions(pieces),
        turn_white=white,
        planned=moves,
        planning=True,
        planned_pieces=pieces if moves else None,
    )
