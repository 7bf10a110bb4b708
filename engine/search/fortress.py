"""The fortress check: can the defender hold a position against every attempt to win? A proof by exhaustion, not a search to a
depth.

A fortress is a set of positions with the attacker to move in which every attacking move has a defender's reply that leads back
into the set. `check_fortress` grows this set from the position until it is closed, and replaces replies that lose. Captures
leave the set; a short search judges them. docs/search.md has an example.
"""

from collections import Counter, deque
from collections.abc import Callable
from enum import Enum
from functools import partial

from engine.ground.errors import MoveError
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.search.searcher import Searcher

# All hand-set, not tuned.
MOST_POSITIONS = 20_000  # in one fortress; the check gives up above this
JUDGE_DEPTH, JUDGE_NODES = 8, 1_024  # of the search that judges a position after a capture
OUT_OF_DANGER = -100  # centipawns: a defender who is at most one pawn down is safe
FIRST_TRY = 250  # positions a shuttle may need in the first round; the rest wait for the second

# True if the defender is safe in a position after a capture.
Judge = Callable[[CoreBoard], bool]


class SearchJudge:
    """Judges by a short search: a side is safe if it is at most a pawn worse."""

    def __init__(self, white_defends: bool) -> None:
        self._white_defends = white_defends
        self._searcher = Searcher()
        self._searcher.set_hash(1)

    def __call__(self, board: CoreBoard) -> bool:
        """True if the defender is safe."""
        moves = board.legal_moves()
        if not moves:
            return not board.in_check or board.white_to_move != self._white_defends
        self._searcher.begin()
        score = self._searcher.run(board, moves, JUDGE_DEPTH, JUDGE_NODES, 0, 1, None, None)[0].score
        return (score if board.white_to_move == self._white_defends else -score) >= OUT_OF_DANGER


class FortressVerdict(Enum):
    """The result of the check."""

    HOLDS = "a fortress: it cannot be broken"
    BROKEN = "no fortress: it can be broken"
    OPEN = "not decided: too many positions"


@dataclass(frozen=True)
class FortressCheck:
    """The result: verdict, a holding move (UCI; None if the attacker is to move or nothing holds), the numbers of positions
    with the attacker to move and of captures examined, and the keys of the positions that are held."""

    verdict: FortressVerdict
    move: str | None
    positions: int
    captures: int
    held: tuple[int, ...] = ()


class _AttackNode:
    """A position with the attacker to move. `lost`: for the defender, because a move has no reply."""

    __slots__ = ("fen", "lost", "reached_from")

    def __init__(self, fen: str) -> None:
        self.fen = fen
        self.lost = False
        self.reached_from: list[_DefenceNode] = []


class _DefenceNode:
    """A position with the defender to move: the reply in use (None if the defender is safe) and the replies not yet tried."""

    __slots__ = ("answer", "fen", "left", "lost", "move", "reached_from")

    def __init__(self, fen: str, left: list[int]) -> None:
        self.fen = fen
        self.left = left
        self.answer: _AttackNode | None = None
        self.move = 0
        self.lost = False
        self.reached_from: list[_AttackNode] = []


