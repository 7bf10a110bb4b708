"""The likely moves of people of a rating in a position, and the share that goes wrong, as a value with its words.

The words are the same in the analysis, the book and the console.
"""

from dataclasses import replace

from engine.game.limits import GamePosition
from engine.game.reason import BoardMove, Reason, ReasonKind, Share, listed
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

LEAST_CHANCE = 0.005
"""Rarer moves are not listed, because percentages are whole numbers."""


@dataclass(frozen=True)
class LikelyMove:
    """A move (UCI and SAN) and the share (0-1) of players who play it. `mistake`: known to lose a pawn or more."""

    uci: str
    san: str
    chance: float
    mistake: bool = False


@dataclass(frozen=True)
class LikelyHumanMoves:
    """`moves`: most likely first; empty if the game is over. `fen`: the position after the moves of the game. `wrong`: the
    share of players who make a mistake (0-1), None if not computed. `problem`: the reason for a missing answer."""

    fen: str = ""
    elo: int = 0
    moves: tuple[LikelyMove, ...] = ()
    chess960: bool = False
    wrong: float | None = None
    problem: Text = NOTHING

    @property
    def wrong_reason(self) -> Reason | None:
        """`31 % go wrong here`; None if too few do, or if not computed."""
        wrong = self.wrong or 0.0
        return Reason(ReasonKind.PEOPLE_ERR, (Share(wrong),)) if wrong >= LEAST_CHANCE else None

    @property
    def reason(self) -> Reason | None:
        """`Players rated 1500: 62 % play 4...Nf6, 31 % go wrong here`; None without moves."""
        if not self.moves:
            return None
        first = self.moves[0]
        plays = Reason(ReasonKind.PEOPLE_PLAY, (Share(first.chance), BoardMove(first.uci, self.fen, self.chess960)))
        return Reason(ReasonKind.PLAYERS_RATED, (str(self.elo), listed(plays, self.wrong_reason)))


def likely_human_moves(position: GamePosition, elo: int) -> LikelyHumanMoves:
    """The moves of players of a rating; 20 to 50 ms. Mistakes are not marked: see `with_mistakes`.

    :raises RatsuError: position or moves are refused, or the rating is out of range (400 to 2800).
    """
    from engine.game.python_board import board_of
    from engine.play.people.human_replies import human_replies

    board = board_of(position)
    found = tuple(
        LikelyMove(board.uci(reply.move), board.san(reply.move), reply.chance)
        for reply in human_replies(elo).replies(board)
        if reply.chance >= LEAST_CHANCE
    )
    return LikelyHumanMoves(board.fen(), elo, found, position.chess960)


def with_mistakes(position: GamePosition, found: LikelyHumanMoves) -> LikelyHumanMoves:
    """The same with mistakes marked and counted, by a longer search of the likely moves and the best; 0.2 to 0.5 s.

    :raises RatsuError: as `likely_human_moves`.
    """
    from books.preparation.traps import mistakes_of
    from engine.game.python_board import board_of
    from engine.play.people.human_replies import human_replies

    if not found.moves:
        return found
    board = board_of(position)
    wrong = {board.uci(reply.move): reply.chance for reply in mistakes_of(human_replies(found.elo).considered(board))}
    moves = tuple(replace(move, mistake=move.uci in wrong) for move in found.moves)
    return replace(found, moves=moves, wrong=sum(wrong.values(), 0.0))
