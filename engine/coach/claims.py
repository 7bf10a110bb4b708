"""Claims: what is said of a mistake, as frozen values, each with the line of moves that proves it.

A claim says of one line what it shows. `engine.coach.checker` replays the line and refuses a claim that is not true of it;
`engine.coach.claim_words` says it in words.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from engine.game.info import PovScore
from engine.ground.values import dataclass


class Role(Enum):
    """What a claim is about."""

    ALLOWS = "allows"  # the move lets the opponent do it
    MISSES = "misses"  # another move would have done it
    WORKS = "works"  # why another move is better
    PEOPLE = "people"  # what people of a rating do here


class Motif(Enum):
    """Everything that is ever claimed. In brackets: the pieces that the claim names, in this order.

    Attacks are seen after the key move, captures and guards before it.
    """

    # Tactics
    HANGING = "hanging"  # (the piece that is captured)
    FORK = "fork"  # (two or more pieces attacked at once)
    PIN = "pin"  # (the pinned piece, the king behind it)
    RELATIVE_PIN = "relative pin"  # (the pinned piece, the one behind it that is worth more)
    PINNED_GUARD = "pinned guard"  # (the pinned piece that cannot capture what moved, the one behind it)
    SKEWER = "skewer"  # (the piece in front, the one behind)
    DISCOVERED_ATTACK = "discovered attack"  # (the slider, what it attacks)
    DISCOVERED_CHECK = "discovered check"  # (the piece that gives check)
    DOUBLE_CHECK = "double check"  # (the two pieces that give check)
    TRAPPED = "trapped piece"  # (the piece without a safe square)
    DEFENDER_CAPTURED = "captured defender"  # (the guard, what it guarded)
    DEFLECTION = "deflection"  # (the guard, what it guarded)
    OVERLOADED = "overloaded defender"  # (the guard, what it guarded first, and then)
    ATTRACTION = "attraction"  # (the piece that is drawn)
    INTERFERENCE = "interference"  # (the slider, what it guarded)
    INTERMEZZO = "in-between move"  # (what is captured a move later)
    X_RAY = "x-ray"  # (the slider behind)
    DESPERADO = "desperado"  # (the piece that is lost anyway)
    ATTACKS = "attacks"  # (the piece that is captured later)
    SACRIFICE = "sacrifice"  # (the piece that is given, where it is captured)
    QUIET = "quiet move"  # our first move: no capture, no check, no promotion
    EXPOSED_KING = "exposed king"  # (the king without a pawn beside it)
    THREATENS = "threatens"  # (the piece that could be captured next)
    THREATENS_BOTH = "double threat"  # (the piece that could newly be captured next, another one that could)
    THREATENS_TRAPPED = "threatens a trapped piece"  # (the piece, which has no safe square)
    NO_DEFENCE = "no defence"  # (the piece that could be captured next): every answer loses something
    TEMPO = "tempo"  # (the piece that could be captured next, and moves away); our next move is told
    MOVES_AGAIN = "moves again"  # (the piece that has just moved, could be captured next, and moves away)
    THREATENS_MATE = "threatens mate"
    THREATENS_MATE_IN_TWO = "threatens mate in two"
    THREATENS_FORK = "threatens a fork"  # (what would move, where it would go, what it would attack)
    THREATENS_BLOW = "threatens a blow"  # (what would move, where it would go): every answer would lose something
    THREATENS_PROMOTION = "threatens promotion"  # (the pawn that could promote next)
    PINS = "pins"  # (the piece that is newly pinned, the one behind it)
    PRESSES_PIN = "presses a pin"  # (the pinned piece that is newly attacked once more, the one behind it)
    ZUGZWANG = "zugzwang"  # every legal answer loses something that a pass would keep
    # Results
    MATE = "mate"
    BACK_RANK_MATE = "back-rank mate"
    SMOTHERED_MATE = "smothered mate"
    ANASTASIA_MATE = "anastasia's mate"
    ARABIAN_MATE = "arabian mate"
    HOOK_MATE = "hook mate"
    BODEN_MATE = "boden's mate"
    DOUBLE_BISHOP_MATE = "double bishop mate"
    DOVETAIL_MATE = "dovetail mate"
    EPAULETTE_MATE = "epaulette mate"
    PROMOTION = "promotion"  # (the pawn, where it is before it promotes)
    STALEMATE = "stalemate"
    REPETITION = "repetition"
    PERPETUAL = "perpetual check"
    MATERIAL = "material"
    REGAINS = "regains"  # (the piece that captured; what it took is won back)
    # Why a move is better
    SAVES = "saves"  # (the piece that moves away)
    GUARDS = "guards"  # (the piece that is guarded)
    REMOVES = "removes"  # (the attacker that is captured)
    PREVENTS = "prevents"  # the other side's answer is no longer possible
    # Two lines side by side
    KEEPS_MORE = "keeps more"  # figures: (pawns)
    COSTS_MORE = "costs more"  # the same, of the move that was played
    TOO_LATE = "too late"  # the other line ends with the same move
    LEAVES = "leaves"  # (what moved, where it is now; what it guarded before, and the answer goes to)
    EXCHANGES = "exchanges"  # (the piece that is captured, and makes the last move of the other line)
    CHASED = "chased king"  # (the king, where the first of three checks finds it)
    # Position
    SHELTER = "king shelter"  # (the king)
    CASTLING = "castling"  # (the king)
    CASTLES = "castles"  # (the king, before it castles)
    PASSED_PAWN = "passed pawn"  # (the pawn)
    PAWN_RUNS = "pawn runs"  # (the passed pawn, where it gets)
    KING_COMES = "king comes"  # (the king, where it gets)
    QUEENS_OFF = "queens off"
    ROOKS_OFF = "rooks off"  # a pair of them, and the side that profits is ahead
    MINORS_OFF = "minor pieces off"  # the same of a knight or bishop each
    PAWN_ENDING = "pawn ending"
    STOPS_PAWN = "stops a pawn"  # (the piece in front of it, the passed pawn)
    ISOLATED_PAWN = "isolated pawn"  # (the pawn)
    DOUBLED_PAWNS = "doubled pawns"  # (both)
    BACKWARD_PAWN = "backward pawn"  # (the pawn)
    BAD_BISHOP = "bad bishop"  # (the bishop)
    BISHOP_PAIR = "bishop pair"
    OUTPOST = "outpost"  # (the knight)
    OPEN_FILE = "open file"  # (the rook)
    INVADES = "invades"  # (the rook or queen, on the first two ranks of the other side)
    KING_ATTACK = "king attack"  # (the king)
    DEVELOPMENT = "development"
    ACTIVITY = "activity"
    ACTIVE_PIECE = "active piece"  # (the piece, where it gets)
    CENTRE = "centre"  # (the pawn, where it gets)
    SPACE = "space"
    # Known elsewhere: the checker asks the same source (`engine.coach.sources`)
    TABLE_WIN = "won by the tables"  # figures: (plies to the next capture, pawn move or mate)
    TABLE_DRAW = "drawn by the tables"
    TABLE_ZUGZWANG = "zugzwang by the tables"
    FIFTY_MOVES = "fifty-move rule"  # figures: (plies that the win needs, plies of the hundred that are gone)
    BOOK_REFUTES = "refutation of the book"
    BOOK_PLAYS = "leaves the book"
    FEW_FIND = "hard to find"  # figures: (rating, percent of people)
    MOST_PLAY = "most people play it"  # the same
    # The score
    SLIPS = "slips"  # nothing else was proved: the scores alone


ASKED = frozenset(
    (
        Motif.REPETITION,
        Motif.TABLE_WIN,
        Motif.TABLE_DRAW,
        Motif.TABLE_ZUGZWANG,
        Motif.FIFTY_MOVES,
        Motif.BOOK_REFUTES,
        Motif.BOOK_PLAYS,
    )
)
"""Those of a review that the line alone may not prove."""


BLOWS = (Motif.THREATENS_FORK, Motif.THREATENS_BLOW)
"""Those whose first two pieces describe a move that is threatened."""


FIGURES = {
    Motif.KEEPS_MORE: 1,
    Motif.COSTS_MORE: 1,
    Motif.TABLE_WIN: 1,
    Motif.FIFTY_MOVES: 2,
    Motif.FEW_FIND: 2,
    Motif.MOST_PLAY: 2,
}
"""How many numbers a motif names; the others name none."""


@dataclass(frozen=True)
class Piece:
    """A piece on a square: 1 pawn to 6 king, squares from 0 (a1) to 63 (h8)."""

    kind: int
    square: int


@dataclass(frozen=True)
class Balance:
    """What a line wins and costs, pieces as 1 pawn to 5 queen, highest first; equal ones on both sides are left out."""

    won: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()

    WORTH = (0, 1, 3, 3, 5, 9)

    @property
    def pawns(self) -> int:
        """The difference in pawns."""
        return sum(self.WORTH[piece] for piece in self.won) - sum(self.WORTH[piece] for piece in self.lost)


@dataclass(frozen=True)
class Claim:
    """What is said, of whom, and the certificate.

    `line` is played from `fen`, in coordinates; its move number `key` (from 0) shows the motif on `pieces`. The side that
    plays the key move profits: `balance` is what it wins by the end of the line, where no capture is pending; `mate` is
    its number of moves to the mate that ends the line. `before` and `after` are the search's scores before and after the
    move that was played. `other` is the line that is compared with: of the move that was played.
    `figures` are numbers that the motif names.
    """

    role: Role
    motif: Motif
    fen: str
    line: tuple[str, ...]
    key: int
    before: PovScore
    after: PovScore
    pieces: tuple[Piece, ...] = ()
    balance: Balance = Balance()
    mate: int = 0
    other: tuple[str, ...] = ()
    chess960: bool = field(kw_only=True)
    figures: tuple[int, ...] = ()

    @property
    def strength(self) -> int:
        """By which claims are ordered: mate first, then what is won in pawns."""
        return 1000 - self.mate if self.mate else self.balance.pawns
