from __future__ import annotations

from array import array

def tally(games: array[int], moves: array[int], traits: bytes) -> dict[int, list[int | list[int]]]:
    """Statistics by move: {move: [games, white wins, draws, black wins, Elo sum, games with Elo, last year, top
    games]}.
    """
