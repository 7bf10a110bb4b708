"""The window searches as the console does: one composition of book, tables and search, set by the same options."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from books.choice.choose import ChoiceSettings, Selection
from desktop.model.engine_options import analysis_kind, analysis_options, playing_options
from desktop.model.game.match import FULL_RATSU, Contestant, level_at
from desktop.model.settings import MONTE_CARLO, Settings
from desktop.services.engines.movers import Movers
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.setup.game_defaults import chain_of
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.ground.errors import OptionError
from engine.levels import MAX_ELO, MIN_ELO, OpponentSources, strength_of
from engine.play.mover import RatsuMover
from engine.play.people.persons import PERSONS
from engine.play.review.own_judge import own_judge
from engine.play.sources.shared_sources import SharedSources
from tablebases.tables import Tablebases

START = GamePosition(chess.STARTING_FEN, chess960=False)
NEAR_TABLES = GamePosition(
    "8/8/1b6/8/3k4/8/1R1P4/3K4 w - - 0 1", chess960=False
)  # five men: what is taken leads into the built-in tables
IN_TABLES = GamePosition("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", chess960=False)
LIMITS = (Limits(nodes=60_000), Limits(depth=14))
CHECK_EVERY = 2048  # nodes between two looks at a limit, and some more


def at(elo: int, *, book: bool = True) -> Contestant:
    """Ratsu at a level."""
    return replace(FULL_RATSU, level=level_at(elo), chain=OpponentSources(book=book, people=False))


def settings_with(**values: bool | int | str) -> Settings:
    """As UCI's defaults, and these."""
    settings = Settings()
    for key, value in {"threads": 1, "hash_mb": 16, **values}.items():
        settings = settings.with_value(key, value)
    return settings


