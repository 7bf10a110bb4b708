"""The games of a list as a whole: whether they are chapters of one study."""

from pathlib import Path

import pytest

from desktop.services.files.list_tasks import FileLoading, study_of
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


def test_a_stopped_list_says_how_much_of_the_file_it_has() -> None:
    loading = FileLoading(lambda: GameList(Path()))
    assert loading._progress(3, 4) and loading.reached == 1.0
    loading.stopper.stop()
    assert not loading._progress(3, 4) and loading.reached == 0.75
