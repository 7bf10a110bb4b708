"""Every leaf of every state file, replaced by what does not belong there: each loader reads or sets aside, and never raises."""

import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from books.choice.library import Library
from books.repertoire.check_report import last_report, repair
from desktop.model import engines, find_level, rating, stored_values
from desktop.model.errors import DesktopError
from desktop.model.game import snapshot
from desktop.model.game.snapshot import Snapshot
from desktop.model.home import load_review
from desktop.model.panel_layout import layout_from
from desktop.model.tournament import read_plan
from desktop.services.engines.tournament_run import state_of
from desktop.services.game.game_service import GameService
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.mirror_service import MirrorService
from desktop.views.setup.game_defaults import game_of
from engine.coach.puzzles import Puzzle
from engine.drill.deck import Deck, Grade
from engine.drill.deck_file import MOST_BYTES, DeckFile, as_file, of_file
from engine.drill.sources import endgames, mistakes
from engine.drill.sources.puzzles import PuzzleMode, PuzzleSelection
from engine.game.reason_words import english
from engine.ground.errors import RatsuError
from engine.play.match.journal import finished_games
from engine.play.people.find_level import LevelSearch
from engine.play.review.journal import ReviewJournal
from engine.play.review.mirror import OwnGame
from engine.play.review.mirror_work import MirrorFile, mirror_from
from engine.search.position_learning import LearnedError, LearnedFile
from tablebases.lessons import LESSONS
from tests.desktop.state.home import FILES, damages, fill


def settings(path: Path) -> None:
    """What the window makes of them, and what it writes again."""
    store = SettingsStore(path)
    found = store.settings
    game_of(found).match()
    layout_from(found.text("window_state"), ("book", "analysis"))
    stored_values.keys_from(found.text("keys"))
    stored_values.session_from(found.text("session"))
    store.set("level", "other")
    store.flush()
    assert SettingsStore(path).settings.text("level") == "other"


def engine_list(path: Path) -> None:
    entries = GuardedFile(path).read(engines.load, ())
    assert engines.load(engines.dump(entries)) == entries


def rated_games(path: Path) -> None:
    games, bad = rating.load_games(path.read_bytes())
    assert len(rating.rated(games).history) == len(games) and len(games) + bad >= 1


def training(path: Path) -> None:
    kept, now = GuardedFile(path, MOST_BYTES), datetime(2030, 1, 1, tzinfo=UTC)
    file = DeckFile(path, lambda load: kept.read(load, Deck()), kept.write)
    deck = file.value()
    assert of_file(as_file(deck)) == deck
    mistakes.counts(deck, now)
    for exercise in mistakes.due(deck, now):
        deck = mistakes.answered(deck, exercise, Grade.RIGHT, now)
    assert set(endgames.due(deck, now)) <= set(range(len(LESSONS)))
    deck = endgames.answered(deck, 0, now, right=False)
    puzzle = Puzzle("abc", "", ("e2e4", "e7e5"), frozenset(), 1500)
    for course in PuzzleMode:
        deck = PuzzleSelection(course).answered(deck, puzzle, course is PuzzleMode.RATED, now)
    assert file.change(lambda _: deck) == deck == of_file(path.read_bytes()), "what was played is read again"


def plan(path: Path) -> None:
    found = GuardedFile(path).read(read_plan, None)
    if found is not None:
        state_of(found, finished_games(Path(found.pgn), len(found.participants)))
        assert found.total and found.arguments()


def match_journal(path: Path) -> None:
    found = read_plan(path.with_name("last match.json").read_bytes())
    state_of(found, finished_games(path.with_suffix(""), len(found.participants)))


def review(path: Path) -> None:
    with ReviewJournal(path.parent, path.stem) as journal:
        for worth in journal.known(10).values():
            assert 0 <= worth.share <= 1


def learned(path: Path) -> None:
    """Its checksum is right: somebody meant to."""
    import zlib

    head, _, body = path.read_bytes().partition(b"\n")
    words = head.split()
    path.write_bytes(b" ".join((*words[:3], f"{zlib.crc32(body):08x}".encode())) + b"\n" + body)
    with suppress(LearnedError):
        LearnedFile(path).read()


def kept_game(path: Path) -> None:
    with suppress(DesktopError):  # what a start asks, before the game is opened
        assert snapshot.outline(path.read_bytes()).moves >= 0
    found: Snapshot | None = GuardedFile(path, snapshot.MOST_BYTES).read(snapshot.load, None)
    if found is not None:
        again = snapshot.load(snapshot.dump(found))
        assert again.match == found.match and again.clock == found.clock


def mirror_page(path: Path) -> None:
    service = MirrorService(GameService(), path.parent)
    assert service.last.games >= 0
    if not os.path.exists(service.last.path):  # noqa: PTH110 - never raises, whatever the text is
        service.resume()
        assert not service.state.running


def mirror_games(path: Path) -> None:
    found = MirrorFile(path).get("0123")
    if found is not None:
        game = OwnGame(1, True, "Italian", 1.0, None, None, found.guess, found.moves)
        assert mirror_from([game]).games == 1


