"""Matches and tournaments: a task is a pair of games with reversed colours, at fixed nodes or by the clock.

Each pair starts new engines. At fixed nodes it records no times: the same pair gives the same games on every machine. By the
clock both games of a pair are played on one machine, so that a faster one favours no engine.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from books.evaluations.values import KeptEvaluation
from engine.game.time_control import FixedLimits, TimeControl
from engine.ground.files import write_atomically
from engine.ground.text import Text, plain
from engine.ground.write_targets import unwritten
from engine.night.evaluations import absorb, with_evaluations
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import NightError, PlannedTask, Table, TaskAnswer
from engine.play.match.adjudication import Rules
from engine.play.match.evaluations import evaluations_of
from engine.play.match.journal import outcome_of, pgn_of, row_of
from engine.play.match.openings import built_in_openings, opening_of, read_openings, row_of_opening
from engine.play.match.report import summary
from engine.play.match.runner import MatchConfig, play
from engine.play.match.schedule import Encounter, GameResult, System, encounters
from engine.play.match.spec import distinct, parse_clock, parse_engine

__all__ = ["absorb", "answer", "game", "keep", "lines", "tasks", "write_output"]

_RULES = Rules(40, 0, 10, 0, 1000, 400)
_NO_DATE = "????.??.??"


def tasks(
    engines: Sequence[str], games: int, openings: Path | None, gauntlet: bool, clock: str = ""
) -> Iterator[PlannedTask]:
    """A task for each pair of games. `clock`: as of `ratsu match --tc`; empty: fixed nodes.
    :raises RatsuError: an engine or an opening cannot be read."""
    specs = distinct([parse_engine(text) for text in engines])
    if clock:
        parse_clock(clock)
    elif any(spec.control is not None for spec in specs):
        raise NightError("tc= of an engine goes with a clock for the match (--tc), not with fixed nodes")
    timed = {"clock": clock} if clock else {}
    boards = read_openings(openings) if openings else built_in_openings()
    system = System.GAUNTLET if gauntlet else System.ROUND_ROBIN
    every = encounters(len(specs), system, games, len(boards))
    for first, second in zip(every, every, strict=True):
        opening = boards[first.opening]
        pair = [[one.number, one.white, one.black] for one in (first, second)]
        name = f"{specs[first.white].name} - {specs[first.black].name}, {first.number} and {second.number}"
        yield PlannedTask(name, {"engines": list(engines), "start": row_of_opening(opening), "pair": pair, **timed})


def answer(payload: Table, nodes: int) -> Table:
    """Plays both games; returns results and PGN. :raises RatsuError: an engine cannot be used."""
    specs = distinct([parse_engine(text) for text in payload["engines"]])
    clock = payload.get("clock")
    control = parse_clock(clock) if clock else TimeControl(budget=FixedLimits(None, None, nodes))
    setup = MatchConfig(tuple(specs), (opening_of(payload["start"]),), control, _RULES)
    names = [spec.name for spec in specs]
    played: list[Table] = []
    found: list[KeptEvaluation] = []
    pair = iter([Encounter(number, white, black, 0) for number, white, black in payload["pair"]])
    for encounter, game in play(setup, pair):
        found += evaluations_of(game, encounter, specs)
        if not clock:
            moves = tuple(replace(move, thought=replace(move.thought, elapsed_s=0.0)) for move in game.moves)
            game = replace(game, moves=moves)
        pgn = pgn_of(game, encounter, names, _NO_DATE)
        row = row_of(GameResult(encounter, game.outcome, len(game.board.move_stack)))
        played.append({"game": row, "players": [names[encounter.white], names[encounter.black]], "pgn": pgn})
    return with_evaluations({"games": played}, found)


def keep(answers: Iterable[TaskAnswer], options: Table) -> list[ReportLine]:
    """Writes the games of a finished job to the requested file. :raises NightError: it cannot be written."""
    return write_output(options, "".join(game["pgn"] for one in answers for game in one.value["games"]).encode())


def game(_payload: Table, answered: Table, number: int) -> str:
    """A game of the pair."""
    return str(answered["games"][number - 1]["pgn"])


def write_output(options: Table, content: bytes) -> list[ReportLine]:
    """Writes the output of a job to its file. :raises NightError: it cannot be written."""
    if not options.get("output"):
        return []
    path = Path(options["output"])
    try:
        write_atomically(path, content)
    except OSError as error:
        raise NightError(unwritten(path, error)) from error
    return [ReportLine(Text("Written to %1", path))]


def lines(answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """The result of every game, and of the match."""
    rows, outcomes, names = [], [], dict[int, str]()
    played = set[tuple[str, ...]]()
    for one in answers:
        for number, game in enumerate(one.value["games"], 1):
            found = outcome_of(game["game"])
            outcomes.append(found)
            white, black = game["players"]
            names |= {found.encounter.white: white, found.encounter.black: black}
            words = Text("%1 - %2  %3", white, black, found.result)
            rows.append(ReportRow(one.task, words, game=number))
            played.add((white, black, str(game["pgn"]).partition("\n\n")[2]))
    told = [ReportLine(Text("Games played: %1", len(rows)), tuple(rows))]
    if len(played) < len(rows):  # the openings have started over
        told.append(ReportLine(Text("Games that repeat another one, and prove nothing: %1", len(rows) - len(played))))
    if outcomes:
        players = [names.get(number, "?") for number in range(max(names) + 1)]  # tasks of a pair may have failed
        told += [
            ReportLine(plain(row)) for row in summary(players, outcomes, System.ROUND_ROBIN, None).splitlines() if row
        ]
    return told
