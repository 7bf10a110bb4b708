"""Evaluations in the answers of workers: the runner stores those of enough nodes before a task counts as done."""

import atexit
from collections.abc import Iterable

from books.evaluations.store import EvaluationStore
from books.evaluations.values import LEAST_NODES, KeptEvaluation
from engine.ground.codec import as_json, of_json
from engine.ground.json_text import JsonValue
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.night.values import Table

_KEY = "evaluations"


def with_evaluations(answer: Table, found: Iterable[KeptEvaluation]) -> Table:
    """An answer with those evaluations that have enough nodes to be stored."""
    kept = [as_json(one) for one in found if one.nodes >= LEAST_NODES]
    return {**answer, _KEY: kept} if kept else answer


def absorb(_payload: Table, answer: Table) -> Table:
    """Stores the evaluations of an answer, and returns it without them. :raises StoreError: they cannot be stored."""
    rows = JsonValue(answer.pop(_KEY, []))
    found = [of_json(KeptEvaluation, row) for row in rows]
    if found:
        store().keep(*found)
    return answer


_opened: list[EvaluationStore] = []


def store() -> EvaluationStore:
    """The user's evaluation store, open until `close`. :raises StoreError: it cannot be used."""
    if not _opened:
        _opened.append(EvaluationStore(data_folder() / EVALUATIONS))
    return _opened[0]


@atexit.register
def close() -> None:
    """Closes the store."""
    while _opened:
        _opened.pop().close()
