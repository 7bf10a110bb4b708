"""The fortress check: can the side that is worse hold for ever, whatever the other does? Decided by exhaustion, not by depth.

A fortress is a set of positions with the attacker to move such that after every move of the attacker some move of the defender
leads back into the set. The check grows such a set: it begins with the position, answers every move of the attacker, and takes in
what the answer leads to, until no new position turns up; a closed position has few. The defender answers by moves that change
nothing for good (no pawn moves). An answer that turns out to lose is replaced by another; where none is left, the position before
is lost too. A capture leaves the set: a short search judges whether the defender is out of danger there.

Fortresses are held by shuttling, so the defender is first confined to two or three squares, every such shuttle in turn; whatever
holds so holds for certain. Only then all his moves are allowed.
"""

from collections import Counter, deque
from collections.abc import Callable
from enum import Enum

from engine.ground.errors import MoveError
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.search.searcher import Searcher

# All hand-set, not tuned.
MOST_POSITIONS = 20_000  # of one fortress; a larger one is given up
JUDGE_DEPTH, JUDGE_NODES = 8, 1_024  # to see whether a capture breaks a fortress
OUT_OF_DANGER = -100  # centipawns: a side is safe if it is at most one pawn down
FIRST_TRY = 250  # positions a shuttle may take in at first; those that need more wait for their second turn

# Whether the defender is out of danger in a position that a capture led to.
Judge = Callable[[CoreBoard], bool]


class SearchJudge:
    """A judge that searches a little: out of danger is who is at most a pawn worse."""

    def __init__(self, white_defends: bool) -> None:
        self._white_defends = white_defends
        self._searcher = Searcher()
        self._searcher.set_hash(1)

    def __call__(self, board: CoreBoard) -> bool:
        """Whether the defender is out of danger."""
        moves = board.legal_moves()
        if not moves:
            return not board.in_check or board.white_to_move != self._white_defends
        self._searcher.begin()
        score = self._searcher.run(board, moves, JUDGE_DEPTH, JUDGE_NODES, 0, 1, None, None)[0].score
        return (score if board.white_to_move == self._white_defends else -score) >= OUT_OF_DANGER


class Verdict(Enum):
    """What the check found out."""

    HOLDS = "a fortress: it cannot be broken"
    BROKEN = "no fortress: it can be broken"
    OPEN = "not decided: too many positions"


@dataclass(frozen=True)
class FortressCheck:
    """The verdict, a move that holds (in coordinates; None if it is the attacker's turn or nothing holds), and how many positions
    with the attacker to move and how many captures were looked at."""

    verdict: Verdict
    move: str | None
    positions: int
    captures: int


class _Attack:
    """The attacker is to move: lost (for the defender) as soon as one answer is missing."""

    __slots__ = ("fen", "lost", "reached_from")

    def __init__(self, fen: str) -> None:
        self.fen = fen
        self.lost = False
        self.reached_from: list[_Defence] = []


class _Defence:
    """The defender is to move: the answer in use, None where the defender is out of danger, and those not yet tried."""

    __slots__ = ("answer", "fen", "left", "lost", "move", "reached_from")

    def __init__(self, fen: str, left: list[int]) -> None:
        self.fen = fen
        self.left = left
        self.answer: _Attack | None = None
        self.move = 0
        self.lost = False
        self.reached_from: list[_Attack] = []


