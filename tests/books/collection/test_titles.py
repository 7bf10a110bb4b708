"""Titles of players in a collection: searched for, and shown on a player's page."""

from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.listing.game_rows import rows_with_titles
from books.collection.patterns import QueryError
from books.collection.query import Query
from books.collection.search import search
from engine.pgn.standings import player_page

GAMES = (
    ("Polgar, Judit", "g", "Tal, Mihail", "GM"),
    ("Tal, Mihail", "", "Berg, Bo", "FM"),
    ("Berg, Bo", "cm", "Aho, Anna", "Woman International Master"),
    ("Aho, Anna", "wm", "Polgar, Judit", ""),
)


def test_titles_are_found_by_value_and_shown_on_the_page(tmp_path: Path) -> None:
    source = tmp_path / "games.pgn"
    source.write_text(
        "\n".join(
            f'[White "{white}"]\n[WhiteTitle "{one}"]\n[Black "{black}"]\n[BlackTitle "{other}"]\n[Result "1-0"]\n\n'
            f"1. {move} 1-0\n"
            for (white, one, black, other), move in zip(GAMES, ("e4", "d4", "c4", "b4"), strict=True)
        )
    )
    with Collection(tmp_path / "mine.ratsugames", create=True) as collection:
        import_pgn(collection, source)

        def found(title: str) -> list[int]:
            return [game.id for game in search(collection, Query(title_held=title))]

        assert (found("GM"), found("gm"), found("WIM"), found("CM"), found("NM")) == ([1], [1], [3, 4], [3], [])
        with pytest.raises(QueryError, match="not a title"):
            found("king")
        rows = rows_with_titles(collection, search(collection, Query()))
    assert [player_page(name, rows).title for name in ("Polgar, Judit", "Berg, Bo", "Aho, Anna")] == ["GM", "FM", "WIM"]
    assert player_page("Tal, Mihail", [row[:10] for row in rows]).title == ""
    assert player_page("Tal (GM)", [("Tal (GM)", "", "X", "", "1-0", *rows[0][5:10])]).title == "GM"
