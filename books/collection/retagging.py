"""Changes the tags of many games of a collection, with undo.

A game keeps its import signature and original tags (`originals`): importing its file again neither doubles it nor
reverts the change. Statistics (result, Elo, year) follow the new tags.
"""

import zlib
from array import array
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from books.collection.export import headers_of, text_of
from books.collection.game_collection import RESULT_TOKENS, CollectedGame, Collection
from books.collection.names import NameNumbers
from books.collection.rows import other_tags
from books.collection.stored_games import StoredChange, StoredGame, stored, write_games
from books.collection.traits import material_of, pack_traits
from engine.game.tags.dates import date_text
from engine.game.tags.ratings import elo_in
from engine.game.tree import Game
from engine.pgn.reader import games_of
from engine.pgn.writer import written_game

T = TypeVar("T", bound=Game)
_MOVES_AT = 10  # in schema.GAME_COLUMNS, after the columns of tags; the last column has the other tags


class TagEdit(Protocol):
    """A change of tags, such as `engine.pgn.edit.HeaderEdit`."""

    def applied(self, game: T) -> T:
        """Returns the game with its tags changed; the same game if nothing changes."""


def retagged(
    collection: Collection, games: Iterable[CollectedGame], edit: TagEdit, go_on: Callable[[], bool]
) -> StoredChange | None:
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
        before = stored(collection, [game.id for game, _ in changed])
        rows = [_with_tags(row, game, after, names) for row, (game, after) in zip(before, changed, strict=True)]
        write_games(collection, before, rows)
    return StoredChange(collection.path, tuple(before), tuple(rows))


def _with_tags(row: StoredGame, game: CollectedGame, after: Game, names: NameNumbers) -> StoredGame:
    headers = dict(after.headers)
    result = RESULT_TOKENS.index(after.result) if after.result in RESULT_TOKENS else 0
    elos = [elo_in(headers.get(name, "")) for name in ("WhiteElo", "BlackElo")]
    tags = (
        names.player(headers.get("White", "?")),
        names.player(headers.get("Black", "?")),
        names.event((headers.get("Event", "?"), headers.get("Site", "?"))),
        headers.get("Round"),
        date_text(headers["Date"]) if "Date" in headers else None,
        result,
        *elos,
        headers.get("ECO"),
    )
    more = array("I", map(names.tag, other_tags(headers))).tobytes() or None
    white, black = (elo or 0 for elo in elos)
    traits = pack_traits(
        material_of(row.traits), white, black, headers.get("Date", ""), headers.get("TimeControl"), result
    )
    changed = row.changed()._replace(row=(row.row[0], *tags, *row.row[_MOVES_AT:-1], more), traits=traits)
    if not game.annotated:
        return changed
    return changed.with_side("texts", (zlib.compress(written_game(after, getattr(after, "prelude", "")).encode(), 1),))
