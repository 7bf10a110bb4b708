"""A home as a user has it after some games: every state file, written by the program's own writers. And how to damage it."""

import copy
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import chess

from books.analysis import Analysis
from books.entry import Flag
from books.repertoire.book_check import BookFinding, BookProblem
from books.repertoire.check_report import CheckReport
from desktop.model import engines, find_level, rating
from desktop.model.game import snapshot
from desktop.model.game.match import Contestant, MatchPlayer, MatchTerms, PlayerKind, ratsu
from desktop.model.home import LastReview
from desktop.model.panel_layout import PanelLayout
from desktop.model.settings import SETTINGS, Value
from desktop.model.stored_values import RememberedGame, keys_text, session_text
from desktop.model.tournament import TournamentPlan, dump_plan, participants_of
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.mirror_service import LastPlayer
from engine.coach.claims import ClaimRole, Motif
from engine.coach.puzzles import Puzzle
from engine.console.deck import deck_at
from engine.drill.deck import Grade
from engine.drill.sources import endgames, mistakes
from engine.drill.sources.puzzles import PuzzleSelection, with_progress
from engine.game.clock import Clock
from engine.game.info import PovScore, Score
from engine.game.outcome import Outcome, Termination
from engine.game.reason import Reason, ReasonKind
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.game.tree import Game
from engine.ground.json_text import dumped
from engine.ground.text import plain
from engine.play.external.launch import Dialect
from engine.play.external.options import EngineOption, OptionKind
from engine.play.people.find_level import LevelGame as LevelGame
from engine.play.people.find_level import LevelSearch, RatingLikelihood
from engine.play.review.exercises import MistakeExercise
from engine.play.review.journal import ReviewJournal
from engine.play.review.mirror import OwnMove
from engine.play.review.mirror_work import MirrorFile, SideAnalysis
from engine.play.review.rating.estimate import RatingEstimate
from engine.play.review.rating.scale import EloScale
from engine.play.review.values import EvaluationSource, GamePhase, PositionEvaluation
from engine.play.tactics.progress import Cycle, TacticsProgress
from engine.rules.board import CoreBoard
from engine.search.position_learning import LearnedFile, LearnedPosition

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FILES = (
    "config/settings.json",
    "config/engines.json",
    "data/rated games.json",
    "data/training.json",
    "data/matches/last match.json",
    "data/matches/a - b.pgn.journal",
    "data/reviews/0123.jsonl",
    "data/learned.txt",
    "state/open games/20260101-000000-00000000/1.json",
    "data/mirror.json",
    "data/mirror.jsonl",
    "data/level search.json",
    "data/last review.json",
    "data/books/checks/2026-01-01-100000.json",
)
# Files that are no JSON, or not of our own making; for damage of the whole.
OTHERS = (
    "data/played games.pgn",
    "data/books/user.ratsubook",
    "data/books/learned.ratsubook",
    "data/collections/games.ratsugames",
    "state/crash.log",
    "state/errors.log",
)


