"""Skipped tests are counted and limited, by what they lack."""

from collections import Counter

import pytest

from tests.helpers.skips import KINDS, kind_of, too_many

REASONS = {
    "needs /home/a b/shared/data/games/sample_2000.pgn, which is not on this machine": "../shared",
    "only root can make a small disk": "root",
    "a read-only mount takes root and unshare (util-linux)": "root",
    "needs pgn-extract (apt-get install pgn-extract)": "another program",
    "the extra `cluster` is not installed": "another program",
    "could not import 'torch': No module named 'torch'": "another program",
    "got empty parameter set for (path)": "cases to try",
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_is_counted_as_what_is_missing(reason: str) -> None:
    assert kind_of(reason).name == REASONS[reason]


def test_more_skipped_tests_than_listed_fail_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    shared = KINDS[0]
    assert too_many(Counter({shared: shared.most})) == []
    (sentence,) = too_many(Counter({shared: shared.most + 1}))
    assert sentence == f"{shared.most + 1} tests were skipped for want of ../shared, at most {shared.most} may be"
    assert too_many(Counter([kind_of("I was tired")]))
    monkeypatch.setattr("sys.platform", "win32")
    assert too_many(Counter([kind_of("I was tired")])) == []
