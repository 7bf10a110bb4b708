"""Makes a book from games: searches positions, backs up values, condemns bad moves by two judges, sets flags.

Each step reuses the file of searches, so that an interrupted run resumes, and the book is the best for the current searches.
"""

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from books.building.game_graph import GameGraph
from books.building.searches import Search
from engine.ground.values import dataclass
from engine.training.book import condemned, denial
from engine.training.book.frontier import (
    EFFORTS,
    LATE_PLY,
    BookNode,
    Frontier,
    Predicted,
    SearchEffort,
    effort_of,
    shares,
)
from engine.training.book.judge_pool import JudgePool, JudgeTask, in_turn
from engine.training.book.move_flags import BAD_CP, PRACTICE, WIDEST_MARGIN, FlaggedMove, flagged_moves
from engine.training.book.values import AS_DEEP, SearchedValue, backed_up, move_values, search_value

REFUTATION_PLIES = 5
"""Plies of the judge's line in the book after a condemned move."""

NEAR_CP = 8
"""A playable move that is worse than the best by this is searched again, in centipawns."""

REFUTATION = SearchEffort(60_000, 1)

FEW_GAMES = 5.0
"""A position with fewer games must earn its place in the book."""

DECIDED_CP = 150
"""With few games a position is left out if a side is ahead by this: a short search often errs much there."""

ReportProgress = Callable[[str], None]


@dataclass(frozen=True)
class BookPage:
    """A position of the finished book. `backed`: its value through the graph, for its side to move. `second`: the second
    judge's value, if it was asked."""

    node: BookNode
    search: Search
    backed: int
    second: int | None
    moves: Sequence[FlaggedMove]


