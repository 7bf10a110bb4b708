"""Runs the experiments of the source texts on one position."""

from collections.abc import Iterator
from typing import Annotated

from engine.game.position import Position
from engine.ground.codec import Within
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, option
from engine.play.laboratory import MOST_DEPTH, Measure, count_of, measures
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN


@dataclass(frozen=True)
class LaboratoryRequest:
    """The position, and the depth of the compared searches."""

    fen: str = START_FEN
    depth: Annotated[int, Within(1, MOST_DEPTH)] = option(
        4, "plies of the compared searches, 1 to 8 (default: %(default)s)"
    )


class LaboratoryJob(Job[LaboratoryRequest, Measure]):
    """Yields the measurements of each experiment. Progress in rows."""

    def run(self, request: LaboratoryRequest, context: Context) -> Iterator[Measure]:
        """:raises PositionError: the position is not playable."""
        position = Position.of(request.fen, None)
        board = CoreBoard.from_fen(position.fen, position.chess960)
        total = count_of(board, request.depth)
        context.progress(0, total)
        for done, measure in enumerate(measures(board, request.depth, context.stopper), 1):
            yield measure
            if not context.progress(done, total):
                return


JOB = LaboratoryJob