def fill(home: Path) -> None:
    """Writes every state file under a home, in the folders `config`, `data` and `state`."""
    for name in (*FILES, *OTHERS):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
    _fill_settings(home / FILES[0])
    option = EngineOption("Upside", OptionKind.SPIN, "3", -5, 9, ("a", "b"), plain("no fault"))
    entry = engines.EngineEntry("k1", "Badmouse", ("/bin/true", "-q"), Dialect.UCI, "/bin", "Bad", "Me", (option,))
    entry = engines.EngineEntry(
        **{**vars(entry), "values": MappingProxyType({"Upside": "7"}), "elo": 1500, "note": "n"}
    )
    (home / FILES[1]).write_bytes(engines.dump((entry,)))
    game = rating.RatedResult("2026-01-01 10:00", "club player", 1500, 0.5, True, "600+5", "time")
    (home / FILES[2]).write_bytes(rating.dump_game(game) * 2)
    _fill_deck(home / FILES[3])
    pgn = home / "data/matches/a - b.pgn"
    pgn.write_text("")
    plan = TournamentPlan(participants_of((entry,))[:3], games=4, sprt="0:5", pgn=str(pgn))
    (home / FILES[4]).write_bytes(dump_plan(plan))
    played = {"number": 1, "white": 0, "black": 1, "opening": 0}
    outcome = {"encounter": played, "result": "1-0", "termination": "normal", "reason": "mate", "plies": 40}
    lines = [{"version": 1}, {"game": outcome, "pgn_end": 100}]
    (home / FILES[5]).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    with ReviewJournal(home / "data/reviews", "0123") as journal:
        journal.add(
            1,
            PositionEvaluation(
                PovScore(Score(centipawns=30), True), 0.5, 12, ("e2e4", "e7e5"), EvaluationSource.SEARCH
            ),
        )
    position = LearnedPosition.of(CoreBoard.from_fen(START, False), 20, 12, True, "test")
    LearnedFile(home / FILES[7]).write([position])
    (home / FILES[8]).write_bytes(snapshot.dump(kept_game()))
    (home / FILES[9]).write_bytes(dumped(vars(LastPlayer("/tmp/one.pgn", "Ann", 3, 1500))))
    MirrorFile(home / FILES[10]).add("0123", found_of_mirror())
    (home / FILES[11]).write_bytes(
        find_level.dump(
            LevelSearch((LevelGame(1500, 0.5, (RatingLikelihood(400, -3.5), RatingLikelihood(2800, -2.0))),))
        )
    )
    review = LastReview("Ann", "Bob", "2026-01-01 10:00", (90.5, None), (1, 0), "1. e4 *")
    (home / FILES[12]).write_bytes(review.dump())
    checked_book(home / FILES[13])


def _fill_deck(path: Path) -> None:
    """A mistake, a lesson, a puzzle and a cycle, each answered once."""
    file, now, puzzle = deck_at(path), datetime.now(UTC), Puzzle("abc", START, ("e2e4", "e7e5"), frozenset(), 1500)
    mistakes.add(file, (exercise(),))
    file.change(lambda deck: mistakes.answered(deck, exercise(), Grade.RIGHT, now))
    file.change(lambda deck: endgames.answered(deck, 0, now, right=True))
    file.change(lambda deck: with_progress(deck, TacticsProgress(cycles={"": Cycle(("abc",), 0, 1.0, (2.0,))})))
    file.change(lambda deck: PuzzleSelection().answered(deck, puzzle, False, datetime(2026, 1, 1, tzinfo=UTC)))


def found_of_mirror() -> SideAnalysis:
    """What the mirror keeps of a side of a game."""
    fault = OwnMove(3, 12.5, "P", GamePhase.OPENING, ((ClaimRole.ALLOWS, Motif.FORK),))
    return SideAnalysis(RatingEstimate(EloScale.LICHESS, 1500.0, 90.0), (fault,))


def checked_book(path: Path) -> None:
    """A report of a check of the book, under the name that its time gives it."""
    move = chess.Move.from_uci("f2f3")
    best = Analysis(chess.Move.from_uci("e2e4"), 30, 12, 1000, "Ratsu")
    reason = Reason(ReasonKind.ONLY_MOVE, ())
    found = BookFinding(BookProblem.BLUNDER, START, move, reason, Flag.BAD, best._replace(move=move), best, 3)
    CheckReport(1_767_261_600, "book", 100_000, 7, 5, True, (found,)).save(path.parents[1])
    next(iter(path.parent.glob("*.json"))).rename(path)


def _fill_settings(path: Path) -> None:
    """Every setting with another value than its default."""
    hard: dict[str, Value] = {
        "window_state": PanelLayout(frozenset(("play/book",)), side_width=300, chosen={"play": "book"}).text(),
        "keys": keys_text({"new_game": ["Ctrl+N"]}),
        "session": session_text([RememberedGame("/tmp/one.pgn", "0 20 12ab", 3, shown=True)]),
        "time_control": str(TimeControl(300_000, 2_000, 40)),
        "recent_files": "/tmp/one.pgn\n/tmp/two.pgn",
        "language": "en",
        "piece_set": "modern",
        "piece_folder": "/tmp",
    }
    store = SettingsStore(path)
    for setting in SETTINGS:
        value: Value = hard.get(setting.key, "text")
        if setting.choices and setting.key not in hard:
            value = next(choice for choice in setting.choices if choice != setting.default)
        elif isinstance(setting.default, bool):
            value = not setting.default
        elif isinstance(setting.default, int):
            value = setting.highest - 1
        store.set(setting.key, value)
    store.set("hash_mb", 2)
    store.flush()


