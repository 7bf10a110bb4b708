"""Proof-number search for mates (Allis 1994) in its depth-first form df-pn (A. Nagai 2002), with a table.

It expands the position whose proof needs the fewest leaves. Table entries include the plies left, so depth and repetitions
cannot mix up proofs. The last two moves of a mate are tried on the board, which is cheaper than the table. Every mate is
verified against all defences before it is reported.
"""

import cython
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import count_legal, generate_legal, gives_check, is_legal
from cython.cimports.engine.rules.position import make_move, position_copy, unmake_move
from cython.cimports.engine.rules.types import NO_MOVE, Move, u32, u64
from cython.cimports.engine.search.ticks import ticks_us
from cython.cimports.libc.stdlib import calloc, free

BUCKETS = cython.declare(u64, 1 << 20)  # 64 MB; untouched memory costs nothing
FIFTY_MIX = cython.declare(
    u64, 0x9E3779B97F4A7C15
)  # 2^64 / golden ratio: spreads the fifty-move counter over the key bits
POLL_NODES = cython.declare(u64, 1024)  # as in alpha_beta.py
FIRST_BUDGET = cython.declare(u64, 20_000)  # nodes for each mate shorter than requested, in the first round; hand-set
DEFENCE_NODES = cython.declare(u64, 5_000)  # to test whether a defence is the longest; hand-set
MOST_MOVES = 50  # the longest mate searched for; hand-set
HUNT_MOVES = cython.declare(cython.int, 8)  # the longest mate in a hunt
# A hunt first checks whether to end after this number of positions, then each time it doubles; hand-set.
HUNT_NODES = cython.declare(u64, 2_000)
# A hunt ends above this proof number. Budget 256,000 positions: 362 positions of master games took 13,000 on average (1.3 ms,
# median 0.5), and 67 of the 300 WAC positions were solved. Without the limit all 256,000 were used, and 68 solved.
HUNT_PROOF = cython.declare(cython.int, 44)


