"""Work spread over threads: every piece ends once, an error reaches who gave the work, and hands are closed where they worked."""

import threading
from dataclasses import dataclass, field

import pytest

from engine.play.worker_pool import WorkerPool


@dataclass
class Doubler:
    closed: list[bool]
    thread: int = field(default_factory=threading.get_ident)

    def work(self, item: int) -> int:
        if item < 0:
            raise ValueError(str(item))
        return 2 * item

    def close(self) -> None:
        self.closed.append(threading.get_ident() == self.thread)


def test_each_piece_ends_once_and_hands_are_closed_on_their_threads() -> None:
    closed: list[bool] = []
    with WorkerPool(lambda: Doubler(closed), 3, "test") as pool:
        for number in range(20):
            pool.give(number)
        ended = [pool.wait(60) for _ in range(20)]
        assert pool.busy == 0 and pool.wait(0) is None
    assert {(done.item, done.result) for done in ended if done} == {(number, 2 * number) for number in range(20)}
    assert closed and all(closed)


def test_an_error_comes_back_with_its_work_and_the_next_goes_on() -> None:
    with WorkerPool(lambda: Doubler([]), 1, "test") as pool:
        pool.give(-1)
        pool.give(4)
        failed, fine = pool.wait(60), pool.wait(60)
    assert failed is not None and isinstance(failed.error, ValueError) and failed.item == -1
    assert fine is not None and fine.result == 8


def test_a_hand_that_cannot_be_hired_is_told() -> None:
    def hire() -> Doubler:
        raise RuntimeError("nobody")

    with WorkerPool(hire, 1, "test") as pool:
        pool.give(1)
        done = pool.wait(60)
    assert done is not None
    with pytest.raises(RuntimeError, match="nobody"):
        raise done.error or AssertionError
