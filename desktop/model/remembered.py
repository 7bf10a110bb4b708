"""Small things the program remembers as text in its settings: keys that were changed, files, hints. Damage is left out."""

import json
from collections.abc import Mapping, Sequence

from engine.ground.json_text import JsonError, parse
from engine.ground.values import dataclass

MOST_FILES = 12
_LONGEST = 50_000  # characters of a remembered text
_MOST_KEYS = 20  # of one action
_HIGHEST_PLY = 100_000


@dataclass(frozen=True)
class OpenGame:
    """A game of a file that is open: the file, where in it (`Place` as text; empty: its only game, or the list of its games), and
    the half move of its main line that is shown. `shown`: its tab, or the list, was in front."""

    path: str
    place: str = ""
    ply: int = 0
    shown: bool = False


def keys_from(text: str) -> dict[str, tuple[str, ...]]:
    """The keys that the user gave to actions, by the action's key; no keys at all is a choice too."""
    found = _read(text)
    if not isinstance(found, dict):
        return {}
    return {
        action: tuple(keys)
        for action, keys in found.items()
        if isinstance(keys, list) and len(keys) <= _MOST_KEYS and all(isinstance(key, str) for key in keys)
    }


def keys_text(keys: Mapping[str, Sequence[str]]) -> str:
    """What `keys_from` reads."""
    return json.dumps({action: list(given) for action, given in sorted(keys.items())}) if keys else ""


def with_file(files: str, path: str) -> str:
    """The files last used, one a line, with another on top."""
    others = [line for line in files.splitlines() if line and line != path]
    return "\n".join([path, *others][:MOST_FILES])


def session_text(games: Sequence[OpenGame]) -> str:
    """The games of files that were open, to be opened again."""
    rows = [[game.path, game.place, game.ply, game.shown] for game in dict.fromkeys(games)]
    return json.dumps(rows[:MOST_FILES], ensure_ascii=False) if rows else ""


def session_from(text: str) -> tuple[OpenGame, ...]:
    """What `session_text` wrote, or an older version, which kept paths only."""
    found = _read(text)
    games = map(_open_game, found) if isinstance(found, list) else ()
    return tuple(game for game in games if game is not None)[:MOST_FILES]


def _open_game(found: object) -> OpenGame | None:
    match found:
        case str(path):
            return OpenGame(path)
        case [str(path), str(place), int(ply), bool(shown)] if 0 <= ply <= _HIGHEST_PLY:
            return OpenGame(path, place, ply, shown)
    return None


def _read(text: str) -> object:
    if len(text) > _LONGEST:
        return None
    try:
        return parse(text).value if text else None
    except JsonError:
        return None
