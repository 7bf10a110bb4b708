"""Placements of the pawns: each is a separate problem for retrograde analysis."""

from itertools import combinations


def placements(signature: str) -> list[tuple[int, ...]]:
    """Returns every placement of the pawns up to mirroring, most advanced first; White's (the first side's) squares
    first, sorted."""
    white = signature.split("v")[0].count("P")
    black = signature.split("v")[1].count("P")
    found = set()
    for mine in combinations(range(8, 56), white):
        for theirs in combinations(range(8, 56), black):
            if not set(mine) & set(theirs):
                found.add(canonical(mine + theirs, white)[0])
    return sorted(found, key=lambda squares: (-advance(squares, white), squares))


def advance(squares: tuple[int, ...], white: int) -> int:
    """Returns the total number of ranks the pawns have advanced; every pawn move increases it."""
    return sum(square >> 3 if i < white else 7 - (square >> 3) for i, square in enumerate(squares))


def canonical(squares: tuple[int, ...], white: int) -> tuple[tuple[int, ...], bool]:
    """Returns the stored one of a placement and its mirror image, and whether it is the mirror image."""
    straight = tuple(sorted(squares[:white])) + tuple(sorted(squares[white:]))
    mirrored = tuple(sorted(square ^ 7 for square in squares[:white])) + tuple(
        sorted(square ^ 7 for square in squares[white:])
    )
    return (straight, False) if straight <= mirrored else (mirrored, True)
