"""Small values remembered as text in the settings: changed keys, files, hints. Damaged parts are left out."""

import json
from collections.abc import Mapping, Sequence

from engine.ground.json_text import JsonError, parse
from engine.ground.values import dataclass

MOST_FILES = 12
_LONGEST = 50_000  # characters of a remembered text
_MOST_KEYS = 20  # of one action
_HIGHEST_PLY = 100_000


@dataclass(frozen=True)
class RememberedGame:
    """An open game of a file: the file, its place there (`Place` as text; empty: its only game, or the list of its
    games), and the shown half move of its main line. `shown`: its tab, or the list, was in front.
    """

    path: str
    place: str = ""
    ply: int = 0
    shown: bool = False


def keys_from(text: str) -> dict[str, tuple[str, ...]]:
    """The user's keys for actions, by the action's key; an action may have no keys."""
    found = _read(text)
    if not isinstance(found, dict):
        return {}
    return {
        action: tuple(keys)
        for action, keys in found.items()
        if isinstance(keys, list) and len(keys) <= _MOST_KEYS and all(isinstance(key, str) for key in keys)
    }


def keys_text(keys: Mapping[str, Sequence[str]]) -> str:
    """The keys as text for `keys_from`."""
    return json.dumps({action: list(given) for action, given in sorted(keys.items())}) if keys else ""


def with_file(files: str, path: str) -> str:
    """The list of recent files, one per line, with another on top."""
    others = [line for line in files.splitlines() if line and line != path]
    return "\n".join([path, *others][:MOST_FILES])


def session_text(games: Sequence[RememberedGame]) -> str:
    """The open games of files, to be opened again."""
    rows = [[game.path, game.place, game.ply, game.shown] for game in dict.fromkeys(games)]
    return json.dumps(rows[:MOST_FILES], ensure_ascii=False) if rows else ""


def session_from(text: str) -> tuple[RememberedGame, ...]:
    """Reads what `session_text` wrote, or an older version, which stored paths only."""
    found = _read(text)
    games = map(_open_game, found) if isinstance(found, list) else ()
    return tuple(game for game in games if game is not None)[:MOST_FILES]


def _open_game(found: object) -> RememberedGame | None:
    match found:
        case str(path):
            return RememberedGame(path)
        case [str(path), str(place), int(ply), bool(shown)] if 0 <= ply <= _HIGHEST_PLY:
            return RememberedGame(path, place, ply, shown)
    return None


def _read(text: str) -> object:
    if len(text) > _LONGEST:
        return None
    try:
        return parse(text).value if text else None
    except JsonError:
        return None
