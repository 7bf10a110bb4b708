"""Growth by success: moves out of book that did well, by result and by evaluation, become normal moves of the learned book.

Learning of the first kind remembers all that was played, bad moves too; that of the second kind only forgets. Both
together: a success proposes a move, and an analysis in idle time decides.
"""

from collections.abc import Callable

from books.analysis import Analyser, Analysis, value_after
from books.entry import LOSING_CP, Flag, MoveRow, Presence
from books.learning.evidence import result_counts
from books.learning.experience import USUAL_CP, exit_evaluation, window_end
from books.learning.mistakes import DEEPER, MISTAKE_CP
from books.learning.played import LearnedGame, Ply

ENOUGH_GAMES = 3  # one game may be luck; at three, an opponent's single mistake has hardly repeated itself
GOOD_SCORE = 0.6
"""The least score of a move in its games, by the weighted results."""

CLOSE_CP = 25
"""A move that loses less than this against the best is as good; the check of the book's health uses the same limit."""

LEAST_CP = -80
"""A move worth this or less (centipawns) does not become normal, whatever it scored."""


def did_well(game: LearnedGame, walked: list[Ply]) -> bool:
    """Whether the opening did well: a win that counts, not from a bad position, or a draw from a better one."""
    if not game.points or not result_counts(game, walked):
        return False
    exit_cp = exit_evaluation(game, walked)
    if game.points == 1:
        return exit_cp is None or exit_cp >= -USUAL_CP
    return exit_cp is not None and exit_cp > USUAL_CP


def proposed(
    game: LearnedGame, walked: list[Ply], row_of: Callable[[int, int], MoveRow | None]
) -> list[tuple[Ply, MoveRow]]:
    """Returns our moves out of book that were played often enough, did well and were never judged, in order. `row_of`
    returns the learned row of a key and a code."""
    if not did_well(game, walked):
        return []
    own = [ply for ply in walked[game.book_plies : window_end(game, walked)] if ply.own]
    rows = ((ply, row_of(ply.key, ply.code)) for ply in own)
    return [(ply, row) for ply, row in rows if row is not None and _succeeds(row)]


def judged(ply: Ply, analyse: Analyser, style: Analyser | None = None) -> tuple[Flag, Analysis] | None:
    """Returns the flag and the value of a move that did well; None if it is not playable. It is searched eight times as long
    as usual.

    Without a style, only a move as good as the best one is playable. With a style, one that loses less than a pawn is,
    and the style decides: a move that it would not play is `$`. :raises CancelledError: the user stopped it.
    """
    value, loss = _against_best(ply, analyse, DEEPER)
    if value.centipawns <= LEAST_CP or loss >= (CLOSE_CP if style is None else -LOSING_CP):
        return None
    if style is None or _against_best(ply, style, 1)[1] < MISTAKE_CP:
        return Flag.NORMAL, value
    return Flag.DUBIOUS, value


def _against_best(ply: Ply, analyse: Analyser, times: int) -> tuple[Analysis, int]:
    """Returns the value of a move, and what it loses against the best one."""
    best = analyse(ply.board, (), times)
    value = best if best.move == ply.move else value_after(ply.board, ply.move, analyse, times)
    return value, best.centipawns - value.centipawns


def _succeeds(row: MoveRow) -> bool:
    unjudged = row.flag is Flag.UNCHECKED and row.presence is Presence.SEEN
    return unjudged and row.times_played >= ENOUGH_GAMES and row.wins + row.draws / 2 >= GOOD_SCORE * row.games > 0
