"""The identity of a game: moves, players, date and result, so that a game is learned once, however often its file is
read."""

import hashlib
from collections.abc import Iterable

_OLD = "1:"  # prefix for games stored before players and date were


def fingerprint(fen: str, moves: Iterable[str], white: str, black: str, date: str, result: str) -> str:
    """Returns the fingerprint of a game. `moves` in coordinate notation from `fen`; names in any case and spacing;
    `date` as in PGN, empty or with question marks if unknown."""
    known_date = date if "?" not in date else ""
    return _digest(fen, " ".join(moves), _name(white), _name(black), known_date, result)


def old_fingerprint(fen: str, moves: Iterable[str], own_white: bool, opponent: str, result: str) -> str:
    """Returns the fingerprint of a game that was stored without its own side's name and its date."""
    return _OLD + _digest(fen, " ".join(moves), "w" if own_white else "b", _name(opponent), result)


def _name(name: str) -> str:
    return " ".join(name.casefold().split())


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()
