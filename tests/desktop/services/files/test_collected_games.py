"""The list of a collection's games, sorted by what the user added to them."""

from pathlib import Path

from books.collection.accuracies import store_accuracies
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.labels import give
from books.collection.query import Query
from desktop.model.game_list import BLACK_ACCURACY, LABELS, WHITE_ACCURACY
from desktop.services.files.collected_games import CollectedGames


def test_labels_and_accuracies_sort_as_tags_do(tmp_path: Path) -> None:
    """They are in tables of their own."""
    (tmp_path / "four.pgn").write_text("".join(f'[White "{name}"]\n\n1. e4 *\n\n' for name in "ABCD"))
    path = tmp_path / "my.ratsugames"
    with Collection(path, create=True) as collection:
        import_pgn(collection, tmp_path / "four.pgn")
        give(collection, {2: ["b"], 4: ["a"]})
        store_accuracies(collection, {1: (80.0, 71.0), 3: (79.5, 90.0)})
    games = CollectedGames(path, Query())
    assert [*games.load()][-1] == 4

    def order(column: str, *shown: int) -> list[int]:
        return [row for row in games.sorted(column, range(4)) if row in shown]

    assert order(LABELS, 1, 3) == [3, 1]
    assert order(WHITE_ACCURACY, 0, 2) == [2, 0] and order(BLACK_ACCURACY, 0, 2) == [0, 2]
