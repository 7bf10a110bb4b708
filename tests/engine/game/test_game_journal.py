"""The folder of one program's games in progress: whether it was closed or killed stays known."""

from pathlib import Path

import pytest

from engine.game.game_journal import CLOSED, LOCK, GameJournal, games_of


@pytest.mark.parametrize("ended_well", [True, False])
def test_a_folder_with_games_says_whether_its_program_was_closed(tmp_path: Path, ended_well: bool) -> None:
    journal = GameJournal(tmp_path / "games")
    journal.write("1", b"{}")
    journal.close(ended_well)
    (folder,) = (tmp_path / "games").iterdir()
    assert (folder / CLOSED).exists() is ended_well
    assert games_of(folder) == [folder / "1.json"] and not (folder / LOCK).exists()


def test_another_program_takes_over_nothing_while_the_owner_runs(tmp_path: Path) -> None:
    owner, other, third = (GameJournal(tmp_path / "games") for _ in range(3))
    owner.write("1", b"{}")
    assert other.left() == []
    owner.close()
    (left,) = other.left()
    assert left.name == "1.json" and third.left() == []
