"""A game of the teacher for training positions: makes the questions and plays the answers. Entry point: `TrainingGame`.

Only quiet positions are recorded: no check, and the teacher's move is neither a capture nor a promotion. While the teacher's line
is not quiet, its moves are played without a question, so that nearly every question gives a record.
"""

import cython
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.fen_text import write_placement
from cython.cimports.engine.rules.movegen import generate_legal
from cython.cimports.engine.rules.position import (
    is_insufficient_material,
    make_move,
    position_clear,
    position_copy,
    repetitions,
)
from cython.cimports.engine.rules.types import (
    CASTLING,
    MAX_MOVES,
    NO_MOVE,
    NO_SQUARE,
    PROMOTION,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)
from cython.cimports.engine.search.movepick import is_noisy
from cython.cimports.engine.training.packing import RECORD_SIZE, Record, pack_position


def _write_fen(position, text):
    """Writes the FEN of a standard chess position without a terminator; returns its length, below FEN_ROOM."""
    at: cython.int = write_placement(position, text)
    file: cython.int
    text[at] = 32
    text[at + 1] = 98 if position.side else 119
    text[at + 2] = 32
    at += 3
    rights: cython.p_char = b"KQkq"
    for file in range(4):
        if (position.state.castling >> file) & 1:
            text[at] = rights[file]
            at += 1
    if not position.state.castling:
        text[at] = 45
        at += 1
    text[at] = 32
    at += 1
    if position.state.ep_square == NO_SQUARE:
        text[at] = 45
        at += 1
    else:
        text[at] = 97 + (position.state.ep_square & 7)
        text[at + 1] = 49 + (position.state.ep_square >> 3)
        at += 2
    clock: cython.int = min(cython.cast(cython.int, position.state.halfmove_clock), 99)
    text[at] = 32
    text[at + 1] = 48 + clock // 10
    text[at + 2] = 48 + clock % 10
    text[at + 3] = 32
    text[at + 4] = 49
    return at + 5


def _parse_move(position, text):
    """Returns the legal move with the coordinates at `text`, or NO_MOVE."""
    moves: Move[MAX_MOVES]
    count: cython.int = generate_legal(position, moves)
    index: cython.int
    for index in range(4):
        if not 49 <= text[index] <= 104:
            return NO_MOVE
    source: cython.int = text[0] - 97 + 8 * (text[1] - 49)
    target: cython.int = text[2] - 97 + 8 * (text[3] - 49)
    letters: cython.p_char = b"?nbrq"
    for index in range(count):
        move: Move = moves[index]
        if move_source(move) != source:
            continue
        to: cython.int = move_target(move)
        if move_kind(move) == CASTLING:
            to = (source & 56) | (6 if to > source else 2)
        if to == target and (move_kind(move) != PROMOTION or letters[move_promotion(move)] == text[4]):
            return move
    return NO_MOVE


