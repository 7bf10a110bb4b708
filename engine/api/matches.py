"""Matches between engines, as a library."""

from collections.abc import Callable
from pathlib import Path

from engine.game.stopper import Stopper
from engine.ground.values import dataclass
from engine.jobs.job import Context, findings
from engine.jobs.match import MatchJob, MatchRequest
from engine.play.match.schedule import tally
from engine.play.match.strength import estimate


@dataclass(frozen=True)
class MatchScore:
    """The result of a match from the first engine's side. `elo` is the estimated difference, `low` and `high` the ends of its
    95 % interval; None: unbounded."""

    wins: int
    draws: int
    losses: int
    elo: float | None
    low: float | None
    high: float | None

    @property
    def points(self) -> float:
        """Points of the first engine."""
        return self.wins + self.draws / 2


def play_match(
    first: str,
    second: str,
    *,
    games: int = 100,
    time_control: str | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    concurrency: int = 1,
    pgn: Path | str | None = None,
    progress: Callable[[MatchScore], bool] | None = None,
) -> MatchScore:
    """Plays a match and returns its score. Each opening is played twice, with colours reversed.

    Engines as in `ratsu match`: `ratsu`, `ratsu level=1500`, `ratsu option.Hash=64`, or another program,
    `cmd="/usr/games/stockfish" proto=uci`. `time_control` such as `10+0.1` (the default), or `nodes` or `depth` a move.
    `pgn`: the games are saved there, and a match that was stopped continues. `progress` is called after each game, and ends
    the match by returning False.
    :raises RatsuError: an engine cannot be started, or a value is refused.
    """
    request = MatchRequest(
        engines=(first, second),
        tc=time_control,
        nodes=nodes,
        depth=depth,
        games=games,
        concurrency=concurrency,
        pgn=None if pgn is None else Path(pgn),
    )
    stopper, score = Stopper(), MatchScore(0, 0, 0, None, None, None)
    for found in findings(MatchJob(), request, Context(stopper)):
        counts = tally(found.results, 0)
        difference = estimate(counts)
        score = MatchScore(counts.wins, counts.draws, counts.losses, difference.elo, difference.low, difference.high)
        if found.game is not None and progress is not None and not progress(score):
            stopper.stop()
    return score
