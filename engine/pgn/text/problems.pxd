# The kinds of problems as numbers, in the order of values.ProblemKind. Recorded without the GIL, reported afterwards.

cdef enum:
    PROBLEM_ILLEGAL_MOVE = 0
    PROBLEM_AMBIGUOUS_MOVE = 1
    PROBLEM_UNKNOWN_TEXT = 2
    PROBLEM_UNCLOSED_COMMENT = 3
    PROBLEM_UNCLOSED_VARIATION = 4
    PROBLEM_STRAY_BRACKET = 5
    PROBLEM_HOMELESS_VARIATION = 6
    PROBLEM_TOO_DEEP = 7
    PROBLEM_TOO_LONG = 8
    PROBLEM_TOO_BIG = 9
    PROBLEM_BAD_NAG = 10
    PROBLEM_BAD_TAG = 11
    PROBLEM_OPEN_TAG = 12
    PROBLEM_DUPLICATE_TAG = 13
    PROBLEM_BAD_FEN = 14
    PROBLEM_FEN_REPAIRED = 15
    PROBLEM_SETUP_CONTRADICTS = 16
    PROBLEM_VARIANT = 17
    PROBLEM_RESULT_CONTRADICTS = 18
    PROBLEM_RESULT_IN_MIDDLE = 19
    PROBLEM_JUNK = 20
    PROBLEM_GUESSED_PROMOTION = 21
    PROBLEM_BAD_RESULT = 22
    PROBLEM_LEFT_OVER = 23
    PROBLEM_TOO_MANY_TAGS = 24
    PROBLEM_NO_FEN = 25
    PROBLEM_TAG_TEXT = 26
    PROBLEM_SMALL_BISHOP = 27
    PROBLEM_UNKNOWN_VARIANT = 28

cdef enum:
    MOST_PROBLEMS = 32       # recorded a game; a game with more is broken enough
    LONGEST_LINE = 20000     # plies of one line of play

cdef struct Found:
    int kind
    Py_ssize_t start
    Py_ssize_t length

cdef struct Findings:
    int count
    Found found[32]

cdef inline void report(Findings* findings, int kind, Py_ssize_t start, Py_ssize_t length) noexcept nogil:
    if findings.count < MOST_PROBLEMS:
        findings.found[findings.count].kind = kind
        findings.found[findings.count].start = start
        findings.found[findings.count].length = length
        findings.count += 1
