"""A night as the window shows it, made up."""

from desktop.model.night import NightState
from engine.game.reason import Share
from engine.ground.text import Text, joined
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import NightJob, NightJobState

REVIEW = NightJob(
    3, "review", "mine.pgn, games.ratsugames", {}, 200_000, 0, NightJobState.WAITING, 0.0, 1_000, 214, 3, 7_704.0
)
BOOK = NightJob(2, "book", "Italian & Scotch", {}, 2_000_000, -1, NightJobState.PAUSED, 0.0, 1, 0, 0, 0.0)
TABLES = NightJob(1, "tables", "syzygy", {}, 0, -2, NightJobState.DONE, 0.0, 30, 30, 0, 60.0)
BOTH = joined(Share(0.51), Share(0.88), by=" / ")
LINES = (
    ReportLine(
        Text("Games reviewed: %1", 214),
        tuple(
            ReportRow(at, Text("%1: accuracy %2", f"mine.pgn {at}: Virtanen - Aalto", BOTH), game=1)
            for at in range(1, 5)
        ),
    ),
    ReportLine(
        Text("Games with blunders: %1", 1), (ReportRow(2, Text("%1: blunders: %2", "mine.pgn 2", 3), game=1, ply=9),)
    ),
    ReportLine(
        Text("Exercises found: %1", 1), (ReportRow(2, Text("%1", "12...Nf6"), fen="8/8/8/8/8/k7/p7/K7 w - - 0 1"),)
    ),
    ReportLine(Text("Tasks that could not be done: %1", 3)),
)
STATE = NightState(True, (REVIEW, BOOK, TABLES), True, True, at_once=2, chosen=3, lines=LINES)
