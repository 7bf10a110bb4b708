"""How well games were played, kept beside them."""

from pathlib import Path

from books.collection.accuracies import accuracies, store_accuracies
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn

GAMES = "".join(
    f'[White "Anna"]\n[Black "Bo"]\n[Round "{number}"]\n\n1. {move} *\n\n' for number, move in enumerate(("e4", "d4"))
)


def collection_in(folder: Path) -> Path:
    (folder / "games.pgn").write_text(GAMES)
    with Collection(folder / "my.collection", create=True) as games:
        import_pgn(games, folder / "games.pgn")
    return folder / "my.collection"


def test_accuracies_are_kept_and_a_later_review_replaces_them(tmp_path: Path) -> None:
    path = collection_in(tmp_path)
    with Collection(path) as games:
        assert accuracies(games) == {}
        assert store_accuracies(games, {1: (91.3, None), 2: (50.0, 60.0)}) == 2
        store_accuracies(games, {2: (70.25, 60.0)})
    with Collection(path) as games:
        assert accuracies(games) == {1: (91.3, None), 2: (70.2, 60.0)}


def test_a_game_that_is_not_there_gets_none(tmp_path: Path) -> None:
    with Collection(collection_in(tmp_path)) as games:
        assert store_accuracies(games, {9: (1.0, 1.0)}) == 0
        assert accuracies(games) == {}
