"""Small things the program remembers as text in its settings: keys that were changed, files, hints. Damage is left out."""

import json
from collections.abc import Mapping, Sequence

from engine.json_text import JsonError, parse

MOST_FILES = 12
_LONGEST = 50_000  # characters of a remembered text
_MOST_KEYS = 20  # of one action


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


def session_text(paths: Sequence[str]) -> str:
    """The files that were open, to be opened again."""
    return json.dumps(list(dict.fromkeys(paths))[:MOST_FILES], ensure_ascii=False) if paths else ""


def session_from(text: str) -> tuple[str, ...]:
    """What `session_text` wrote."""
    found = _read(text)
    return tuple(path for path in found if isinstance(path, str))[:MOST_FILES] if isinstance(found, list) else ()


def _read(text: str) -> object:
    if len(text) > _LONGEST:
        return None
    try:
        return parse(text).value if text else None
    except JsonError:
        return None
