"""Serves lichess as the user's external engine, until it is stopped."""

import secrets
from collections.abc import Iterator
from contextlib import closing

from engine.ground.text import Text, why
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.play.mover import RatsuMover
from engine.play.world.addresses import ENGINE
from engine.play.world.downloads import DownloadStoppedError, WorldError
from engine.play.world.external_engine import EngineOffer, register, send_lines, wait_for_work
from engine.play.world.http_client import HttpClient
from engine.play.world.tokens import keep_token, kept_token

_POLL_S = 70.0  # the longest wait for a request; lichess answers sooner that there is none
_DAY_S = 86_400.0  # an analysis lasts as long as its user looks at it
_PAUSES_S = (1.0, 5.0, 15.0, 30.0)  # after each fault of the network


@dataclass(frozen=True)
class ServeRequest:
    """`token`: of the user's account, with the rights engine:read and engine:write; empty: the one in the keyring. `keep`: it is
    stored there. `analyses`: how many; 0: until stopped."""

    token: str
    offer: EngineOffer
    keep: bool = False
    analyses: int = 0


@dataclass(frozen=True)
class ServedAnalysis:
    """An analysis that was sent: its position, and the depth and nodes that it reached."""

    fen: str
    depth: int
    nodes: int


class ServingJob(Job[ServeRequest, ServedAnalysis]):
    """Yields each analysis when it is over. Progress in analyses. After a fault of the network it waits and asks again."""

    def __init__(self, base: str = "", pauses_s: tuple[float, ...] = _PAUSES_S) -> None:
        """`base`: the address of another server, for tests. `pauses_s`: the waits after faults, the last one again and again."""
        self._base, self._pauses_s = base, pauses_s

    def run(self, request: ServeRequest, context: Context) -> Iterator[ServedAnalysis]:
        """:raises WorldError: lichess cannot be reached at first, or does not accept the token."""
        secret, session, done, faults = secrets.token_urlsafe(32), "", 0, 0
        wire = HttpClient(context.wait, lambda: not context.stopper.asked(), _POLL_S, answer_s=_DAY_S)
        with wire, closing(RatsuMover(narrows_root=False)) as mover:
            token = request.token or kept_token(ENGINE.host)
            if not token:
                raise WorldError("the keyring has no token; enter it")
            register(wire, token, request.offer, secret, self._base)
            if request.keep and request.token:
                try:
                    keep_token(ENGINE.host, token)
                except WorldError as error:
                    context.wait(why(error))
            while context.progress(done, request.analyses) and (not request.analyses or done < request.analyses):
                try:
                    work = wait_for_work(wire, secret, self._base)
                    faults = 0
                    if work is None:
                        continue
                    if work.session != session:
                        session = work.session
                        mover.new_game()
                    hash_mb, threads = (
                        min(work.hash_mb, request.offer.hash_mb),
                        min(work.threads, request.offer.threads),
                    )
                    mover.set_options({"Threads": threads, "Hash": hash_mb, "MultiPV": work.lines})
                    best = send_lines(wire, work, mover, self._base)
                except DownloadStoppedError:
                    return
                except WorldError as error:
                    context.wait(Text("%1; Ratsu asks again", why(error)))
                    if context.stopper.stopped_within(self._pauses_s[min(faults, len(self._pauses_s) - 1)]):
                        return
                    faults += 1
                    continue
                done += 1
                if best is not None:
                    yield ServedAnalysis(work.position.board().fen(), best.depth, best.nodes)


JOB = ServingJob
