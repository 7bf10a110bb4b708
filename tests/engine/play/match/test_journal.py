"""The journal of a match beside its PGN: what a crash, the user and other programs leave of them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.play.match.errors import MatchError
from engine.play.match.journal import MatchJournal, remove_unbegun
from tests.engine.play.match.test_match import outcome


def test_what_a_crash_left_is_cut_off_where_the_file_was_taken_away_before(tmp_path: Path) -> None:
    """The end of the file was where it had been: behind what was left of a game, which stayed beside the game itself."""
    pgn = tmp_path / "m.pgn"
    texts = [f'[Event "Ratsu match"]\n[Round "{number}"]\n\n1. e4 *\n\n' for number in (1, 2, 3)]
    journal = MatchJournal(pgn, {})
    journal.add(outcome(1, 0, 1, "1-0"), texts[0])
    pgn.unlink()
    del journal
    journal = MatchJournal(pgn, {})
    journal.add(outcome(2, 1, 0, "1-0"), texts[1])
    del journal
    with pgn.open("a", newline="\n") as file:
        file.write(texts[2][:30])
    journal = MatchJournal(pgn, {})
    assert pgn.read_text() == texts[1] and len(journal.outcomes) == 2


@pytest.mark.parametrize("left", [5, 28, 40])
def test_a_game_whose_pgn_was_cut_is_played_again(left: int, tmp_path: Path) -> None:
    """It counted, but the PGN lacked it."""
    pgn = tmp_path / "m.pgn"
    texts = [f'[Event "Ratsu match"]\n[Round "{number}"]\n\n1. e4 *\n\n' for number in range(1, 5)]
    journal = MatchJournal(pgn, {})
    for number, text in enumerate(texts, 1):
        journal.add(outcome(number, 0, 1, "1-0"), text)
    del journal
    os.truncate(pgn, sum(map(len, texts[:2])) + left)
    journal = MatchJournal(pgn, {})
    assert pgn.read_text() == "".join(texts[:2]) and [one.encounter.number for one in journal.outcomes] == [1, 2]
    assert [str(note) for note in journal.notes] == [f"{pgn} was cut: these games are played again: 3, 4"]
    journal.add(outcome(3, 0, 1, "1-0"), texts[2])
    del journal
    assert len(MatchJournal(pgn, {}).outcomes) == 3 and pgn.read_text() == "".join(texts[:3])


def test_games_that_the_user_took_out_of_the_pgn_count(tmp_path: Path) -> None:
    pgn = tmp_path / "m.pgn"
    texts = [f'[Event "Ratsu match"]\n[Round "{number}"]\n\n1. e4 *\n\n' for number in range(1, 4)]
    journal = MatchJournal(pgn, {})
    for number, text in enumerate(texts, 1):
        journal.add(outcome(number, 0, 1, "1-0"), text)
    del journal
    for left in (texts[1] + texts[2], texts[0], ""):
        pgn.write_text(left)
        journal = MatchJournal(pgn, {})
        assert len(journal.outcomes) == 3 and pgn.read_text() == left and len(journal.notes) == 1
        del journal


def test_a_journal_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="was not written"):
        MatchJournal(tmp_path / "missing" / "m.pgn", {})


def test_a_match_is_played_by_one_program_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "m.pgn"
    first = MatchJournal(path, {})
    for restart in (False, True):
        with pytest.raises(MatchError, match="another program plays the match"):
            MatchJournal(path, {}, restart)
    other = "import sys; from engine.play.match.journal import MatchJournal as J; J(__import__('pathlib').Path(sys.argv[1]), {})"
    done = subprocess.run([sys.executable, "-c", other, str(path)], capture_output=True, text=True, check=False)
    assert "another program plays the match" in done.stderr
    del first
    assert subprocess.run([sys.executable, "-c", other, str(path)], check=False).returncode == 0


def test_a_damaged_journal_is_told(tmp_path: Path) -> None:
    MatchJournal(tmp_path / "m.pgn", {})
    path = tmp_path / "m.pgn.journal"
    path.write_text(path.read_text() + "not json\n")
    with pytest.raises(MatchError, match="is damaged"):
        MatchJournal(tmp_path / "m.pgn", {})


def test_a_match_does_not_begin_whose_pgn_cannot_be_written(tmp_path: Path) -> None:
    (path := tmp_path / "m.pgn").touch(0o444)
    with pytest.raises(MatchError, match="it is read-only"):
        MatchJournal(path, {})
    assert not path.with_name("m.pgn.journal").exists()


def test_a_restart_leaves_what_is_read_only_and_follows_links(tmp_path: Path) -> None:
    text = '[Event "Ratsu match"]\n[Round "1"]\n\n1. e4 *\n\n'
    (link := tmp_path / "m.pgn").symlink_to("real.pgn")
    MatchJournal(link, {}).add(outcome(1, 0, 1, "1-0"), text)
    os.link(real := tmp_path / "real.pgn", tmp_path / "other.pgn")
    real.chmod(0o444)
    with pytest.raises(MatchError, match="it is read-only"):
        MatchJournal(link, {}, restart=True)
    assert real.read_text() == text
    real.chmod(0o644)
    MatchJournal(link, {}, restart=True).add(outcome(1, 0, 1, "1-0"), text * 2)
    assert link.is_symlink() and (tmp_path / "other.pgn").read_text() == text * 2


def test_only_a_match_without_a_game_is_removed(tmp_path: Path) -> None:
    (folder := tmp_path / "matches").mkdir()
    begun, unbegun, never = (folder / f"{name}.pgn" for name in ("begun", "unbegun", "never"))
    MatchJournal(begun, {}).add(outcome(1, 0, 1, "1-0"), "1. e4 *\n\n")
    unbegun.touch()  # as the window reserves its name
    MatchJournal(unbegun, {})
    for pgn in (begun, unbegun, never):
        remove_unbegun(pgn)
    assert sorted(path.name for path in folder.iterdir()) == ["begun.pgn", "begun.pgn.journal"]