class _Siege:
    """The set as it grows."""

    def __init__(self, start: CoreBoard, white_defends: bool, judge: Judge, shuttle: frozenset[int]) -> None:
        self.attacks: dict[int, _Attack] = {}
        self._chess960 = start.chess960
        self._judge = judge
        self._shuttle = shuttle
        self._defences: dict[int, _Defence] = {}
        self._waiting: deque[_Attack] = deque()
        self._liked: Counter[int] = Counter()  # squares that answers went to: going there again keeps the set small
        begin = self.defence if start.white_to_move == white_defends else self.attack
        self.root: _Attack | _Defence = begin(start)

    def attack(self, board: CoreBoard) -> _Attack:
        """The node of a position with the attacker to move; a new one waits for its answers."""
        node = self.attacks.get(board.key)
        if node is None:
            node = self.attacks[board.key] = _Attack(board.fen())
            self._waiting.append(node)
        return node

    def defence(self, board: CoreBoard) -> _Defence:
        """The node of a position with the defender to move, with its first answer chosen."""
        node = self._defences.get(board.key)
        if node is None:
            moves = board.legal_moves()
            node = self._defences[board.key] = _Defence(board.fen(), moves)
            if moves or board.in_check:
                self._answer(node, board)
        return node

    def run(self, most: int) -> Verdict:
        """Answers everything, or as much as `most` positions allow; may be called again with more."""
        while self._waiting and not self.root.lost:
            if len(self.attacks) > most:
                return Verdict.OPEN
            node = self._waiting.popleft()
            if not node.lost and not self._answered(node):
                self._lose(node)
        return Verdict.BROKEN if self.root.lost else Verdict.HOLDS

    def unanswered(self) -> int:
        """How many positions still wait."""
        return len(self._waiting)

    def _answered(self, node: _Attack) -> bool:
        """Whether the defender has an answer to every move of the attacker."""
        board = CoreBoard.from_fen(node.fen, self._chess960)
        for move in board.legal_moves():
            men = board.men
            board.push(move)
            if board.men < men:
                fine = self._judge(board)
            else:
                defence = self.defence(board)
                defence.reached_from.append(node)
                fine = not defence.lost
            board.pop()
            if not fine:
                return False
        return True

    def _answer(self, node: _Defence, board: CoreBoard) -> bool:
        """Chooses the next answer: one back into the set if there is one, else to the best-liked square; False: lost."""
        node.answer = None
        node.left.sort(key=lambda move: self._worth(board, move))
        while node.left:
            move = node.left.pop()
            men = board.men
            board.push(move)
            safe = board.men < men and self._judge(board)
            stays = board.men == men and board.halfmove_clock > 0
            stays = stays and (not self._shuttle or move >> 6 & 63 in self._shuttle)
            answer = self.attack(board) if stays else None
            board.pop()
            if safe or (answer is not None and not answer.lost):
                node.move, node.answer = move, answer
                if answer is not None:
                    self._liked[move >> 6 & 63] += 1
                    answer.reached_from.append(node)
                return True
        node.lost = True
        return False

    def _worth(self, board: CoreBoard, move: int) -> tuple[bool, bool, int]:
        men = board.men
        board.push(move)
        known = self.attacks.get(board.key)
        capture = board.men < men
        board.pop()
        return known is not None and not known.lost, capture, self._liked[move >> 6 & 63]

    def _lose(self, first: _Attack) -> None:
        """Marks a position as lost, has those that led to it answered differently, and so on."""
        lost = [first]
        while lost:
            attack = lost.pop()
            attack.lost = True
            for defence in attack.reached_from:
                if defence.lost or defence.answer is not attack:
                    continue
                if not self._answer(defence, CoreBoard.from_fen(defence.fen, self._chess960)):
                    lost.extend(before for before in defence.reached_from if not before.lost)


class _Memory:
    """A judge that never judges the same position twice."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.known: dict[int, bool] = {}

    def __call__(self, board: CoreBoard) -> bool:
        safe = self.known.get(board.key)
        if safe is None:
            safe = self.known[board.key] = self._judge(board)
        return safe


def _shuttles(board: CoreBoard, white_defends: bool) -> list[frozenset[int]]:
    """Sets of squares between which one of the defender's pieces can go to and fro: where it is and two moves of it."""
    before = board.copy()
    if board.white_to_move != white_defends:
        try:
            before.push_null()
        except MoveError:
            return []  # the attacker is in check: nothing is closed here
    found: dict[frozenset[int], None] = {}
    for move in before.quiet_moves():
        source, target = move & 63, move >> 6 & 63
        after = before.copy()
        after.push(move)
        if after.halfmove_clock == 0 or move >> 14 != 0:
            continue
        for near in _targets(after, target):
            found[frozenset((source, target, near))] = None
    return list(found)


def _targets(board: CoreBoard, square: int) -> set[int]:
    """Where the piece that has just come to `square` could continue to if it were its turn again."""
    try:
        board.push_null()
    except MoveError:
        return set()  # the move gave check
    return {move >> 6 & 63 for move in board.quiet_moves() if move & 63 == square}


def check_fortress(
    board: CoreBoard,
    white_defends: bool,
    judge: Judge,
    most_positions: int = MOST_POSITIONS,
    go_on: Callable[[int, int], bool] = lambda done, total: True,
) -> FortressCheck:
    """Whether a side can hold a position for ever. `judge` is asked of positions after captures; `go_on(done, total)` gets
    every shuttle tried and ends the check by False."""
    memory = _Memory(judge)
    sieges = [_Siege(board.copy(), white_defends, memory, shuttle) for shuttle in _shuttles(board, white_defends)]
    total, positions = 2 * len(sieges) + 1, 0
    for most in (FIRST_TRY, most_positions // 4):
        left = []
        for number, siege in enumerate(sieges):
            if not go_on(number, total):
                return FortressCheck(Verdict.OPEN, None, positions, len(memory.known))
            verdict = siege.run(most)
            positions = max(positions, len(siege.attacks))
            if verdict is Verdict.HOLDS:
                return _told(board, siege, verdict, memory)
            if verdict is Verdict.OPEN:
                left.append(siege)
        sieges = sorted(left, key=_Siege.unanswered)
    last = _Siege(board.copy(), white_defends, memory, frozenset())
    return _told(board, last, last.run(most_positions), memory)


def _told(board: CoreBoard, siege: _Siege, verdict: Verdict, memory: _Memory) -> FortressCheck:
    root = siege.root
    holds = verdict is Verdict.HOLDS and isinstance(root, _Defence) and root.move != 0
    move = board.uci(root.move) if holds and isinstance(root, _Defence) else None
    return FortressCheck(verdict, move, len(siege.attacks), len(memory.known))
