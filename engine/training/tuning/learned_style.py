"""The tuning of a style as a job of the window: `series`, `samuel` and `td` of `ratsu tune`, without a state file to name."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.evaluation.texts.style import Style
from engine.jobs.job import Context
from engine.jobs.style_learning import StyleLearningRequest
from engine.training.tuning.series import SeriesRun
from engine.training.tuning.subject import StyleSubject
from engine.training.tuning.temporal import TdRun

SPREAD, DECAY, RATE, SEED = 50, 0.7, 400.0, 1  # the defaults of `ratsu tune`


def learned(request: StyleLearningRequest, context: Context) -> Iterator[Style]:
    """Yields the style with the weights found so far.

    :raises RatsuError: the state cannot be written.
    """
    subject = StyleSubject(request.style)
    with TemporaryDirectory() as folder:
        state = Path(folder) / "state.json"
        if request.method == "series":
            series = SeriesRun(state, (), request.nodes, request.games, SPREAD, SEED, subject)
            total = len(subject.terms)
            while len(series.found) < total and context.progress(len(series.found), total):
                series.run(lambda _at, _settled: False)  # a pair of games
                yield series.weights
            return
        samuel = request.method == "samuel"
        run = TdRun(state, request.nodes, 0.0 if samuel else DECAY, RATE, SEED, subject, samuel)
        for done in range(request.games):
            if not context.progress(done, request.games):
                return
            run.run(done + 1, lambda _taught: True)
            yield run.weights()
