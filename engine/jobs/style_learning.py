"""Learns the weights of a style by self-play: systematic series, A. Samuel's way or TD(lambda) (S04 3.11)."""

from collections.abc import Iterator
from importlib import import_module

from engine.evaluation.texts.style import Style
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job

METHODS = ("series", "samuel", "td")


@dataclass(frozen=True)
class StyleLearningRequest:
    """The style, one of METHODS, the games (of a series, otherwise in all) and the nodes a move."""

    style: Style
    method: str
    games: int = 20
    nodes: int = 1_000


class StyleLearningJob(Job[StyleLearningRequest, Style]):
    """Yields the style with the weights learned so far, after each pair of games or each game. Progress in terms or games."""

    cumulative = True

    def run(self, request: StyleLearningRequest, context: Context) -> Iterator[Style]:
        """A run begins with the style of the request."""
        laboratory = import_module(
            "engine.training.tuning.learned_style"
        )  # by name: only commands import the laboratory
        yield from laboratory.learned(request, context)


JOB = StyleLearningJob
