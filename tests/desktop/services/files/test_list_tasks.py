"""The games of a list as a whole: whether they are chapters of one study."""

from pathlib import Path

import pytest

from desktop.services.files.list_tasks import study_of
from engine.pgn.index import GameList


@pytest.mark.parametrize(
    ("events", "study"),
    [
        (("Endings: Rooks", "Endings: Pawns"), "Endings"),
        (("Endings: Rooks", "Openings: Rooks"), ""),
        (("Endings", "Endings"), ""),
    ],
)
def test_a_study_is_what_all_events_name_before_the_colon(tmp_path: Path, events: tuple[str, ...], study: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("".join(f'[Event "{event}"]\n[White "A"]\n[Black "B"]\n\n1. e4 *\n\n' for event in events))
    games = GameList(path)
    list(games.load())
    assert study_of(games) == study