def exercise() -> MistakeExercise:
    """A mistake that is trained."""
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    return MistakeExercise(
        START, ("e2e4", "e7e5"), False, fen, True, "f2f3", "2. f3?", ("g1f3", "b8c6"), "2. Nf3 Nc6", 0.55, "A game"
    )


def kept_game() -> snapshot.Snapshot:
    """A match under way, with clocks."""
    game, at = Game.new().add_move(0, "e2e4")
    game, at = game.add_move(at, "e7e5")
    game = replace(game, outcome=Outcome(Side.WHITE, Termination.RESIGNATION)).with_header("White", "Ann")
    control = TimeControl(600_000, 5_000, 40)
    match = MatchTerms(
        Contestant(PlayerKind.HUMAN, MatchPlayer("Ann")), Contestant(PlayerKind.ENGINE, ratsu()), control
    )
    return snapshot.Snapshot(game, at, at, match, True, Clock.start(control), "", "2026-01-01 10:00")


WRONG: dict[str, Callable[[Any], str]] = {
    "Infinity": lambda _: "Infinity",
    "NaN": lambda _: "NaN",
    "1e400": lambda _: "1e400",
    "huge": lambda _: "9" * 400,
    "large": lambda _: str(2**62),
    "negative": lambda _: "-7",
    "text": lambda leaf: "12" if isinstance(leaf, str) else '"a word"',
    "null": lambda _: "null",
    "true": lambda leaf: "0" if isinstance(leaf, bool) else "true",
    "list": lambda _: "[[], {}]",
    "table": lambda _: '{"a": {}}',
    "NUL": lambda _: '"a\\u0000b"',
    "half a character": lambda _: '"\\ud800"',
    "long": lambda _: json.dumps("x" * 200_000),
    "deep": lambda _: "[" * 5_000 + "]" * 5_000,
}
_MARK = '"@here@"'


def damages(content: str) -> Iterator[tuple[str, str]]:
    """(what was done, the damaged text) for every leaf of a file of JSON, or of lines of JSON."""
    documents = [content]
    try:
        json.loads(content)
    except ValueError:
        documents = content.splitlines(keepends=True)
    for number, document in enumerate(documents):
        before, after = "".join(documents[:number]), "".join(documents[number + 1 :])
        try:
            value = json.loads(document)
        except ValueError:
            continue
        for path in _leaves(value):
            marked, leaf = _with_mark(value, path)
            text = json.dumps(marked)
            for name, wrong in WRONG.items():
                yield f"{path}: {name}", before + text.replace(_MARK, wrong(leaf)) + "\n" + after


def _leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all values, tables and lists too."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from _leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for at in range(len(value)):
            yield from _leaves(value[at], (*path, at))


def _with_mark(value: Any, path: tuple[str | int, ...]) -> tuple[Any, Any]:
    if not path:
        return json.loads(_MARK), value
    marked = copy.deepcopy(value)
    place = marked
    for key in path[:-1]:
        place = place[key]
    leaf, place[path[-1]] = place[path[-1]], json.loads(_MARK)
    return marked, leaf


def _write(content: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(content)

    return write


def _folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()
    (path / "something").touch()


def _pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def _loop(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(path)


# What can stand in the place of a file.
INSTEAD: dict[str, Callable[[Path], None]] = {
    "Infinity": _write(b"Infinity"),
    "empty": _write(b""),
    "NUL bytes": _write(bytes(5_000)),
    "not UTF-8": _write(b'{"a": "\xff\xfe"}'),
    "deep": _write(b"[" * 300_000),
    "another type": _write(b'[1, "two", null, {"three": 4}]'),
    "a number": _write(b"12"),
    "a folder": _folder,
}
if hasattr(os, "mkfifo"):  # Windows has no such pipes, and links need rights there
    INSTEAD |= {"a pipe": _pipe, "a link to itself": _loop}
