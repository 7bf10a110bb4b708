"""Changes the tags of many games of a collection, with undo.

A game keeps its import signature and original tags (`originals`): importing its file again neither doubles it nor
reverts the change. Statistics (result, Elo, year) follow the new tags.
"""

import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from books.collection import schema
from books.collection.export import headers_of, text_of
from books.collection.game_collection import RESULT_TOKENS, CollectedGame, Collection, CollectionError
from books.collection.import_identity import keep_original
from books.collection.names import NameNumbers
from books.collection.rows import other_tags, year_of
from books.collection.traits import pack_traits
from engine.game.tags.dates import date_text
from engine.game.tags.ratings import elo_in
from engine.game.tree import Game
from engine.pgn.edit import HeaderEdit
from engine.pgn.reader import games_of
from engine.pgn.writer import written_game

_FIELDS = "white, black, event, round, date, result, white_elo, black_elo, eco, more"
_MATERIAL_BYTES = 8  # at the beginning of a game's traits


class _StoredTags(NamedTuple):
    """The data that tags are stored in: the columns `_FIELDS`, the packed text of an annotated game, its traits."""

    number: int
    fields: tuple[object, ...]
    text: bytes | None
    traits: bytes


class Retagging(NamedTuple):
    """The undo of a change: games that match `after` return to `before`."""

    path: Path
    before: tuple[_StoredTags, ...]
    after: tuple[_StoredTags, ...]

    @property
    def size(self) -> int:
        """Approximate memory in bytes."""
        return sum(300 + len(row.text or b"") for row in (*self.before, *self.after))

    def rebased(self, _later: object) -> Self:
        """Returns the same undo after a later change was undone or redone: each game is compared anyway."""
        return self


def retagged(
    collection: Collection, games: Iterable[CollectedGame], edit: HeaderEdit, go_on: Callable[[], bool]
) -> Retagging | None:
    """Changes the tags of games in one transaction. Returns the undo; None if `go_on` returned False.
    :raises CollectionError: the collection is damaged or cannot be written."""
    changed: list[tuple[CollectedGame, Game]] = []
    for game in games:
        if not go_on():
            return None
        if game.annotated:
            whole = games_of(text_of(collection, game).encode(), "collection")[0]
            after: Game = edit.applied(whole)
            same = after is whole
        else:
            bare = Game.new(headers=headers_of(collection, game))
            after = edit.applied(bare)
            same = after is bare
        if not same:
            changed.append((game, after))
    with collection.transaction() as db:
        names = NameNumbers(db)
        before = _kept(collection, [game.id for game, _ in changed])
        keep_original(db, [game.id for game, _ in changed])
        rows = [_with_tags(row, game, after, names) for row, (game, after) in zip(before, changed, strict=True)]
        _write(collection, rows)
    return Retagging(collection.path, tuple(before), tuple(rows))


def restored(change: Retagging) -> Retagging:
    """Undoes a change. Returns the undo of this step.
    :raises CollectionError: a game was changed since, or the collection cannot be written."""
    with Collection(change.path) as collection, collection.transaction():
        if tuple(_kept(collection, [row.number for row in change.after])) != change.after:
            raise CollectionError("The games of %1 have changed since, so this cannot be undone.", change.path)
        _write(collection, change.before)
    return Retagging(change.path, change.after, change.before)


def _with_tags(row: _StoredTags, game: CollectedGame, after: Game, names: NameNumbers) -> _StoredTags:
    headers = dict(after.headers)
    result = RESULT_TOKENS.index(after.result) if after.result in RESULT_TOKENS else 0
    elos = [elo_in(headers.get(name, "")) for name in ("WhiteElo", "BlackElo")]
    fields = (
        names.player(headers.get("White", "?")),
        names.player(headers.get("Black", "?")),
        names.event((headers.get("Event", "?"), headers.get("Site", "?"))),
        headers.get("Round"),
        date_text(headers["Date"]) if "Date" in headers else None,
        result,
        *elos,
        headers.get("ECO"),
        array("I", map(names.tag, other_tags(headers))).tobytes() or None,
    )
    known = [elo for elo in elos if elo]
    material = int.from_bytes(row.traits[:_MATERIAL_BYTES], sys.byteorder)
    traits = pack_traits(material, sum(known) // len(known) if known else 0, year_of(headers.get("Date", "")), result)
    text = zlib.compress(written_game(after, getattr(after, "prelude", "")).encode(), 1) if game.annotated else None
    return _StoredTags(row.number, fields, text, traits)


def _kept(collection: Collection, numbers: Sequence[int]) -> list[_StoredTags]:
    """Returns the stored tag data of games. :raises CollectionError: a game no longer exists."""
    found, traits = [], collection.traits()
    for number in numbers:
        row = collection.db.execute(f"SELECT {_FIELDS} FROM games WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise CollectionError("Game %1 of %2 no longer exists.", number, collection.path)
        text = collection.db.execute("SELECT data FROM texts WHERE game = ?", (number,)).fetchone()
        start = number * schema.TRAIT_BYTES
        found.append(_StoredTags(number, tuple(row), text and text[0], traits[start : start + schema.TRAIT_BYTES]))
    return found


def _write(collection: Collection, rows: Sequence[_StoredTags]) -> None:
    db = collection.db
    sets = ", ".join(f"{name} = ?" for name in _FIELDS.split(", "))
    db.executemany(f"UPDATE games SET {sets} WHERE id = ?", [(*row.fields, row.number) for row in rows])
    texts = [(row.text, row.number) for row in rows if row.text is not None]
    db.executemany("UPDATE texts SET data = ? WHERE game = ?", texts)
    _write_traits(collection, rows)


def _write_traits(collection: Collection, rows: Sequence[_StoredTags]) -> None:
    """Writes batch by batch: one value holds the traits of 20,000 games."""
    firsts = array("I", (row[0] for row in collection.db.execute("SELECT first_game FROM traits ORDER BY first_game")))
    waiting = sorted((row.number, row.traits) for row in rows)
    for first in reversed(firsts):
        mine = [(number, traits) for number, traits in waiting if number >= first]
        waiting = waiting[: len(waiting) - len(mine)]
        if mine:
            query = "SELECT data FROM traits WHERE first_game = ?"
            data = bytearray(collection.db.execute(query, (first,)).fetchone()[0])
            for number, traits in mine:
                start = (number - first) * schema.TRAIT_BYTES
                data[start : start + schema.TRAIT_BYTES] = traits
            collection.db.execute("UPDATE traits SET data = ? WHERE first_game = ?", (bytes(data), first))
