"""The keys of all actions as a file, for another computer: `{"new_game": ["Ctrl+N"], "resign": []}`."""

import json
from collections.abc import Collection, Mapping, Sequence

from desktop.model.errors import DesktopError
from engine.ground.json_text import MOST_BYTES, JsonError, parse

_MOST_KEYS = 20  # of one action


class KeyFileError(DesktopError):
    """A file of keys that cannot be used; nothing was changed."""


def key_file(keys: Mapping[str, Sequence[str]]) -> bytes:
    """The keys as a file, an action a line."""
    rows = (f"  {json.dumps(action)}: {json.dumps(list(given))}" for action, given in keys.items())
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode()


def read_key_file(content: bytes, actions: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The keys by action. Actions that the file leaves out are left out.

    :raises KeyFileError: it is not such a file, names an unknown action, or gives a key to two actions.
    """
    try:
        if len(content) > MOST_BYTES:
            raise JsonError("it is larger than %1 bytes", MOST_BYTES)
        table = parse(content)
        found = {action: tuple(key.text() for key in keys) for action, keys in table.items()}
    except JsonError as error:
        raise KeyFileError("This is not a file of keys (%1). Choose one that was saved here.", error) from error
    holders: dict[str, str] = {}
    for action, keys in found.items():
        if action not in actions:
            raise KeyFileError(
                "The file has keys for “%1”, which is not an action of this version. Remove that line.", action
            )
        if len(keys) > _MOST_KEYS:
            raise KeyFileError("The file has more than %1 keys for “%2”. Remove some.", _MOST_KEYS, action)
        for key in keys:
            if key in holders:
                raise KeyFileError(
                    "The file gives %1 to “%2” and to “%3”. Change one of the lines.", key, holders[key], action
                )
            holders[key] = action
    return found
