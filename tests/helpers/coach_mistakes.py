"""Mistakes of real games with the two searches that found them: one JSON object a line."""

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.coach.claims import Claim
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.game.info import PovScore, Score

SAMPLE = Path(__file__).parents[1] / "data" / "coach" / "mistakes.jsonl"
"""Mistakes of amateurs (lichess, CC0) that show every motif that is claimed."""
EVENTS = SAMPLE.with_name("events.jsonl")
"""More of them, for what a move allows: each with the sentences (`said`) to its player."""


def read_mistakes(path: Path) -> Iterator[tuple[Mistake, int]]:
    """Each mistake with its player's rating."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield mistake_of(row), row["rating"]


@functools.cache
def explained_sample() -> tuple[tuple[Mistake, tuple[Claim, ...]], ...]:
    """The mistakes of the sample with what the coach says of each: three seconds, once in a process."""
    return tuple(
        (mistake, tuple(explained(mistake))) for path in (SAMPLE, EVENTS) for mistake, _rating in read_mistakes(path)
    )


def mistake_of(row: dict[str, Any]) -> Mistake:
    """Scores stand in the file as [centipawns, mate], of the side to move."""
    white = row["fen"].split()[1] == "w"
    before, after = PovScore(Score(*row["best"]), white), PovScore(Score(*row["reply"]), not white)
    return Mistake(
        row["fen"], row["move"], tuple(row["best_pv"]), before, tuple(row["reply_pv"]), after, chess960=False
    )
