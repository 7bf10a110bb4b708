"""Merges the games of a duplicate group, with undo."""

from collections.abc import Callable, Sequence

from books.collection.editing import deleted, replaced
from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.stored_games import StoredChange
from engine.game.tree import Game
from engine.pgn.merging import united
from engine.pgn.reader import games_of


def merged_into_first(
    collection: Collection, groups: Sequence[Sequence[int]], go_on: Callable[[int, int], bool]
) -> StoredChange:
    """Gives the first game of each group the lines, comments and missing tags of the others, and puts those into the
    bin, in one transaction. `go_on` gets the groups done and in total; if it returns False, the rest stays. Returns the
    undo.
    :raises CollectionError: the collection is damaged or cannot be written.
    :raises MergeError: the games of a group begin from different positions."""
    changes: list[StoredChange] = []
    with collection.transaction():
        for done, group in enumerate(groups):
            if not go_on(done, len(groups)):
                break
            changes += _merged(collection, group)
    moved = tuple(sorted(number for change in changes for number in change.moved))
    before = tuple(game for change in changes for game in change.before)
    after = tuple(game for change in changes for game in change.after)
    return StoredChange(collection.path, before, after, moved)


def _merged(collection: Collection, group: Sequence[int]) -> list[StoredChange]:
    games = collection.games(list(group))
    if len(games) < 2:
        return []  # deleted meanwhile
    trees = [games_of(text_of(collection, game).encode(), "collection")[0] for game in games]
    whole: Game = united(trees)
    return [replaced(collection, games[0].id, whole), deleted(collection, [game.id for game in games[1:]])]
