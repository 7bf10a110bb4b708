"""Adds main lines of theory and answers to gambits to a finished book, and weighs its normal moves by what people play.

Neither the highest flag of a position nor the weights of its moves change.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import exp
from typing import NamedTuple

import chess

from books.building.build import MoveCount
from books.building.game_graph import GameGraph
from books.building.searches import Search
from books.entry import Flag, MoveRow, PositionRow
from books.graph import children
from books.key import decode, encode, position_key
from engine.training.book.condemned import DEEPER, FOREIGN
from engine.training.book.finished import Pages
from engine.training.book.frontier import BookNode, SearchEffort
from engine.training.book.judge_pool import JudgePool, JudgeTask, in_turn
from engine.training.book.move_flags import WEIGHT_CP, WIDEST_MARGIN
from engine.training.book.theory_lines import GAMBITS, THEORY
from engine.training.book.writer import LEAST_SEEN

ANSWER = SearchEffort(200_000, 1)
"""The search of a position after a gambit."""

ANSWERED_PLIES = 8
"""Half moves after a gambit's move to which the book has an answer."""

THEORY_MARGIN, GAMBIT_MARGIN = 33, 15
"""A move of theory, or a gambit's, may be this much worse than the best to be played, in centipawns."""

CLOSE_CP = (10, 40)
"""A move of theory that is worse than the best by this much is searched more deeply before it is judged."""

THEORY_WEIGHT = 10
"""The least weight of a playable move of theory; the heaviest move of a position has some 1000. Old games lack some of them."""

USUAL_SHARE, USUAL_GAMES = 0.15, 10
"""A reply that people play this often is answered too, beside the book's own, in the first half of the plies after a gambit."""

KNOWN_GAMES = 20
"""Games of people that a position needs if their shares are to count."""


