"""The conformance check of an engine as a job."""

from collections.abc import Iterator

from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, option
from engine.play.conformance.check import CASES, CaseResult, checked
from engine.play.external.launch import Dialect, Launch, command_words


@dataclass(frozen=True)
class ConformanceRequest:
    """The engine's command line, run without a shell, its protocol, and a factor of every wait (at least 1)."""

    command: str = option("", "the engine's command, in quotes if it has arguments", "command")
    xboard: bool = option(False, "it speaks XBoard's protocol (default: UCI)")
    patience: float = option(1.0, "a factor of every wait, for a busy machine (default: %(default)g)", metavar="FACTOR")


class ConformanceJob(Job[ConformanceRequest, CaseResult]):
    """Yields the result of each case. Progress in cases."""

    def run(self, request: ConformanceRequest, context: Context) -> Iterator[CaseResult]:
        """:raises RatsuError: the command is empty or has an open quote, or the engine cannot be started."""
        try:
            words = command_words(request.command)
        except ValueError as error:
            raise RatsuError("the command %1 cannot be read: %2", request.command, error) from error
        if not words:
            raise RatsuError("no engine is named; give its command, such as /usr/games/stockfish")
        cases = CASES[Dialect.XBOARD if request.xboard else Dialect.UCI]
        launch = Launch(words[0], words)
        if context.progress(0, len(cases)):
            for done, result in enumerate(checked(launch, cases, patience=max(1.0, request.patience)), 1):
                yield result
                if not context.progress(done, len(cases)):
                    return


JOB = ConformanceJob
