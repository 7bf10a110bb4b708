"""Proof-number search for mates: looks where a proof needs the fewest leaves, not where the score is best.

Depth-first (df-pn, A. Nagai 2002), with a table. "Mate in n" is asked for n = 1, 2 ... so that the first answer is the shortest;
plies left are part of the table's key, so that neither depth nor repetition can mix up proofs. A mate that was found is gone
through once more, every defence included, before it is reported.
"""

import cython
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import count_legal, generate_legal, gives_check, is_legal
from cython.cimports.engine.rules.position import make_move, position_copy, unmake_move
from cython.cimports.engine.rules.types import NO_MOVE, Move, u64
from cython.cimports.engine.search.ticks import ticks_us
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

SLOTS = cython.declare(u64, 1 << 20)
PLY_MIX = cython.declare(u64, 0x9E3779B97F4A7C15)
POLL_NODES = cython.declare(u64, 1024)
MOST_MOVES = 50


class MateSearcher:
    """Solves one mate problem at a time. `stop` may come from any thread."""

    def __cinit__(self):
        self.table = cython.cast(cython.pointer(Proof), calloc(SLOTS, cython.sizeof(Proof)))
        if self.table == cython.NULL:
            raise MemoryError("no memory for the mate search")
        self.mask = SLOTS - 1

    def __dealloc__(self):
        free(self.table)

    def begin(self):
        """Announces a search: a stop that comes from now on is meant for it."""
        self.stop_request = 0

    def stop(self):
        """Ends the search soon."""
        self.stop_request = 1

    def nodes(self) -> int:
        """Positions made in the latest search."""
        return self.node_count

    def run(self, board: CoreBoard, moves: cython.int, node_limit: cython.ulonglong, deadline_us: cython.longlong):
        """The shortest mate in at most `moves` moves as a line of core moves, every defence the longest; None if there is none or
        it was not found within the limits (0: none)."""
        position_copy(cython.address(self.position), cython.address(board.position))
        memset(self.table, 0, SLOTS * cython.sizeof(Proof))
        self.node_count = 0
        self.next_poll = 0
        self.node_limit = node_limit
        self.deadline_us = deadline_us
        self.out_of_time = 0
        result: Proof
        number: cython.int
        for number in range(1, min(moves, MOST_MOVES) + 1):
            plies: cython.int = 2 * number - 1
            with cython.nogil:
                found: cython.bint = self._proved(plies, True, cython.address(result)) and self._verify(plies)
            if self.out_of_time:
                return None
            if found:
                return self._line(plies)
        return None

    def _spent(self):
        if self.node_count >= self.next_poll:
            self.next_poll = self.node_count + POLL_NODES
            if self.stop_request or (self.deadline_us and ticks_us() >= self.deadline_us):
                self.out_of_time = 1
        if self.node_limit and self.node_count >= self.node_limit:
            self.out_of_time = 1
        return self.out_of_time

    def _look_up(self, plies, found):
        key: u64 = self.position.state.key ^ (PLY_MIX * cython.cast(u64, plies))
        slot: cython.pointer(Proof) = cython.address(self.table[(key ^ (key >> 32)) & self.mask])
        if slot.key == key:
            found[0] = slot[0]
        else:
            found.key = 0
            found.proof = 1
            found.disproof = 1
            found.best = NO_MOVE

    def _store(self, plies, proof, disproof, best):
        key: u64 = self.position.state.key ^ (PLY_MIX * cython.cast(u64, plies))
        slot: cython.pointer(Proof) = cython.address(self.table[(key ^ (key >> 32)) & self.mask])
        slot.key = key
        slot.proof = proof
        slot.disproof = disproof
        slot.best = best

    def _moves(self, plies, attacking, moves):
        """The moves worth trying: the attacker's last one has to give check."""
        count: cython.int = generate_legal(cython.address(self.position), moves)
        if not attacking or plies > 1:
            return count
        kept: cython.int = 0
        index: cython.int
        for index in range(count):
            if gives_check(cython.address(self.position), moves[index]):
                moves[kept] = moves[index]
                kept += 1
        return kept

    def _child(self, move, plies, attacking, found):
        """What is known of the position after a move, `plies` left there. A defender's first estimate: how many moves he has."""
        self.node_count += 1
        make_move(cython.address(self.position), move)
        self._look_up(plies, found)
        if found.key == 0 and attacking:
            replies: cython.int = count_legal(cython.address(self.position))
            if replies == 0:
                mated: cython.bint = self.position.state.checkers != 0
                found.proof = 0 if mated else PROOF_INFINITE
                found.disproof = PROOF_INFINITE if mated else 0
            elif plies == 0 or self.position.state.halfmove_clock >= 100:
                found.proof = PROOF_INFINITE
                found.disproof = 0
            else:
                found.proof = replies + (0 if self.position.state.checkers else 4)
            if replies == 0 or plies == 0:
                self._store(plies, found.proof, found.disproof, NO_MOVE)
        unmake_move(cython.address(self.position))

    def _solve(self, plies, attacking, proof_limit, disproof_limit, result):
        """Works on a position until its proof or disproof number reaches its limit."""
        moves: Move[256]
        known: Proof[256]
        count: cython.int = self._moves(plies, attacking, cython.cast(cython.pointer(Move), moves))
        index: cython.int
        for index in range(count):
            self._child(moves[index], plies - 1, attacking, cython.address(known[index]))
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
            mated: cython.bint = not attacking and self.position.state.checkers != 0
            result.proof = 0 if mated else PROOF_INFINITE
            result.disproof = PROOF_INFINITE if mated else 0
        self._store(plies, result.proof, result.disproof, result.best)

    def _proved(self, plies, attacking, result):
        """Whether the attacker mates within so many plies; looked up or worked out again."""
        self._look_up(plies, result)
        if result.key == 0 or (result.proof != 0 and result.disproof != 0):
            self._solve(plies, attacking, PROOF_INFINITE, PROOF_INFINITE, result)
        return result.proof == 0

    def _verify(self, plies):
        """Goes through a proof with the attacker to move: his move, every defence, and so on. What was lost is proved again."""
        result: Proof
        self.node_count += 1
        if not self._proved(plies, True, cython.address(result)) or self._spent():
            return False
        if not is_legal(cython.address(self.position), result.best):
            return False  # two positions with one key
        make_move(cython.address(self.position), result.best)
        moves: Move[256]
        count: cython.int = generate_legal(cython.address(self.position), cython.cast(cython.pointer(Move), moves))
        fine: cython.bint = plies > 1 if count else self.position.state.checkers != 0
        index: cython.int = 0
        while fine and index < count:
            make_move(cython.address(self.position), moves[index])
            fine = self._verify(plies - 2)
            unmake_move(cython.address(self.position))
            index += 1
        unmake_move(cython.address(self.position))
        return fine

    def _line(self, plies: cython.int) -> list:
        """The proved line of just so many plies: the defender holds out as long as he can."""
        result: Proof
        line = []
        left: cython.int = plies
        while left > 0:
            with cython.nogil:
                proved: cython.bint = self._proved(left, True, cython.address(result))
            if not proved or not is_legal(cython.address(self.position), result.best):
                break
            line.append(result.best)
            make_move(cython.address(self.position), result.best)
            with cython.nogil:
                longest: Move = self._longest_defence(left - 1)
            if longest == NO_MOVE:
                break
            line.append(longest)
            make_move(cython.address(self.position), longest)
            left -= 2
        for _ in line:
            unmake_move(cython.address(self.position))
        return line

    def _longest_defence(self, plies):
        """A move after which two plies less are not enough for the mate; any move where all are alike; NO_MOVE in mate."""
        moves: Move[256]
        count: cython.int = generate_legal(cython.address(self.position), cython.cast(cython.pointer(Move), moves))
        best: Move = moves[0] if count else NO_MOVE
        result: Proof
        index: cython.int
        for index in range(count):
            make_move(cython.address(self.position), moves[index])
            quicker: cython.bint = plies > 2 and self._proved(plies - 3, True, cython.address(result))
            unmake_move(cython.address(self.position))
            if not quicker:
                return moves[index]
        return best