class BookMaker:
    """One run of the five steps, in order. Each has its time `until` (time.monotonic), after which it searches nothing new."""

    def __init__(self, graph: GameGraph, games: int, max_ply: int, people: Predicted, tell: ReportProgress) -> None:
        self._graph = graph
        self._frontier = Frontier(graph, games, max_ply, people)
        self._until = 0.0
        self._tell = tell
        self._asked = 0
        self._searches: dict[int, Search] = {}
        self._second: dict[int, Search] = {}
        self._condemned: dict[int, dict[int, int]] = {}
        self._refuting: set[int] = set()

    def survey(self, panel: JudgePool, most: int, until: float) -> None:
        """Searches at most `most` positions, those with most games first.

        :raises EngineFault: the judge failed; earlier results are saved.
        """
        self._until = until
        for node, search in panel.search(lambda: self._next(panel, most)):
            self._searches[node.key] = search
            self._frontier.expand(node, search)
            done = len(self._searches)
            self._tell(f"{done:,} positions, {panel.searched:,} of them searched now; {node.games:.1f} games each")

    def search_replies(self, panel: JudgePool, until: float) -> None:
        """Searches the positions after playable moves without a search, those with most games first.

        :raises EngineFault: the judge failed; earlier results are saved.
        """
        self._until = until
        self._search(panel, sorted(self._unsearched_replies(), key=lambda job: -job.node.games))

    def verify(self, panel: JudgePool, most: int, until: float) -> None:
        """Searches doubtful positions again, deeply, those with most games first: after moves that are only just good enough,
        and those with every move denied.

        :raises EngineFault: the judge failed; earlier results are saved.
        """
        self._until = until
        near = sorted(self._just_good_enough(), key=lambda node: -node.games)
        self._search(panel, [JudgeTask(node, condemned.FOREIGN) for node in near[:most]])

    def confirm(self, panel: JudgePool, until: float) -> None:
        """Searches the positions before and after denied moves again, those with most games first: most need both to be
        cleared. Those already searched are searched until they are settled.

        :raises EngineFault: the judge failed; earlier results are saved.
        """
        self._until = until
        pairs = sorted(self._denied_moves(), key=lambda pair: -pair[1].games)
        jobs: dict[tuple[int, SearchEffort], JudgeTask] = {}
        for before, after in pairs:
            effort = self._doubt(before, after)
            jobs |= {(node.key, effort): JudgeTask(node, effort, enough=1.0) for node in (after, before)}
        self._search(panel, list(jobs.values()))

    def condemn(self, foreign: JudgePool, own: JudgePool, most: int, until: float) -> None:
        """Lets both judges examine the moves that seem bad, most played first.

        :raises EngineFault: a judge failed; earlier results are saved.
        """
        self._until = until
        backed = backed_up(self._frontier.nodes, self._searches)
        nodes = self._frontier.nodes
        known = {key: move_values(nodes[key], search, self._searches, backed) for key, search in self._searches.items()}
        played = {(key, count.move): count.games for key in self._searches for count in self._graph.moves(key)}
        looked = itertools.islice(condemned.suspects(nodes, known, played), most)
        bad = self._agreed(foreign, own, self._affordable(looked, foreign, own))
        for suspect, lost in bad:
            self._condemned.setdefault(suspect.node.key, {})[suspect.move] = lost
            self._refute(foreign, suspect.after)
        self._searches |= {key: foreign.known[key] for key in self._searches}  # the deeper ones
        self._second = own.known

    def pages(self) -> Iterator[BookPage]:
        """The positions of the book with the flags of their moves, those with most games first."""
        return filter(self._belongs, self._all_pages())

    # Inside

    def _all_pages(self) -> Iterator[BookPage]:
        backed = backed_up(self._frontier.nodes, self._searches)
        for key, search in self._searches.items():
            node = self._frontier.nodes[key]
            known = move_values(node, search, self._searches, backed)
            moves = flagged_moves(
                self._graph.moves(key),
                shares(self._graph, key, search),
                known,
                self._condemned.get(key, {}),
                self._denied(node, search, known),
            )
            second = self._second.get(key)
            yield BookPage(node, search, backed[key].value, second.value if second else None, moves)

    def _denied(self, node: BookNode, search: Search, known: Mapping[int, SearchedValue]) -> set[int]:
        """The moves not played until they are searched again; empty in the refutation of a condemned move."""
        if node.key in self._refuting:
            return set()
        played = {count.move: count.games for count in self._graph.moves(node.key)}
        return denial.denied(node, search, self._searches, known, played)

    def _belongs(self, page: BookPage) -> bool:
        """True if a position belongs in the book: it has a playable move, and many games, or it is early and not decided."""
        node = page.node
        if node.key in self._refuting or node.key in self._condemned:
            return True
        if not any(verdict.flag.playable for verdict in page.moves):
            return False
        return _has_place(node, page.backed)

    def _next(self, panel: JudgePool, most: int) -> JudgeTask | None:
        """The next position of the survey; after the end of the time only those already searched."""
        while self._asked < most and (node := self._frontier.pop()) is not None:
            in_time = time.monotonic() < self._until
            if in_time or node.key in panel.known:
                self._asked += 1
                return JudgeTask(node, effort_of(node.games) if in_time else SearchEffort(0, 1))
        return None

    def _search(self, panel: JudgePool, jobs: Sequence[JudgeTask]) -> None:
        """Searches some positions, most of them again, in order."""
        waiting = iter(jobs)
        for number, (node, search) in enumerate(panel.search(lambda: self._in_time(panel, waiting)), 1):
            self._searches[node.key] = search
            self._tell(f"{number:,} of {len(jobs):,} searched more deeply")

    def _unsearched_replies(self) -> Iterator[JudgeTask]:
        """The positions after moves that are not played only because they are doubtful."""
        backed = backed_up(self._frontier.nodes, self._searches)
        for key, search in list(self._searches.items()):
            node = self._frontier.nodes[key]
            if not _has_place(node, backed[key].value):
                continue
            least = SearchEffort(max(EFFORTS[-1][1].nodes, round(AS_DEEP * search_value(search).nodes)), 1)
            for move, value in search.lines:
                known = node.children.get(move) in self._searches
                if not known and search.value - value <= WIDEST_MARGIN and (after := self._frontier.follow(node, move)):
                    yield JudgeTask(after, least)

    def _doubt(self, before: BookNode, after: BookNode) -> SearchEffort:
        """The next search depth for the positions before and after a denied move."""
        nodes = min(self._searches[node.key].nodes for node in (before, after))
        return denial.CONFIRMED if nodes < denial.CONFIRMED.nodes else denial.SETTLED

    def _denied_moves(self) -> Iterator[tuple[BookNode, BookNode]]:
        """The positions before and after the denied moves that are good enough otherwise, if a search may clear them."""
        backed = backed_up(self._frontier.nodes, self._searches)
        for key, search in self._searches.items():
            node = self._frontier.nodes[key]
            if node.ply >= LATE_PLY:
                continue
            known = move_values(node, search, self._searches, backed)
            best = max(worth.value for worth in known.values())
            for move in self._denied(node, search, known):
                after = node.children.get(move)
                if after is not None and after in self._searches and best - known[move].value <= WIDEST_MARGIN:
                    yield node, self._frontier.nodes[after]

    def _just_good_enough(self) -> Iterator[BookNode]:
        """The positions after playable moves that are `NEAR_CP` or more worse than the best, and after popular moves that look
        no worse than condemned ones: a short search can wrong a move (Caro-Kann, 5.Ng5). Also positions with every move denied.
        """
        for page in self._all_pages():
            if not any(verdict.flag.playable for verdict in page.moves):
                yield page.node
            best = max(verdict.worth.value for verdict in page.moves if verdict.worth)
            played = sum(verdict.games.games for verdict in page.moves if verdict.games)
            for verdict in page.moves:
                after = self._frontier.nodes.get(page.node.children.get(verdict.move, 0))
                if verdict.worth is None or after is None or after.key not in self._searches:
                    continue
                behind, games = best - verdict.worth.value, verdict.games.games if verdict.games else 0
                usual = any(games >= max(least, share * played) for least, share, _ in PRACTICE)
                if behind >= NEAR_CP if verdict.flag.playable else usual and behind < BAD_CP:
                    yield after

    def _in_time(self, panel: JudgePool, jobs: Iterator[JudgeTask]) -> JudgeTask | None:
        """The next job that may still be searched, or was."""
        for job in jobs:
            known = panel.known.get(job.node.key)
            if time.monotonic() < self._until or (known is not None and known.nodes >= job.effort.nodes):
                return job
        return None

    def _affordable(
        self, moves: Iterator[condemned.Suspect], foreign: JudgePool, own: JudgePool
    ) -> Iterator[condemned.Suspect]:
        """The moves that may still be searched, or were."""
        for number, suspect in enumerate(moves, 1):
            self._tell(f"suspect move {number:,}; {sum(map(len, self._condemned.values())):,} condemned")
            if self._may_search(foreign, suspect, condemned.FOREIGN) and self._may_search(own, suspect, condemned.OWN):
                yield suspect

    def _agreed(
        self, foreign: JudgePool, own: JudgePool, moves: Iterator[condemned.Suspect]
    ) -> Iterator[tuple[condemned.Suspect, int]]:
        """The moves that both judges condemn, and in close cases a third search too, with the smallest loss."""
        for suspect, lost in condemned.examine(foreign, moves, condemned.FOREIGN):
            if lost >= BAD_CP:
                for _, own_lost in condemned.examine(own, [suspect], condemned.OWN):
                    if own_lost >= BAD_CP:
                        yield from self._sure(foreign, suspect, min(lost, own_lost))

    def _sure(
        self, foreign: JudgePool, suspect: condemned.Suspect, lost: int
    ) -> Iterator[tuple[condemned.Suspect, int]]:
        """The move if its loss is large, or confirmed by a third search; without time for that it is not condemned."""
        if lost >= condemned.SURE_CP:
            yield suspect, lost
        elif self._may_search(foreign, suspect, condemned.DEEPER):
            for _, deeper in condemned.examine(foreign, [suspect], condemned.DEEPER):
                if deeper >= BAD_CP:
                    yield suspect, min(lost, deeper)

    def _may_search(self, panel: JudgePool, suspect: condemned.Suspect, effort: SearchEffort) -> bool:
        """True if there is time left, or the positions before and after the move have been searched this deeply."""
        known = (panel.known.get(node.key) for node in (suspect.node, suspect.after))
        in_time = time.monotonic() < self._until
        return in_time or all(search is not None and search.nodes >= effort.nodes for search in known)

    def _refute(self, panel: JudgePool, after: BookNode) -> None:
        """Adds the positions of the judge's best line after a bad move."""
        self._refuting.add(after.key)
        line = iter(panel.known[after.key].best_line[:REFUTATION_PLIES])
        node = after
        while (move := next(line, None)) is not None:
            following = self._frontier.follow(node, move)
            if following is None or (following.key not in panel.known and time.monotonic() >= self._until):
                return
            node = following
            for _, search in panel.search(in_turn(JudgeTask(node, REFUTATION))):
                self._refuting.add(node.key)
                self._searches.setdefault(node.key, search)
                self._frontier.expand(node, search)


def _has_place(node: BookNode, backed: int) -> bool:
    """True if a position with a playable move belongs in the book: it has many games, or it is early and not decided."""
    return node.games >= FEW_GAMES or (abs(backed) <= DECIDED_CP and node.ply < LATE_PLY)