class Made:
    """Rooms, closed at the end of the test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.all: list[Movers] = []

    def __call__(self, **values: bool | int | str) -> Movers:
        self.all.append(Movers(self._folder, settings_with(**values)))
        return self.all[-1]


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Made]:
    made = Made(tmp_path)
    yield made
    for one in made.all:
        one.close()


@pytest.fixture
def console() -> Iterator[RatsuMover]:
    made = RatsuMover(seed=1)
    yield made
    made.close()


def found(choice: MoveChoice) -> tuple[str, int, int]:
    """Move, nodes and table hits."""
    assert choice.result is not None
    return choice.move, choice.result.nodes, choice.result.lines[0].tablebase_hits


# The same search


@pytest.mark.parametrize("limits", LIMITS, ids=("nodes", "depth"))
def test_the_window_searches_near_the_tables_as_the_console_does(
    rooms: Made, console: RatsuMover, limits: Limits
) -> None:
    told = found(console.choose(NEAR_TABLES, limits))
    assert told[2] > 0
    made = rooms()
    assert found(made.mover(FULL_RATSU, 1).choose(NEAR_TABLES, limits)) == told
    assert found(made.analyser(1).choose(NEAR_TABLES, limits)) == told


def test_a_review_searches_with_the_tables_too(console: RatsuMover) -> None:
    with Tablebases() as tables:
        judging = own_judge(LIMITS[0], tables).player
        assert isinstance(judging, RatsuMover)
        result = judging.search(NEAR_TABLES, LIMITS[0])
    assert result.best_move is not None
    hits = result.lines[0].tablebase_hits
    assert (result.best_move, result.nodes, hits) == found(console.choose(NEAR_TABLES, LIMITS[0])) and hits > 0


def test_a_review_without_tables_probes_none() -> None:
    judging = own_judge(LIMITS[0], None).player
    assert isinstance(judging, RatsuMover)
    assert judging.search(NEAR_TABLES, LIMITS[0]).lines[0].tablebase_hits == 0


def test_window_and_console_choose_the_same_book_move_by_the_same_settings(rooms: Made) -> None:
    made = rooms(book_selection="best")
    best = SharedSources(book_choice=lambda: ChoiceSettings(Selection.BEST))
    console = RatsuMover(seed=1, shared=best)
    console.set_option("OwnBook", True)
    told = console.choose(START, Limits(nodes=500))
    console.close()
    played = made.mover(FULL_RATSU, 1).choose(START, Limits(nodes=500))
    assert told.source is ChoiceSource.BOOK and (played.move, played.source, played.reason) == (
        told.move,
        told.source,
        told.reason,
    )


def test_the_root_is_narrowed_in_play_and_whole_in_analysis(rooms: Made) -> None:
    made = rooms()
    assert made.mover(FULL_RATSU, 1).choose(IN_TABLES, Limits(nodes=2_000)).source is ChoiceSource.TABLEBASES
    analysed = made.analyser(3).choose(
        GamePosition("8/4k3/8/3KP3/8/8/8/8 b - - 0 1", chess960=False), Limits(nodes=20_000)
    )
    assert analysed.result is not None and len(analysed.result.lines) == 3, "one move alone saves the game"


def test_tables_switched_off_are_not_probed_and_switched_on_again_they_are(rooms: Made) -> None:
    made = rooms()
    for used in (True, False, True):
        one = replace(FULL_RATSU, chain=OpponentSources(tables=used))
        assert (found(made.mover(one, 1).choose(NEAR_TABLES, LIMITS[0]))[2] > 0) is used
        assert found(made.analyser(1).choose(NEAR_TABLES, LIMITS[0]))[2] > 0, "an analysis always knows them"
    without = replace(FULL_RATSU, chain=OpponentSources(tables=False))
    assert made.mover(without, 1).choose(IN_TABLES, Limits(nodes=500)).source is ChoiceSource.SEARCH


@pytest.mark.parametrize("elo", range(MIN_ELO, MAX_ELO + 1, 200))
def test_every_level_plays_from_the_tables_if_they_are_on(rooms: Made, elo: int) -> None:
    made = rooms()
    queen = GamePosition("8/7Q/8/4k3/8/8/8/K7 w - - 0 1", chess960=False)
    assert made.mover(at(elo), 1).choose(queen, Limits(nodes=500)).source is ChoiceSource.TABLEBASES
    without = replace(at(elo), chain=OpponentSources(tables=False, people=False))
    assert made.mover(without, 1).choose(queen, Limits(nodes=500)).source is ChoiceSource.SEARCH


def test_a_person_plays_without_tables(rooms: Made) -> None:
    queen = GamePosition("8/7Q/8/4k3/8/8/8/K7 w - - 0 1", chess960=False)
    person = Contestant.as_person(PERSONS[0])
    assert rooms().mover(person, 1).choose(queen, Limits(nodes=500)).source is ChoiceSource.HUMAN


def test_tables_opened_anew_are_used_from_the_next_move_on(rooms: Made, tmp_path: Path) -> None:
    made = rooms()
    before = made.tables()
    assert made.mover(FULL_RATSU, 1).choose(IN_TABLES, Limits(nodes=500)).source is ChoiceSource.TABLEBASES
    made.configure(settings_with(tablebase_folders=str(tmp_path)))
    assert made.mover(FULL_RATSU, 1).choose(IN_TABLES, Limits(nodes=500)).source is ChoiceSource.TABLEBASES
    assert made.tables() is not before and before.max_pieces == 0, "the ones before are closed"


# Threads


def test_the_window_searches_with_two_threads_and_the_tables(rooms: Made) -> None:
    made = rooms(threads=2)
    for mover in (made.mover(FULL_RATSU, 1), made.analyser(1)):
        assert found(mover.choose(NEAR_TABLES, LIMITS[0]))[2] > 0
        assert mover._player.option("Threads") == 2
        assert mover._player._threads == 2


def test_a_level_is_played_by_one_thread_as_it_was_measured(rooms: Made) -> None:
    made = rooms(threads=2)
    for _ in range(3):
        choice = made.mover(at(2000, book=False), 1).choose(START, Limits(move_time_ms=2_000))
        assert choice.result is not None and choice.result.nodes <= strength_of(2000).nodes + CHECK_EVERY
    free = made.mover(FULL_RATSU, 1)
    assert free._player.option("Threads") == 2


# Settings


def test_settings_of_older_programs_keep_their_meaning(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    older = {"hash_mb": 128, "search": MONTE_CARLO, "use_book": False, "use_tablebases": False, "style": "solid"}
    path.write_text(json.dumps(older))
    settings = SettingsStore(path).settings
    assert settings.values == older
    options = playing_options(settings)
    assert options["Hash"] == 128 and options["Use MCTS"] is True
    assert chain_of(settings) == OpponentSources(book=False, tables=False)


def test_an_analysis_is_on_nobodys_side(rooms: Made) -> None:
    settings = settings_with(contempt=50, verify_line=True, position_learning=True)
    assert playing_options(settings)["Contempt"] == 50
    options = analysis_options(settings)
    assert (options["Contempt"], options["OwnBook"], options["Verify Line"]) == (0, False, False)


@pytest.mark.parametrize(
    ("key", "value"), [("use_network", False), ("network_file", "x"), ("search", MONTE_CARLO), ("tablebase_men", 3)]
)
def test_another_evaluation_search_or_tables_is_another_kind_of_analysis(key: str, value: bool | int | str) -> None:
    assert analysis_kind(settings_with(**{key: value})) != analysis_kind(settings_with())
    assert analysis_kind(settings_with(volume=3, threads=2, contempt=9)) == analysis_kind(settings_with())


def test_every_option_of_the_settings_reaches_the_mover(rooms: Made) -> None:
    made = rooms(contempt=30, tablebase_depth=4, tablebase_men=3, fifty_move_rule=False, use_network=False)
    mover = made.mover(replace(at(1400), style="solid"), 7)
    for name, value in {
        "Contempt": 30,
        "SyzygyProbeDepth": 4,
        "SyzygyProbeLimit": 3,
        "Syzygy50MoveRule": False,
        "Use NNUE": False,
        "UCI_Elo": 1400,
        "UCI_LimitStrength": True,
        "Style": "solid",
    }.items():
        assert mover._player.option(name) == value, name


def test_a_file_that_is_no_network_is_told_once_and_costs_no_move(rooms: Made, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.nnue"
    wrong.write_bytes(b"nothing")
    made = rooms(network_file=str(wrong))
    for expected in ((f"{wrong} is not a Ratsu network: choose a .nnue file made by `ratsu train`",), (), ()):
        assert (
            made.mover(replace(FULL_RATSU, chain=OpponentSources(book=False)), 1)
            .choose(START, Limits(nodes=500))
            .source
            is ChoiceSource.SEARCH
        )
        assert tuple(map(str, made.problems())) == expected
    with pytest.raises(OptionError, match="is not a Ratsu network"):
        made.analyser(1)
    assert made.analyser(1).choose(START, Limits(nodes=500)).move
    assert made.problems() == ()


# The start


def test_the_window_starts_without_engine_book_and_tables() -> None:
    code = "import sys, desktop.compose; print(*(m for m in sys.modules if m.startswith(%r)))"
    plain_values = {
        "books",
        "books.collection",
        "books.collection.listing",
        "books.collection.listing.saved_searches",
        "books.collection.query",
        "books.explorer",
        "books.explorer.counted",
        "books.repertoire",
        "books.repertoire.trainer_values",
    }  # they need neither chess nor SQLite
    rooms = ("books", "tablebases", "chess", "sqlite3", "engine.rules.board", "engine.search", "engine.evaluation")
    late = (*rooms, "engine.player", "engine.play.mover")
    done = subprocess.run(
        [sys.executable, "-c", code % (late,)], capture_output=True, text=True, check=True, timeout=60
    )
    assert set(done.stdout.split()) <= plain_values
