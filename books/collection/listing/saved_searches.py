"""Searches saved under names: a file in the data folder that the window and the command line share."""

from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Annotated

from books.collection.query import Query
from engine.ground.codec import Longest, OneOf, as_json, of_json
from engine.ground.errors import RatsuError
from engine.ground.files import read_file
from engine.ground.json_text import dumped, parse
from engine.ground.text import Text
from engine.ground.values import dataclass

MOST_BYTES = 1 << 20
LONGEST_NAME = 100  # characters
_FORMAT = "ratsu-searches-1"
_KEY_BITS = 1 << 64


@dataclass(frozen=True)
class _Named:
    name: Annotated[str, Longest(LONGEST_NAME)]
    query: Query


@dataclass(frozen=True)
class SavedSearches:
    """Searches in the order of their names."""

    format: Annotated[str, OneOf((_FORMAT,))] = _FORMAT
    searches: tuple[_Named, ...] = field(default=())

    @property
    def by_name(self) -> Mapping[str, Query]:
        """The queries."""
        return {one.name: _with_keys(one.query, signed=False) for one in self.searches}

    def with_search(self, name: str, query: Query) -> "SavedSearches":
        """Returns them with one more, in place of one of the same name. :raises RatsuError: the name is empty or too
        long."""
        name = " ".join(name.split())
        if not 0 < len(name) <= LONGEST_NAME:
            raise RatsuError("The name of a search has 1 to %1 characters.", LONGEST_NAME)
        others = [one for one in self.searches if one.name != name]
        named = sorted([*others, _Named(name, _with_keys(query, signed=True))], key=lambda one: one.name.casefold())
        return replace(self, searches=tuple(named))

    def without(self, name: str) -> "SavedSearches":
        """Returns them without one."""
        return replace(self, searches=tuple(one for one in self.searches if one.name != name))

    @property
    def content(self) -> bytes:
        """The content of the file."""
        return dumped(as_json(self))

    @classmethod
    def of_content(cls, content: bytes) -> "SavedSearches":
        """Returns what `content` wrote. :raises JsonError: it is damaged."""
        return of_json(cls, parse(content, MOST_BYTES))


def _with_keys(query: Query, *, signed: bool) -> Query:
    """Returns the query with its positions as signed numbers, for JSON, or as unsigned ones."""
    keys = (key - _KEY_BITS if signed and key >> 63 else key if signed else key % _KEY_BITS for key in query.positions)
    return replace(query, positions=tuple(keys))


def saved_query(path: Path, name: str) -> Query:
    """Returns a saved search. :raises RatsuError: the file has none of this name, or cannot be read."""
    try:
        found = SavedSearches.of_content(read_file(path, MOST_BYTES)).by_name
    except FileNotFoundError:
        found = {}
    except OSError as error:
        raise RatsuError("cannot read %1: %2", path, error) from error
    if name not in found:
        names = ", ".join(found) or "-"
        raise RatsuError(Text("no search is saved as %1; saved are: %2", repr(name), names))
    return found[name]