class TheoryBook:
    """A book while theory is added to it. `people`: the games of amateurs."""

    def __init__(self, pages: Pages, judge: JudgePool, people: GameGraph, tell: Callable[[str], None]) -> None:
        self.pages = pages
        self._judge = judge
        self._people = people
        self._tell = tell
        self._made = set[int]()  # the positions that got their first move here
        self._followed = list["_Step"]()  # the moves after gambits
        self._theory = set[tuple[int, int]]()  # keys and moves of the lines

    def add(self, theory: Mapping[str, str] = THEORY, gambits: Mapping[str, str] = GAMBITS) -> None:
        """Adds the lines, then weighs the normal moves.

        :raises EngineFault: the judge failed; its earlier searches are saved. :raises JudgeError: it reported no exact score.
        """
        self._add_lines(theory.values(), THEORY_MARGIN)
        self._add_lines(gambits.values(), GAMBIT_MARGIN)
        starts = [_after(line.split()) for line in gambits.values()]
        for effort in (FOREIGN, DEEPER):
            self._answer(starts)
            self._look_again(effort)
        self._answer(starts)
        self._tell(f"{self._weigh()} positions with moves weighed by people's games")

    def _add_lines(self, lines: Iterable[str], margin: int) -> None:
        """Makes each position of the lines a page, and each move playable that is worse than the best by at most `margin`."""
        steps = list(_steps(lines))
        self._make_pages((board for step in steps for board in (step.before, step.after)), FOREIGN)
        doubtful = [step for step in steps if not self._played(step)]
        self._search_again([step.after for step in doubtful], FOREIGN)
        if margin > GAMBIT_MARGIN:
            close = [step.after for step in doubtful if CLOSE_CP[0] <= self._lost(step) <= CLOSE_CP[1]]
            self._search_again(close, DEEPER)
        for step in doubtful:
            self._judge_move(step, margin)

    def _make_pages(self, boards: Iterable[chess.Board], effort: SearchEffort) -> None:
        """Gives each position without a playable move the judge's best move."""
        empty = {position_key(board): board for board in boards if not self._playable(position_key(board))}
        for key, search in self._searched(empty.values(), effort):
            self._made.add(key)
            self._put_best(key, search, self.pages[key][1] if key in self.pages else [])

    def _put_best(self, key: int, search: Search, others: Iterable[MoveRow]) -> None:
        """Makes the judge's best move the first of a page."""
        move, value = search.lines[0]
        known = next((row for row in others if row.move == move), MoveRow(key, move))
        best = known._replace(flag=Flag.NORMAL, weight=1000, inherits=1)
        self.pages[key] = _valued(key, search, move, value), [best, *(row for row in others if row.move != move)]

    def _look_again(self, effort: SearchEffort) -> None:
        """Searches the new pages more deeply that are worth much less, or much more, than the page beside them promised."""
        doubtful = [step for step in self._followed if self._falls_short(step)]
        boards = [
            board for step in doubtful for board in (step.before, step.after) if position_key(board) in self._made
        ]
        for key, search in self._searched(boards, effort):
            self._put_best(key, search, [row for row in self.pages[key][1] if row.flag is not Flag.NORMAL or row.games])

    def _falls_short(self, step: "_Step") -> bool:
        key, after = position_key(step.before), position_key(step.after)
        return after in self.pages and (self.pages[key][0].worth or 0) - self._worth(after) > THEORY_MARGIN

    def _search_again(self, boards: Iterable[chess.Board], effort: SearchEffort) -> None:
        """Searches the positions whose value rests on a shorter search. The longer one counts more than those below it."""
        short = (board for board in boards if (self.pages[position_key(board)][0].nodes or 0) < effort.nodes)
        for key, search in self._searched(short, effort):
            position, rows = self.pages[key]
            position = position._replace(value=search.value, backed=search.value)
            self.pages[key] = position._replace(depth=search.depth, nodes=search.nodes), rows

    def _judge_move(self, step: "_Step", margin: int) -> None:
        """Adds a line's move. It is playable if it is not much worse than the best."""
        key, move = position_key(step.before), encode(step.before, step.move)
        position, rows = self.pages[key]
        row = next((row for row in rows if row.move == move), MoveRow(key, move, inherits=1))
        lost = self._lost(step)
        self._tell(
            f"{chess.Board().variation_san([*step.before.move_stack, step.move])}: {lost} cp worse than the best"
        )
        if row.flag is Flag.UNCHECKED:
            row = row._replace(flag=Flag.NORMAL if lost <= margin else Flag.UNCHECKED, weight=1)
        elif row.flag is Flag.NORMAL and lost > THEORY_MARGIN:  # the longer search takes the flag away
            row = row._replace(flag=Flag.UNCHECKED, weight=1)
        if row.flag.playable and margin > GAMBIT_MARGIN:
            self._theory.add((key, move))
            row = row._replace(weight=max(row.weight, THEORY_WEIGHT))
        if row.games == 0 and (count := self._counts(key).get(move)) is not None:
            row = row._replace(wins=count.wins, draws=count.draws, losses=count.losses)
        if row.flag is not Flag.UNCHECKED or row.games >= LEAST_SEEN or margin > GAMBIT_MARGIN:
            self.pages[key] = position, _ordered([row, *(other for other in rows if other.move != move)])

    def _answer(self, starts: Sequence[chess.Board]) -> None:
        """Adds the judge's answers to the positions, half move by half move."""
        boards = {position_key(board): board for board in starts}
        for ply in range(ANSWERED_PLIES + 1):
            self._make_pages(boards.values(), ANSWER)
            self._tell(f"{len(boards)} positions {ply} half moves after a gambit")
            theirs = ply % 2 == 1
            nexts = []
            for board in boards.values():
                for move in self._replies(board, usual=theirs and ply < ANSWERED_PLIES // 2):
                    nexts.append(_with(board, move))
                    self._followed.append(_Step(board, move, nexts[-1]))
            boards = {position_key(board): board for board in nexts if any(board.legal_moves)}

    def _replies(self, board: chess.Board, usual: bool) -> Iterator[chess.Move]:
        key = position_key(board)
        found = [row.move for row in _ordered(self.pages[key][1])[:1]]
        if usual:
            counts = self._counts(key)
            total = sum(count.games for count in counts.values())
            found += [
                move
                for move, count in counts.items()
                if count.games >= max(USUAL_GAMES, USUAL_SHARE * total) and move not in found
            ]
        yield from (move for code in found if (move := decode(board, code)) is not None)

    def _weigh(self) -> int:
        """Weighs the normal moves beside a `!` by how often people play them. Returns the number of positions."""
        waiting, seen, weighed = [chess.Board()], set[int](), 0
        while waiting:
            board = waiting.pop()
            key = position_key(board)
            counts = self._counts(key)
            games = sum(count.games for count in counts.values())
            if key in seen or games < KNOWN_GAMES:
                continue
            seen.add(key)
            if key in self.pages and self._weigh_moves(
                board, {code: one.games / games for code, one in counts.items()}
            ):
                weighed += 1
            waiting.extend(_with(board, move) for code in counts if (move := decode(board, code)) is not None)
        return weighed

    def _weigh_moves(self, board: chess.Board, people: Mapping[int, float]) -> bool:
        """Weighs the normal moves of a position; returns whether it has any beside a `!`."""
        key = position_key(board)
        position, rows = self.pages[key]
        normal = [row for row in rows if row.flag is Flag.NORMAL]
        if not normal or all(row.flag is not Flag.STRONG for row in rows):
            return False
        reached, best = children(board), self._best(board)
        total = sum(row.games for row in rows) or 1.0
        weights = {}
        for row in normal:
            share = (row.games / total + people.get(row.move, 0.0)) / 2
            lost = best - self._worth(reached[row.move]) if reached.get(row.move) in self.pages else WIDEST_MARGIN
            least = THEORY_WEIGHT if (key, row.move) in self._theory else 1
            weights[row.move] = max(least, round(1000 * share * exp(-max(lost, 0) / WEIGHT_CP)))
        weighed = [row._replace(weight=weights.get(row.move, row.weight)) for row in rows]
        self.pages[key] = position, _ordered(weighed)
        return True

    def _best(self, board: chess.Board) -> int:
        """The value of the best playable move that leads to a page; otherwise of the position."""
        key = position_key(board)
        reached = children(board)
        playable = (reached.get(row.move) for row in self.pages[key][1] if row.flag.playable)
        found = [self._worth(after) for after in playable if after in self.pages]
        return max(found, default=self.pages[key][0].worth or 0)

    def _lost(self, step: "_Step") -> int:
        return self._best(step.before) - self._worth(position_key(step.after))

    def _worth(self, after: int | None) -> int:
        """The value of the move that reaches a position, for the side that plays it."""
        return -(self.pages[after][0].worth or 0) if after is not None else 0

    def _played(self, step: "_Step") -> bool:
        rows = self.pages[position_key(step.before)][1]
        best = max((row.flag for row in rows), default=Flag.BAD)
        return any(row.flag is best for row in rows if row.move == encode(step.before, step.move))

    def _playable(self, key: int) -> bool:
        return key in self.pages and any(row.flag.playable for row in self.pages[key][1])

    def _counts(self, key: int) -> dict[int, MoveCount]:
        return {count.move: count for count in self._people.moves(key)}

    def _searched(self, boards: Iterable[chess.Board], effort: SearchEffort) -> Iterator[tuple[int, Search]]:
        wanted = {position_key(board): board for board in boards if any(board.legal_moves)}
        jobs = [JudgeTask(BookNode(board.fen(), key, 0.0, board.ply()), effort) for key, board in wanted.items()]
        for number, (node, search) in enumerate(self._judge.search(in_turn(*jobs)), 1):
            self._tell(f"{number} of {len(jobs)} searched")
            yield node.key, search


class _Step(NamedTuple):
    """A move of a line, with the positions before and after it."""

    before: chess.Board
    move: chess.Move
    after: chess.Board


def _steps(lines: Iterable[str]) -> Iterator[_Step]:
    for line in lines:
        board = chess.Board()
        for san in line.split():
            move = board.parse_san(san)
            after = _with(board, move)
            yield _Step(board, move, after)
            board = after


def _after(sans: Iterable[str]) -> chess.Board:
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    return board


def _with(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy()
    after.push(move)
    return after


def _valued(key: int, search: Search, move: int, value: int) -> PositionRow:
    return PositionRow(
        key, value=value, depth=search.depth, nodes=search.nodes, exit_move=move, exit_value=value, backed=value
    )


def _ordered(rows: Iterable[MoveRow]) -> list[MoveRow]:
    return sorted(rows, key=lambda row: (-row.flag, -row.weight))