class TrainingGame:
    """One game at a time; call `question` and `answer` in turn until `answer` returns True, then `start` again."""

    def __cinit__(self, recipe, seed: cython.ulonglong):
        """`recipe`: see `engine.training.generate.GameSettings`."""
        self.recipe = recipe
        self.chance = seed * 2 + 1
        for _ in range(4):
            self._draw(2)
        position_clear(cython.address(self.position))

    def _draw(self, below):
        # A 64-bit linear congruential generator (Knuth's MMIX constants); its high bits are the good ones.
        self.chance = self.chance * cython.cast(u64, 6364136223846793005) + cython.cast(u64, 1442695040888963407)
        return (self.chance >> 33) % below

    def _play_random(self):
        moves: Move[MAX_MOVES]
        count: cython.int = generate_legal(cython.address(self.position), moves)
        if count == 0:
            return False
        make_move(cython.address(self.position), moves[self._draw(count)])
        self.plies += 1
        return True

    def start(self):
        """Begins a new game with random moves from the start position."""
        fewest, most = self.recipe.random_plies
        board: CoreBoard = CoreBoard.start()
        moves: Move[MAX_MOVES]
        wanted: cython.int
        while True:
            position_copy(cython.address(self.position), cython.address(board.position))
            self.count = self.plies = self.decided = self.level = self.verdicts = 0
            self.result = -1
            wanted = fewest + self._draw(most - fewest + 1)
            while self.plies < wanted and self._play_random():
                pass
            if generate_legal(cython.address(self.position), moves):
                return

    def question(self) -> bytes:
        """Returns the UCI `position` command for the current position."""
        text: cython.char[FEN_ROOM]
        length: cython.int = _write_fen(cython.address(self.position), text)
        return b"position fen " + cython.cast(cython.p_char, text)[:length] + b"\n"

    def answer(self, score: cython.int, line: bytes) -> bool:
        """Records the position if it is quiet, plays on, and returns whether the game is over.

        `score`: of the teacher, in centipawns for the side to move. `line`: its principal variation, separated by blanks.

        :raises ValueError: if the first move is illegal.
        """
        text: bytes = line + b"     "  # a move is read as up to five letters
        recipe = self.recipe
        best: Move = _parse_move(cython.address(self.position), text)
        if best == NO_MOVE:
            raise ValueError(f"the teacher's move {line[:5]!r} is not legal")
        self.verdicts += 1
        if self.verdicts == 1 and abs(score) > recipe.widest_opening:
            self.count = 0
            return True  # the random moves decided the game
        quiet: cython.bint = not self.position.state.checkers and not is_noisy(cython.address(self.position), best)
        if quiet and abs(score) <= recipe.kept_score:
            self._keep(score)
        self.decided = self.decided + 1 if abs(score) >= recipe.decided_score else 0
        self.level = self.level + 1 if abs(score) <= recipe.level_score else 0
        if self.decided >= recipe.decided_verdicts:
            self.result = 2 if (score > 0) == (self.position.side == 0) else 0
            return True
        if self._draw(1_000) < cython.cast(u64, recipe.random_moves_permille):
            self._play_random()
        else:
            self._follow(text, self._draw(2))
        if self._over():
            return True
        if (self.level >= recipe.level_verdicts and self.plies >= recipe.level_from) or self.plies >= recipe.longest:
            self.result = 1
            return True
        return self.count >= MOST_RECORDS - 1

    def _keep(self, score):
        record: cython.pointer(Record) = cython.address(self.kept[self.count])
        pack_position(cython.address(self.position), record)
        record.score = max(-32_000, min(32_000, score))
        record.ply = self.plies
        self.count += 1

    def _follow(self, line, extra):
        """Plays the first move of the line, `extra` more, and more while the line is not quiet; returns the number of moves."""
        played: cython.int = 0
        while True:
            move: Move = _parse_move(cython.address(self.position), line)
            if move == NO_MOVE:
                return played
            quiet: cython.bint = not self.position.state.checkers and not is_noisy(cython.address(self.position), move)
            if played > extra and quiet:
                return played
            make_move(cython.address(self.position), move)
            self.plies += 1
            played += 1
            if repetitions(cython.address(self.position)) >= 2:
                return played
            while line[0] != 32:
                line += 1
            line += 1

    def _over(self):
        """Returns whether the game is over by the rules, and sets the result."""
        moves: Move[MAX_MOVES]
        position: cython.pointer(Position) = cython.address(self.position)
        if generate_legal(position, moves) == 0:
            self.result = 1
            if position.state.checkers:
                self.result = 0 if position.side == 0 else 2
        elif repetitions(position) >= 2 or position.state.halfmove_clock >= 100 or is_insufficient_material(position):
            self.result = 1
        return self.result >= 0

    def records(self) -> bytes:
        """Returns the records of a finished game with the result for the side to move; an unknown result counts as a draw."""
        index: cython.int
        result: cython.int = self.result if self.result >= 0 else 1
        for index in range(self.count):
            self.kept[index].result = 2 - result if self.kept[index].flags & 1 else result
        return cython.cast(cython.p_char, cython.address(self.kept[0]))[: self.count * RECORD_SIZE]