class MateSearcher:
    """Solves one mate problem at a time. `stop` may be called from any thread."""

    def __dealloc__(self):
        free(self.table)

    def begin(self):
        """Prepares a search: a stop from now on ends it."""
        self.stop_request = 0

    def stop(self):
        """Ends the search soon."""
        self.stop_request = 1

    def nodes(self) -> int:
        """Positions made in the latest search."""
        return self.node_count

    def run(self, board: CoreBoard, moves: cython.int, node_limit: cython.ulonglong, deadline_us: cython.longlong):
        """Finds the shortest mate in at most `moves` moves.

        Returns its line as core moves, with the longest defences found; an empty list if such a mate is disproved; None if the
        limits (0: none) ended the search first.
        """
        moves = min(moves, MOST_MOVES)
        self._set_up(board, moves, BUCKETS, node_limit, deadline_us)
        found: cython.int
        with cython.nogil:
            found = self._shortest(moves)
        line = self._line(2 * found - 1) if found > 0 else [] if found == 0 else None
        self._release()
        return line

    def hunt(self, board: CoreBoard, nodes: cython.ulonglong, deadline_us: cython.longlong):
        """Looks for a mate in about `nodes` positions while the proof number stays small; most hunts end after HUNT_NODES.

        Returns a proved mate as core moves, not always the shortest; None if none was found.
        """
        buckets: u64 = 1024
        while buckets < nodes // 8 and buckets < BUCKETS:  # about 20 positions are made for each table entry
            buckets *= 2
        self._set_up(board, HUNT_MOVES, buckets, 2 * nodes, deadline_us)  # the verification may take as many again
        plies: cython.int
        with cython.nogil:
            plies = self._hunted(nodes)
        line = self._line(plies) if plies else None
        self._release()
        return line

    def is_near(self) -> bool:
        """True if the latest hunt ended without a mate although one looked near."""
        return self.hunt_is_near

    def _set_up(self, board, moves, buckets, node_limit, deadline_us):
        core: CoreBoard = board
        position_copy(cython.address(self.position), cython.address(core.position))
        free(self.table)  # a new block is zeroed by the system, page by page when used
        self.table = cython.cast(cython.pointer(ProofBucket), calloc(buckets, cython.sizeof(ProofBucket)))
        if self.table == cython.NULL:
            raise MemoryError("no memory for the mate search")
        self.bucket_mask = buckets - 1
        self.counts_fifty = self.position.state.halfmove_clock + 2 * moves >= 100
        self.node_count = 0
        self.next_poll = 0
        self.node_limit = node_limit
        self.deadline_us = deadline_us
        self.out_of_time = 0
        return 0

    def _release(self):
        free(self.table)
        self.table = cython.NULL

    def _hunted(self, nodes):
        """The length in plies of a mate proved within `nodes` positions; 0 if none was."""
        result: Proof
        until: u64 = HUNT_NODES
        self.hunt_is_near = False
        while True:
            until = min(until, nodes)
            plies: cython.int = self._attempt(2 * HUNT_MOVES - 1, until - self.node_count, cython.address(result))
            if plies:
                return plies
            if result.proof == 0 or result.proof > HUNT_PROOF:
                return 0
            if self.out_of_time or self.node_count >= nodes:
                self.hunt_is_near = True
                return 0
            until *= 2

    def _shortest(self, moves):
        """The number of moves of the shortest mate proved; 0 if a mate in `moves` is disproved, -1 if undecided.

        Most work goes into the full length: in a "mate in 7" a mate in 6 is hard to refute. Shorter lengths get turns in
        between, so that a shorter mate is found without searching deeper.
        """
        result: Proof
        lowest: cython.int = 1  # all shorter mates are disproved
        plies: cython.int = 0
        nodes: u64 = FIRST_BUDGET
        number: cython.int
        while not plies and not self.out_of_time:
            for number in range(lowest, moves + 1):
                share: u64 = nodes * cython.cast(u64, 1 if number < moves else 3 * (1 + moves - lowest))
                plies = self._attempt(2 * number - 1, share, cython.address(result))
                if plies:
                    break
                if result.disproof == 0:
                    lowest = number + 1
                if self.out_of_time:
                    break
            if lowest > moves:
                return 0
            nodes *= 4
        if not plies:
            return -1
        quicker: cython.int = plies
        while quicker:
            plies = quicker
            if plies <= 2 * lowest - 1:
                break
            quicker = self._attempt(plies - 2, self.node_count // 4 + FIRST_BUDGET, cython.address(result))
        return (plies + 1) // 2

    def _attempt(self, plies, nodes, result):
        """Tries to prove and verify a mate within `nodes` positions. Returns its length in plies, 0 if not proved."""
        self.budget = self.node_count + nodes
        proved: cython.bint = self._proved(plies, result)
        self.budget = 0
        return self._verify(plies) if proved else 0

    def _spent(self):
        if self.node_count >= self.next_poll:
            self.next_poll = self.node_count + POLL_NODES
            if self.stop_request or (self.deadline_us and ticks_us() >= self.deadline_us):
                self.out_of_time = 1
        if self.node_limit and self.node_count >= self.node_limit:
            self.out_of_time = 1
        return self.out_of_time or (self.budget and self.node_count >= self.budget)

    def _bucket(self, check):
        key: u64 = self.position.state.key
        if self.counts_fifty:
            key ^= FIFTY_MIX * cython.cast(u64, self.position.state.halfmove_clock)
        check[0] = cython.cast(u32, key >> 32) | 1
        return cython.address(self.table[key & self.bucket_mask])

    def _look_up(self, plies, found):
        """Copies the table entry of the position to `found`. Returns False, with the numbers of an unknown position, if it has
        no entry."""
        check: u32
        bucket: cython.pointer(ProofBucket) = self._bucket(cython.address(check))
        index: cython.int
        known: cython.bint = False
        found.proof = 1
        found.disproof = 1
        found.best = NO_MOVE
        found.verified = 0
        for index in range(PROOF_SLOTS):
            slot: cython.pointer(Proof) = cython.address(bucket.slots[index])
            if slot.check != check:
                continue
            if slot.proof == 0:
                if slot.plies > plies:
                    continue
            elif slot.disproof == 0:
                if slot.plies < plies:
                    continue
            elif slot.plies != plies:
                continue
            if not known or slot.proof == 0 or slot.disproof == 0:
                found[0] = slot[0]
                known = True
        return known

    def _store(self, plies, known):
        check: u32
        bucket: cython.pointer(ProofBucket) = self._bucket(cython.address(check))
        index: cython.int
        chosen: cython.pointer(Proof) = cython.address(bucket.slots[0])
        for index in range(PROOF_SLOTS):
            slot: cython.pointer(Proof) = cython.address(bucket.slots[index])
            same: cython.bint = slot.plies == plies or (
                (slot.proof == 0 and known.proof == 0) or (slot.disproof == 0 and known.disproof == 0)
            )
            if slot.check == check and same:
                chosen = slot
                break
            if slot.check == 0 or (chosen.check != 0 and slot.plies < chosen.plies):
                chosen = slot
        chosen.check = check
        chosen.plies = plies
        chosen.proof = known.proof
        chosen.disproof = known.disproof
        chosen.best = known.best
        chosen.verified = known.verified

    def _mate_in_one(self, hint):
        """A move that mates at once, `hint` tried first; NO_MOVE if not found."""
        moves: Move[256]
        count: cython.int = generate_legal(cython.address(self.position), cython.cast(cython.pointer(Move), moves))
        index: cython.int
        if self.position.state.halfmove_clock >= 100:
            return NO_MOVE
        self.node_count += 1
        for index in range(1, count):
            if moves[index] == hint:
                moves[index] = moves[0]
                moves[0] = hint
        for index in range(count):
            if gives_check(cython.address(self.position), moves[index]):
                self.node_count += 1
                make_move(cython.address(self.position), moves[index])
                mated: cython.bint = count_legal(cython.address(self.position)) == 0
                unmake_move(cython.address(self.position))
                if mated:
                    return moves[index]
        return NO_MOVE

    def _defended(self, refuter):
        """True if the side to move has a defence against mate in one. `refuter` is tried first, and is set to the defence."""
        moves: Move[256]
        count: cython.int = generate_legal(cython.address(self.position), cython.cast(cython.pointer(Move), moves))
        index: cython.int
        if count == 0:
            return self.position.state.checkers == 0
        if self.position.state.halfmove_clock >= 100:
            return True
        for index in range(1, count):
            if moves[index] == refuter[0]:
                moves[index] = moves[0]
                moves[0] = refuter[0]
        hint: Move = NO_MOVE
        for index in range(count):
            make_move(cython.address(self.position), moves[index])
            hint = self._mate_in_one(hint)
            unmake_move(cython.address(self.position))
            if hint == NO_MOVE:
                refuter[0] = moves[index]
                return True
        return False

    def _child(self, move, plies, attacking, refuter, found):
        """Fills `found` for the position after a move, with `plies` left. An unknown position starts with the number of the
        defender's moves as its proof number."""
        self.node_count += 1
        make_move(cython.address(self.position), move)
        solved: cython.bint = False
        mated: cython.bint = False
        if attacking and plies == 2:
            mated = not self._defended(refuter)
            solved = True
        elif not self._look_up(plies, found) and attacking:
            replies: cython.int = count_legal(cython.address(self.position))
            mated = replies == 0 and self.position.state.checkers != 0
            solved = replies == 0 or plies == 0 or self.position.state.halfmove_clock >= 100
            found.proof = replies
        if solved:
            found.proof = 0 if mated else PROOF_INFINITE
            found.disproof = PROOF_INFINITE if mated else 0
        unmake_move(cython.address(self.position))

    def _solve(self, plies, attacking, proof_limit, disproof_limit, result):
        """Expands a position until its proof or disproof number reaches the limit."""
        moves: Move[256]
        known: Proof[256]
        refuter: Move = NO_MOVE
        count: cython.int = generate_legal(cython.address(self.position), cython.cast(cython.pointer(Move), moves))
        index: cython.int
        if self.position.state.halfmove_clock >= 100:
            count = 0  # drawn before the mate; _child handles mate on the hundredth ply
        for index in range(count):
            self._child(moves[index], plies - 1, attacking, cython.address(refuter), cython.address(known[index]))
            if (known[index].proof if attacking else known[index].disproof) == 0:
                count = index + 1
                break
        result.plies = plies
        result.verified = 0
        while True:
            # The attacker needs one proved move (smallest proof), the defender one disproved (smallest disproof).
            least: cython.int = PROOF_INFINITE
            second: cython.int = PROOF_INFINITE
            total: cython.longlong = 0
            chosen: cython.int = -1
            for index in range(count):
                single: cython.int = known[index].proof if attacking else known[index].disproof
                total += known[index].disproof if attacking else known[index].proof
                if single < least or chosen < 0:
                    second = least
                    least = single
                    chosen = index
                elif single < second:
                    second = single
            summed: cython.int = cython.cast(cython.int, min(total, cython.cast(cython.longlong, PROOF_INFINITE)))
            result.proof = least if attacking else summed
            result.disproof = summed if attacking else least
            result.best = moves[chosen] if chosen >= 0 else NO_MOVE
            if result.proof == 0:
                result.disproof = PROOF_INFINITE
            elif result.disproof == 0:
                result.proof = PROOF_INFINITE
            if result.proof >= proof_limit or result.disproof >= disproof_limit or chosen < 0 or self._spent():
                break
            narrow: cython.int = min(proof_limit if attacking else disproof_limit, second + 1)
            own: cython.int = known[chosen].disproof if attacking else known[chosen].proof
            wide: cython.longlong = (disproof_limit if attacking else proof_limit) - total + own
            wide = min(max(wide, cython.cast(cython.longlong, own + 1)), cython.cast(cython.longlong, PROOF_INFINITE))
            make_move(cython.address(self.position), moves[chosen])
            self._solve(
                plies - 1,
                not attacking,
                narrow if attacking else cython.cast(cython.int, wide),
                cython.cast(cython.int, wide) if attacking else narrow,
                cython.address(known[chosen]),
            )
            unmake_move(cython.address(self.position))
        if count == 0:
            mated: cython.bint = not attacking and count_legal(cython.address(self.position)) == 0
            mated = mated and self.position.state.checkers != 0
            result.proof = 0 if mated else PROOF_INFINITE
            result.disproof = PROOF_INFINITE if mated else 0
        self._store(plies, result)

    def _proved(self, plies, result):
        """True if the attacker mates within `plies`, by the table or a new search."""
        if not self._look_up(plies, result) or (result.proof != 0 and result.disproof != 0):
            self._solve(plies, True, PROOF_INFINITE, PROOF_INFINITE, result)
        return result.proof == 0

    def _verify(self, plies):
        """Verifies a proof: the attacker's move against every defence, recursively; lost entries are proved again. Returns the
        length in plies, and stores it; 0 if the proof fails."""
        if plies == 1:
            return 1 if self._mate_in_one(NO_MOVE) != NO_MOVE else 0
        result: Proof
        if not self._proved(plies, cython.address(result)):
            return 0
        if result.verified:
            return result.plies
        if not is_legal(cython.address(self.position), result.best):
            return 0  # two positions with the same key
        make_move(cython.address(self.position), result.best)
        moves: Move[256]
        count: cython.int = generate_legal(cython.address(self.position), cython.cast(cython.pointer(Move), moves))
        fine: cython.bint = self.position.state.checkers != 0
        if count:
            fine = result.plies > 1 and self.position.state.halfmove_clock < 100
        index: cython.int = 0
        longest: cython.int = -1  # after a move that mates
        while fine and index < count:
            make_move(cython.address(self.position), moves[index])
            needed: cython.int = self._verify(result.plies - 2)
            unmake_move(cython.address(self.position))
            longest = max(longest, needed)
            fine = needed > 0
            index += 1
        unmake_move(cython.address(self.position))
        if not fine:
            return 0
        result.plies = longest + 2
        result.verified = 1
        self._store(result.plies, cython.address(result))
        return result.plies

    def _line(self, plies: cython.int):
        """The proved line, with the longest defences found in DEFENCE_NODES a move. If all defences are shorter than expected,
        the line is rebuilt from there. None if the proof was lost and the time is over."""
        left: cython.int = plies
        line: list = []
        result: Proof
        while True:
            with cython.nogil:
                proved: cython.bint = self._proved(left, cython.address(result))
            if not proved or not is_legal(cython.address(self.position), result.best):
                break
            make_move(cython.address(self.position), result.best)
            with cython.nogil:
                defence: Move = self._longest_defence(result.plies - 1)
                mated: cython.bint = count_legal(cython.address(self.position)) == 0
            if defence == NO_MOVE and result.plies > 1:
                unmake_move(cython.address(self.position))
                result.plies = 1 if mated else result.plies - 2
                self._store(result.plies, cython.address(result))
                for _ in line:
                    unmake_move(cython.address(self.position))
                if not line:
                    plies = result.plies
                left = plies
                line = []
                continue
            line.append(result.best)
            if defence == NO_MOVE:
                break
            line.append(defence)
            make_move(cython.address(self.position), defence)
            left = result.plies - 2
        for _ in line:
            unmake_move(cython.address(self.position))
        return line if len(line) == plies else None

    def _longest_defence(self, plies):
        """A defence that cannot be mated two plies sooner; NO_MOVE in mate, or if all can."""
        moves: Move[256]
        count: cython.int = generate_legal(cython.address(self.position), cython.cast(cython.pointer(Move), moves))
        result: Proof
        index: cython.int
        for index in range(count):
            make_move(cython.address(self.position), moves[index])
            quicker: cython.bint = plies > 2 and self._attempt(plies - 3, DEFENCE_NODES, cython.address(result))
            unmake_move(cython.address(self.position))
            if not quicker:
                return moves[index]
        return NO_MOVE
