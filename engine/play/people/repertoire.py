"""The repertoire of a human-like opponent: its opening lines, how often it plays each, and what it opens with, in words.

    repertoire = PersonRepertoire.of("85 e2e4 e7e5 g1f3 b8c6 f1c4, 10 d2d4, 90 e2e4 * g1f3")
    repertoire.shares(())      # {"e2e4": 0.86, "d2d4": 0.1}

A line belongs to the side that makes its last move. It may begin with its share in percent; `*` stands for any move of the
opponent. At a fork, each next move counts with the largest share of its lines.
"""

from collections.abc import Mapping

from engine.game.reason import BoardMove, Share
from engine.ground.errors import MoveError, OptionError
from engine.ground.text import Text, joined
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN

KNOWN_SHARE = 0.95
"""The share of games in which a move of the repertoire is played if there is one. In the games of `data/human` people play their
favourite first move in 80 to 88 % of their games, and their second one in 9 to 16 %, at every rating."""

ANY = "*"
LONGEST = 2_000  # characters
STATED = 0.02  # rarer moves are not stated


@dataclass(frozen=True)
class RepertoireLine:
    """`share` in percent; `moves` in UCI, or ANY."""

    share: int
    moves: tuple[str, ...]

    def next_move(self, played: tuple[str, ...]) -> str:
        """The line's move after the game's moves so far; empty if the game has left it, or if the other side is to move."""
        at = len(played)
        mine = at < len(self.moves) and (len(self.moves) - at) % 2 == 1
        follows = mine and all(own in (ANY, move) for own, move in zip(self.moves, played, strict=False))
        return self.moves[at] if follows else ""


@dataclass(frozen=True)
class PersonRepertoire:
    """Opening lines of one player, with either colour."""

    lines: tuple[RepertoireLine, ...] = ()

    @classmethod
    def of(cls, text: str) -> "PersonRepertoire":
        """Parses lines separated by commas.

        :raises OptionError: a move is not legal (after ANY only its form is checked), or the text is too long.
        """
        if len(text) > LONGEST:
            raise OptionError("the openings are longer than %1 characters", LONGEST)
        return cls(tuple(_line(part.split()) for part in text.split(",") if part.strip()))

    def moves(self, fen: str, played: tuple[str, ...]) -> dict[str, int]:
        """The moves that the lines know after the game's moves so far, with their shares; empty beyond the lines, or for
        another start position. Lines that name the opponent's moves come before those with ANY."""
        there = [(line, line.next_move(played)) for line in self.lines] if fen == START_FEN else []
        vague = {line: line.moves[: len(played)].count(ANY) for line, move in there if move}
        known: dict[str, int] = {}
        for line, move in there:
            if move and vague[line] == min(vague.values()):
                known[move] = max(known.get(move, 0), line.share)
        return known

    def shares(self, played: tuple[str, ...] = ()) -> dict[str, float]:
        """The share (0-1) of games in which each known move is played, most frequent first; they sum to KNOWN_SHARE."""
        known = self.moves(START_FEN, played)
        total = sum(known.values())
        return {move: KNOWN_SHARE * known[move] / total for move in sorted(known, key=lambda move: -known[move])}

    def played_in(
        self, chances: Mapping[str, float], sound: set[str], fen: str, played: tuple[str, ...]
    ) -> Mapping[str, float]:
        """The move probabilities of a player with this repertoire, with the same sum. Only lines whose move is `sound` are
        followed."""
        known = {move: share for move, share in self.moves(fen, played).items() if move in sound}
        others = {move: chance for move, chance in chances.items() if move not in known}
        if not known or not others:
            return chances
        total, share, rest = sum(chances.values()), sum(known.values()), sum(others.values())
        liked = {move: total * KNOWN_SHARE * one / share for move, one in known.items()}
        return liked | {move: total * (1 - KNOWN_SHARE) * one / rest for move, one in others.items()}

    @property
    def words(self) -> Text:
        """`Opens with 1.e4 (85 %), 1.d4 (10 %). Answers 1.e4 with 1...c5 (85 %), 1.d4 with 1...Nf6 (95 %).`"""
        answers = [(first, self._stated((first,))) for first in ("e2e4", "d2d4")]
        told = [Text("%1 with %2", _move((), first), moves) for first, moves in answers if moves is not None]
        opens = self._stated(())
        if opens is None or not told:
            return Text("Knows no openings.")
        return Text("Opens with %1. Answers %2.", opens, joined(*told, by=", "))

    def _stated(self, played: tuple[str, ...]) -> Text | None:
        found = [(move, share) for move, share in self.shares(played).items() if share >= STATED]
        return (
            joined(*(Text("%1 (%2)", _move(played, move), Share(share)) for move, share in found), by=", ")
            if found
            else None
        )


def _line(words: list[str]) -> RepertoireLine:
    """:raises OptionError: a move is not legal."""
    share = int(words.pop(0)) if words[0].isascii() and words[0].isdecimal() and len(words[0]) < 4 else 1
    from engine.rules.board import CoreBoard  # late: the window starts without the board

    start = words.index(ANY) if ANY in words else len(words)
    board = CoreBoard.start()
    try:
        board.push_all_uci(words[:start])
    except MoveError as error:
        raise OptionError(error.text) from error
    for word in words[start:]:
        squares = all(a in "abcdefgh" and b in "12345678" for a, b in zip(word[0:4:2], word[1:4:2], strict=False))
        if word != ANY and not (len(word) == 4 and squares):
            raise OptionError("'%1' is neither a move nor * in the openings", word)
    if not words or words[-1] == ANY or share == 0:
        raise OptionError("each opening ends with the move of the player who likes it")
    return RepertoireLine(share, tuple(words))


def _move(played: tuple[str, ...], move: str) -> BoardMove:
    from engine.rules.board import CoreBoard

    board = CoreBoard.start()
    board.push_all_uci(played)
    return BoardMove(move, board.fen(), chess960=False)