class _GrowingSet:
    """The growing set of positions, for one shuttle of the defender (empty: all moves allowed)."""

    def __init__(self, start: CoreBoard, white_defends: bool, judge: Judge, shuttle: frozenset[int]) -> None:
        self.attacks: dict[int, _AttackNode] = {}
        self._chess960 = start.chess960
        self._judge = judge
        self._shuttle = shuttle
        self._defences: dict[int, _DefenceNode] = {}
        self._waiting: deque[_AttackNode] = deque()
        self._liked: Counter[int] = (
            Counter()
        )  # target squares of replies: using the same squares again keeps the set small
        begin = self.defence if start.white_to_move == white_defends else self.attack
        self.root: _AttackNode | _DefenceNode = begin(start)

    def attack(self, board: CoreBoard) -> _AttackNode:
        """The node of a position with the attacker to move; a new one is queued."""
        node = self.attacks.get(board.key)
        if node is None:
            node = self.attacks[board.key] = _AttackNode(board.fen())
            self._waiting.append(node)
        return node

    def defence(self, board: CoreBoard) -> _DefenceNode:
        """The node of a position with the defender to move, with its first reply chosen."""
        node = self._defences.get(board.key)
        if node is None:
            moves = board.legal_moves()
            node = self._defences[board.key] = _DefenceNode(board.fen(), moves)
            if moves or board.in_check:
                self._answer(node, board)
        return node

    def run(self, most: int, should_continue: Callable[[], bool]) -> FortressVerdict:
        """Examines queued positions until the set is closed or has `most` positions; call again with more to continue."""
        while self._waiting and not self.root.lost:
            if len(self.attacks) > most or not should_continue():
                return FortressVerdict.OPEN
            node = self._waiting.popleft()
            if not node.lost and not self._answered(node):
                self._lose(node)
        return FortressVerdict.BROKEN if self.root.lost else FortressVerdict.HOLDS

    def held(self) -> tuple[int, ...]:
        """The keys of the positions of a closed set."""
        attacks = (key for key, node in self.attacks.items() if not node.lost)
        return (*attacks, *(key for key, node in self._defences.items() if not node.lost))

    def unanswered(self) -> int:
        """The number of queued positions."""
        return len(self._waiting)

    def _answered(self, node: _AttackNode) -> bool:
        """True if the defender has a reply to every move of the attacker."""
        board = CoreBoard.from_fen(node.fen, self._chess960)
        for move in board.legal_moves():
            count = board.piece_count
            board.push(move)
            if board.piece_count < count:
                fine = self._judge(board)
            else:
                defence = self.defence(board)
                defence.reached_from.append(node)
                fine = not defence.lost
            board.pop()
            if not fine:
                return False
        return True

    def _answer(self, node: _DefenceNode, board: CoreBoard) -> bool:
        """Chooses the next reply: into the set if possible, else to the most used square. False if none is left."""
        node.answer = None
        node.left.sort(key=lambda move: self._worth(board, move))
        while node.left:
            move = node.left.pop()
            count = board.piece_count
            board.push(move)
            safe = board.piece_count < count and self._judge(board)
            stays = board.piece_count == count and board.halfmove_clock > 0
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
        count = board.piece_count
        board.push(move)
        known = self.attacks.get(board.key)
        capture = board.piece_count < count
        board.pop()
        return known is not None and not known.lost, capture, self._liked[move >> 6 & 63]

    def _lose(self, first: _AttackNode) -> None:
        """Marks a position as lost and gives the positions that led to it another reply, recursively."""
        lost = [first]
        while lost:
            attack = lost.pop()
            attack.lost = True
            for defence in attack.reached_from:
                if defence.lost or defence.answer is not attack:
                    continue
                if not self._answer(defence, CoreBoard.from_fen(defence.fen, self._chess960)):
                    lost.extend(before for before in defence.reached_from if not before.lost)


class _CachedJudge:
    """Caches the judgements of another judge."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.known: dict[int, bool] = {}

    def __call__(self, board: CoreBoard) -> bool:
        safe = self.known.get(board.key)
        if safe is None:
            safe = self.known[board.key] = self._judge(board)
        return safe


def _shuttles(board: CoreBoard, white_defends: bool) -> list[frozenset[int]]:
    """Sets of three squares between which one defending piece can shuttle: its square and two of its moves.

    Fortresses are held by shuttling, and so small a set of moves closes quickly; a position held this way is held.
    """
    before = board.copy()
    if board.white_to_move != white_defends:
        try:
            before.push_null()
        except MoveError:
            return []  # the attacker is in check, so the position is not closed
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
    """The squares to which the piece on `square` could move if it had another turn."""
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
    should_continue: Callable[[int, int], bool] = lambda done, total: True,
) -> FortressCheck:
    """Checks whether a side can hold a position for ever.

    `judge` is called for positions after captures; `should_continue(done, total)` for each position, with the shuttles so far,
    and stops the check by returning False.
    """
    memory = _CachedJudge(judge)
    sieges = [_GrowingSet(board.copy(), white_defends, memory, shuttle) for shuttle in _shuttles(board, white_defends)]
    total, positions = 2 * len(sieges) + 1, 0
    for most in (FIRST_TRY, most_positions // 4):
        left = []
        for number, growing_set in enumerate(sieges):
            verdict = growing_set.run(most, partial(should_continue, number, total))
            positions = max(positions, len(growing_set.attacks))
            if verdict is FortressVerdict.HOLDS:
                return _result(board, growing_set, verdict, memory)
            if verdict is FortressVerdict.OPEN:
                left.append(growing_set)
        sieges = sorted(left, key=_GrowingSet.unanswered)
    last = _GrowingSet(board.copy(), white_defends, memory, frozenset())
    return _result(board, last, last.run(most_positions, partial(should_continue, total - 1, total)), memory)


def _result(
    board: CoreBoard, growing_set: _GrowingSet, verdict: FortressVerdict, memory: _CachedJudge
) -> FortressCheck:
    root = growing_set.root
    holds = verdict is FortressVerdict.HOLDS and isinstance(root, _DefenceNode) and root.move != 0
    move = board.uci(root.move) if holds and isinstance(root, _DefenceNode) else None
    held = growing_set.held() if verdict is FortressVerdict.HOLDS else ()
    return FortressCheck(verdict, move, len(growing_set.attacks), len(memory.known), held)
