"""Selects the condemned moves: two judges of different families find them, at depth, much worse than the best."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from books.building.searches import Search
from engine.training.book.frontier import BookNode, SearchEffort
from engine.training.book.judge_pool import JudgePool, JudgeTask, in_turn
from engine.training.book.move_flags import BAD_CP
from engine.training.book.values import SearchedValue

SUSPECT_CP = 80
"""A move that the short searches find this much worse is examined. Of those 60 worse most are cleared at once."""

FOREIGN = SearchEffort(1_000_000, 1)
OWN = SearchEffort(5_000_000, 1)

SURE_CP = 100
"""If a judge finds a condemned move less bad than this, it gets a third search: of 190 condemned without one, nine lost less
than 50 in another search."""

DEEPER = SearchEffort(2_500_000, 1)
"""The third search, by the foreign judge."""


class Suspect(NamedTuple):
    """A move that looks bad: its position, its code, and the position it leads to."""

    node: BookNode
    move: int
    after: BookNode


def suspects(
    nodes: Mapping[int, BookNode],
    worths: Mapping[int, Mapping[int, SearchedValue]],
    games: Mapping[tuple[int, int], int],
) -> list[Suspect]:
    """The moves that the searches so far find much worse than the best, most played first. `worths`: of each position's moves;
    `games`: how often a move (key, code) was played."""
    found = []
    for key, known in worths.items():
        best = max(worth.value for worth in known.values())
        for move, worth in known.items():
            after = nodes.get(nodes[key].children.get(move, 0))
            least = BAD_CP if worth.nodes >= FOREIGN.nodes else SUSPECT_CP
            if best - worth.value >= least and after is not None and games.get((key, move), 0):
                found.append(Suspect(nodes[key], move, after))
    return sorted(found, key=lambda suspect: -games[suspect.node.key, suspect.move])


def examine(panel: JudgePool, moves: Iterable[Suspect], effort: SearchEffort) -> Iterator[tuple[Suspect, int]]:
    """Yields each move with its loss by a judge: the value of its position minus that of the move, in centipawns.

    :raises EngineFault: the judge failed; earlier results are saved.
    """
    for suspect in moves:
        jobs = in_turn(JudgeTask(suspect.node, effort), JudgeTask(suspect.after, effort))
        found = {node.key: search for node, search in panel.search(jobs)}
        yield suspect, loss(found[suspect.node.key], found[suspect.after.key])


def loss(before: Search, after: Search) -> int:
    """The loss of a move in centipawns, by the values of the positions before and after it."""
    return before.value + after.value
