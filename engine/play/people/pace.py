"""The think time of a human-like level: as long as people take, but without losing on time."""

import random
import time

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.human.think_time import seconds
from engine.play.people.temperament import habit

PERCENT = 100


class Pace:
    """The pace of one game; remembers the clock at its start."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._habit = habit(seed)
        self._base_ms = 0

    def wait(
        self,
        position: GamePosition,
        limits: Limits,
        percent: int,
        entropy: float | None,
        began: float,
        stopper: Stopper,
    ) -> None:
        """Waits until `percent` of a person's think time has passed since `began` (`time.monotonic`), if there is a clock; a
        stop ends the wait. `entropy`: see `engine.human.think_time.choice_entropy`."""
        white = position.white_to_move
        left_ms = limits.white_time_ms if white else limits.black_time_ms
        if not percent or left_ms is None:
            return
        increment_s = (limits.white_increment_ms if white else limits.black_increment_ms) / 1000
        self._base_ms = max(self._base_ms, left_ms)
        luck = random.Random(f"{self._seed} pace {len(position.moves)}").random()
        ply, base_s, pace = len(position.moves), self._base_ms // 1000, percent / PERCENT
        wanted = seconds(ply, base_s, increment_s, left_ms / 1000, entropy, luck, pace, self._habit)
        stopper.stopped_within(wanted - (time.monotonic() - began))