def level_search(path: Path) -> None:
    search = GuardedFile(path).read(find_level.load, LevelSearch())
    assert 0 <= search.next_elo <= 4_000 and find_level.load(find_level.dump(search)) == search


def last_review(path: Path) -> None:
    found = GuardedFile(path).read(load_review, None)
    assert found is None or load_review(found.dump()) == found


def book_check(path: Path) -> None:
    """What the dialog, the command and the next check do with it; what cannot be used is as if it were not there."""
    folder = path.parents[1]
    found = last_report(folder)
    if found is None:
        return
    english_of = [english(finding.reason) for finding in found.findings]
    with closing(Library(folder / "own.ratsubook", None, None)) as library:
        assert repair(library, found.findings) >= 0 and len(english_of) == len(found.findings)
    replace(found, started=found.started + 1).save(folder.parent)


LOADERS: dict[str, Callable[[Path], None]] = dict(
    zip(
        FILES,
        (
            settings,
            engine_list,
            rated_games,
            training,
            plan,
            match_journal,
            review,
            learned,
            kept_game,
            mirror_page,
            mirror_games,
            level_search,
            last_review,
            book_check,
        ),
        strict=True,
    )
)


EVERY = ("every", [11, pytest.param(1, marks=pytest.mark.long)])  # of the damages, another one of each leaf


@pytest.mark.parametrize(*EVERY)
@pytest.mark.parametrize("name", FILES)
def test_no_leaf_of_a_state_file_raises(qapp: object, tmp_path: Path, name: str, every: int) -> None:
    fill(tmp_path)
    path = tmp_path / name
    whole = path.read_text("utf-8")
    LOADERS[name](path)
    tried = 0
    for what, text in islice(damages(whole), 0, None, every):
        for old in path.parent.glob("*.damaged*"):
            old.unlink()
        path.write_bytes(text.encode())
        try:
            LOADERS[name](path)
        except Exception as error:
            raise AssertionError(f"{name}, {what}: {error!r}") from error
        found = path.read_bytes() if path.exists() else b""
        copies = [copy.read_bytes() for copy in path.parent.glob("*.damaged*")]
        kept = text.encode() in (found, *copies)
        assert kept or name in UNDERSTOOD, f"{name}, {what}: neither read nor set aside"
        tried += 1
    assert tried * every >= 15


# Written anew by its loader above where the values can be used; a learned file's checksum is changed by it.
UNDERSTOOD = (FILES[0], FILES[3], FILES[6], FILES[7])


@pytest.mark.parametrize(*EVERY)
@pytest.mark.parametrize("name", [FILES[0], FILES[3]])
def test_what_is_set_aside_is_the_file_as_it_was(qapp: object, tmp_path: Path, name: str, every: int) -> None:
    fill(tmp_path)
    path = tmp_path / name
    for what, text in islice(damages(path.read_text("utf-8")), 0, None, every):
        for old in path.parent.glob("*.damaged*"):
            old.unlink()
        path.write_bytes(text.encode())
        before = path.read_bytes()
        problem = _problem_of(path)
        copies = [copy.read_bytes() for copy in path.parent.glob("*.damaged*")]
        assert (copies == [before]) == bool(problem), what


def _problem_of(path: Path) -> str:
    if path.name == "training.json":
        kept = GuardedFile(path, MOST_BYTES)
        DeckFile(path, lambda load: kept.read(load, Deck()), kept.write).value()
        return str(kept.take_problem())
    told: list[str] = []
    store = SettingsStore(path)
    store.message.connect(lambda message: told.append(str(message.text)))
    store.tell_problems()
    return "\n".join(told)


@pytest.mark.parametrize(
    "fault",
    [OverflowError, RecursionError, MemoryError, KeyError, ZeroDivisionError, UnicodeError, RatsuError, DesktopError],
)
def test_whatever_a_loader_raises_the_file_is_set_aside(tmp_path: Path, fault: type[Exception]) -> None:
    path = tmp_path / "a file.json"

    def fails(content: bytes) -> int:
        raise fault(f"at {content!r}")

    for number in range(3):
        path.write_bytes(b"%d" % number)
        file = GuardedFile(path)
        assert file.read(fails, 7) == 7
        assert "a file.json.damaged" in str(file.take_problem()) and not file.take_problem()
        file.write(b"new")
    names = ("a file.json.damaged", "a file.json.damaged-2", "a file.json.damaged-3")
    assert [(tmp_path / name).read_bytes() for name in names] == [b"0", b"1", b"2"]
    assert sys.platform == "win32" or path.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_moved_away_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a file.json"
    path.write_bytes(b"Infinity")

    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "rename", refused)
    file = GuardedFile(path)
    assert file.read(rating.load_games, None) is not None  # lines that cannot be read are left out, the file stays
    file = GuardedFile(path)
    assert file.read(engines.load, ()) == ()
    assert "cannot be renamed (Operation not permitted)" in str(file.take_problem())
    for write in (file.write, file.append):
        with pytest.raises(DesktopError, match="could not be renamed"):
            write(b"new")
    assert path.read_bytes() == b"Infinity"
