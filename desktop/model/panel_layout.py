"""The user's panels as text: opened, closed, pinned or in separate windows, with their sizes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType

from engine.ground.json_text import JsonError, parse
from engine.ground.values import dataclass

MOST_REMEMBERED = 20_000  # characters; ours has a few hundred
_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_SIZES: Mapping[str, tuple[int, ...]] = MappingProxyType({})


@dataclass(frozen=True)
class PanelLayout:
    """Differences from the table of panels.

    A panel is named by its key, a mode by its value. `added` and `removed` contain pairs `mode/panel`. A pinned panel
    is shown in every mode, below the others; a detached one is in a separate window, whose place and size is its value.
    `chosen` is the front tab by mode; `sizes` those of the parts by arrangement. `side_width` 0 leaves the width to the
    window.
    """

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    pinned: tuple[str, ...] = ()
    detached: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    chosen: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    sizes: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: _NO_SIZES)
    side_width: int = 0

    def tabs(self, mode: str, keys: Sequence[str], defaults: Sequence[str]) -> tuple[str, ...]:
        """The tabs of a mode, in the order of `keys`; `defaults` are those that the mode shows by default."""
        return tuple(
            key
            for key in keys
            if key not in self.pinned
            and key not in self.detached
            and (f"{mode}/{key}" in self.added or (key in defaults and f"{mode}/{key}" not in self.removed))
        )

    def with_tab(self, mode: str, key: str) -> "PanelLayout":
        """With a panel shown in front in a mode."""
        pair = f"{mode}/{key}"
        back = self.docked(key)
        chosen = MappingProxyType({**back.chosen, mode: key})
        return replace(back, added=back.added | {pair}, removed=back.removed - {pair}, chosen=chosen)

    def without_tab(self, mode: str, key: str) -> "PanelLayout":
        pair = f"{mode}/{key}"
        back = self.docked(key)
        return replace(back, added=back.added - {pair}, removed=back.removed | {pair})

    def with_pin(self, key: str) -> "PanelLayout":
        back = self.docked(key)
        return replace(back, pinned=(*back.pinned, key))

    def with_window(self, key: str, place: str = "") -> "PanelLayout":
        """With a panel in a separate window; `place` is its place and size."""
        back = self.docked(key)
        return replace(back, detached=MappingProxyType({**back.detached, key: place}))

    def docked(self, key: str) -> "PanelLayout":
        """With a panel neither pinned nor in a window."""
        detached = {other: place for other, place in self.detached.items() if other != key}
        pinned = tuple(other for other in self.pinned if other != key)
        return replace(self, pinned=pinned, detached=MappingProxyType(detached))

    def with_choice(self, mode: str, key: str) -> "PanelLayout":
        return replace(self, chosen=MappingProxyType({**self.chosen, mode: key}))

    def with_sizes(self, arrangement: str, sizes: Sequence[int]) -> "PanelLayout":
        return replace(self, sizes=MappingProxyType({**self.sizes, arrangement: tuple(sizes)}))

    def text(self) -> str:
        values = {
            "added": sorted(self.added),
            "removed": sorted(self.removed),
            "pinned": list(self.pinned),
            "detached": dict(self.detached),
            "chosen": dict(self.chosen),
            "sizes": {name: list(sizes) for name, sizes in self.sizes.items()},
            "side_width": self.side_width,
        }
        return json.dumps({key: value for key, value in values.items() if value}, separators=(",", ":"))


def layout_from(text: str, keys: Sequence[str]) -> PanelLayout:
    """Reads what `PanelLayout.text` wrote; damaged parts and unknown panels are left out."""
    if len(text) > MOST_REMEMBERED:
        return PanelLayout()
    try:
        found = parse(text or "{}").value
    except JsonError:
        return PanelLayout()
    if not isinstance(found, dict):
        return PanelLayout()
    width = found.get("side_width", 0)
    return PanelLayout(
        added=frozenset(pair for pair in _words(found.get("added")) if pair.rpartition("/")[2] in keys),
        removed=frozenset(pair for pair in _words(found.get("removed")) if pair.rpartition("/")[2] in keys),
        pinned=tuple(dict.fromkeys(key for key in _words(found.get("pinned")) if key in keys)),
        detached={key: place for key, place in _pairs(found.get("detached")) if key in keys},
        chosen={mode: key for mode, key in _pairs(found.get("chosen")) if key in keys},
        sizes=_sizes(found.get("sizes")),
        side_width=width if type(width) is int and 0 <= width < 20_000 else 0,
    )


def _words(found: object) -> list[str]:
    return [word for word in found if isinstance(word, str)] if isinstance(found, list) else []


def _pairs(found: object) -> list[tuple[str, str]]:
    items = found.items() if isinstance(found, dict) else ()
    return [(key, value) for key, value in items if isinstance(key, str) and isinstance(value, str)]


def _sizes(found: object) -> dict[str, tuple[int, ...]]:
    items = found.items() if isinstance(found, dict) else ()
    return {
        name: tuple(sizes)
        for name, sizes in items
        if isinstance(name, str) and isinstance(sizes, list) and all(type(s) is int and 0 <= s < 20_000 for s in sizes)
    }
