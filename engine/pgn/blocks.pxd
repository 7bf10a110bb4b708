# What every reader of game files does: blocks in, games out.
from engine.pgn.text.marks cimport Text
from engine.pgn.text.problems cimport Findings
from engine.pgn.text.scan cimport Span
from engine.pgn.text.tokens cimport Token
from engine.pgn.text.spelling cimport Letters
from engine.rules.position cimport MAX_STATES, Position, State
from libc.string cimport memcpy

cdef class BlockReader:
    cdef Position start          # of normal chess
    cdef Position position       # the board that the game is read on
    cdef Letters letters
    cdef Findings findings
    cdef Py_ssize_t result_start      # offset of the result in the movetext
    cdef Py_ssize_t result_length
    cdef readonly str tail       # text after the last game
    cdef readonly tuple tail_problems
    cdef bytes rest              # a game that was not whole when it was looked at
    cdef list came               # blocks since then
    cdef Py_ssize_t came_bytes
    cdef str name
    cdef str fallback
    cdef int number              # games so far
    cdef Py_ssize_t offset       # of the block's first byte in the file
    cdef Py_ssize_t lines        # line breaks before `counted`
    cdef Py_ssize_t counted
    cdef Py_ssize_t asked        # the last place whose line was asked for, and the line breaks before it
    cdef Py_ssize_t asked_lines

    cdef Py_ssize_t moves_at         # offset of the game's movetext
    cdef int small_pieces            # whether its pieces are in lower case: 1, -1, 0: not looked at yet

    cdef bytes _gathered(self, bytes block, bint last)
    cdef object _game(self, Text text, Span* span)
    cdef object _set_up(self, dict special, list more)
    cdef str _result(self, int movetext_result, str tag, list more, list remarks)
    cdef str _result_tag(self, Text text, int movetext_result, str tag)
    cdef int _spelled_result(self, Text text, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t end) except -1
    cdef Py_ssize_t _line_of(self, Text text, Py_ssize_t at)
    cdef str _between(self, Text text, Py_ssize_t start, Py_ssize_t end)
    cdef object _leave(self, Text text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t junk)
    cdef bint _allow_bishop(self, Text text, Py_ssize_t end, const Token* token) noexcept nogil
    cdef tuple _tell(self, Text text, Span* span, list more)

cdef enum:
    TOKENS_AT_A_TIME = 256       # tokens or tags of one game between two looks at how long it has taken

cdef extern from "slices.h" nogil:
    bint slice_is_over()
    void slice_begins()
    void slice_sleep()

cdef inline void give_way() noexcept:
    """Lets another thread have the GIL, where this one has had it for some milliseconds."""
    if slice_is_over():
        with nogil:
            slice_sleep()
        slice_begins()

# The board without its history: 0.7 kB instead of the 100 kB of a Position.
cdef enum:
    BOARD_BYTES = 512

cdef struct Snapshot:
    char board[512]       # everything of a Position but its states
    State states[2]       # the last two
    int top

cdef inline void copy_board(Snapshot* snapshot, const Position* position) noexcept nogil:
    """Saves the board with its last state."""
    memcpy(&snapshot.board[0], position, sizeof(Position) - MAX_STATES * sizeof(State))
    snapshot.states[0] = position.state[0]

cdef inline void put_board_back(Position* position, const Snapshot* snapshot) noexcept nogil:
    """Brings back what `copy_board` saved, if no state was added since."""
    memcpy(position, &snapshot.board[0], sizeof(Position) - MAX_STATES * sizeof(State))
    position.state[0] = snapshot.states[0]

cdef void forget_history(Position* position) noexcept nogil
cdef void move_failed(Findings* findings, int answer, Py_ssize_t start, Py_ssize_t length) noexcept nogil
cdef void take_snapshot(Snapshot* snapshot, Position* position) noexcept nogil
cdef void restore_snapshot(const Snapshot* snapshot, Position* position) noexcept nogil
cdef void take_back(Position* position) noexcept nogil
