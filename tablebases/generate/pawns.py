"""Placements of the pawns: each is a problem of its own for retrograde analysis."""

from itertools import combinations


def placements(signature: str) -> list[tuple[int, ...]]:
    """Every placement of the pawns up to mirroring, most advanced first; White's (the first side's) squares first, sorted."""
    white = signature.split("v")[0].count("P")
    black = signature.split("v")[1].count("P")
    found = set()
    for mine in combinations(range(8, 56), white):
        for theirs in combinations(range(8, 56), black):
            if not set(mine) & set(theirs):
                found.add(canonical(mine + theirs, white)[0])
    return sorted(found, key=lambda squares: (-advance(squares, white), squares))


def advance(squares: tuple[int, ...], white: int) -> int:
    """Ranks that the pawns have walked in all; every pawn move makes it larger."""
    return sum(square >> 3 if i < white else 7 - (square >> 3) for i, square in enumerate(squares))


def canonical(squares: tuple[int, ...], white: int) -> tuple[tuple[int, ...], bool]:
    """A placement or its mirror image, whichever is stored; and whether it is the mirror image."""
    straight = tuple(sorted(squares[:white])) + tuple(sorted(squares[white:]))
    mirrored = tuple(sorted(square ^ 7 for square in squares[:white])) + tuple(
        sorted(square ^ 7 for square in squares[white:])
    )
    return (straight, False) if straight <= mirrored else (mirrored, True)
