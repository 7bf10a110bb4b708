"""Motifs: the kinds of statement that claims make, each with its English words and its properties."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class HintTopic(Enum):
    """The first step of a hint; `value` is the sentence in English."""

    MATE = "Look for a mate."
    FORK = "Look for a fork."
    PIN = "Look for a pin."
    SKEWER = "Look for a skewer."
    DISCOVERED = "Look for a discovered attack or check."
    TRAPPED = "Look for a piece without a safe square."
    DEFENDER = "Look at what guards the opponent’s pieces."
    HANGING = "Look for a piece that is not guarded."
    PROMOTION = "Look at the pawn that can promote."
    MATERIAL = "Look for a way to win material."
    CHECK = "Look at the checks."
    CAPTURE = "Look at the captures."
    DANGER = "Look at what the opponent attacks."
    QUIET = "Look for a quiet move: no capture, no check."


class _Facts(NamedTuple):
    """The properties of a motif. `words`: English template. `topic`: the heading it counts under in the mirror, "" for none.
    `hint`: its first hint. `figures`: the number of figures it names. `at_once`: the first move of the line shows it.
    `arrives`: the line takes the named piece to its square. `looked_up`: proved by a source, not by the line alone. `minor`:
    neither the reason of a large loss nor worth a second sentence. `before`: its pieces are those before the key move.
    """

    name: str
    words: str
    topic: str = "position"
    hint: HintTopic | None = None
    figures: int = 0
    at_once: bool = False
    arrives: bool = False
    looked_up: bool = False
    minor: bool = False
    before: bool = False


_ONLY_THE_MOVE = "it is zugzwang: by the tables, passing would save the game"
_TOO_LATE = "the win now takes %1 plies, and the fifty-move rule draws it (%2 of 100 are gone)"


class Motif(Enum):
    """All motifs. The comment above each lists the pieces that its claims name, in order.

    Attacks refer to the position after the key move, captures and guards to the position before it.
    """

    facts: _Facts
    _value_: str

    def __new__(cls, *fields: object) -> Motif:
        """Makes the name the value of the member: files store it."""
        motif = object.__new__(cls)
        motif.facts = _Facts(*fields)  # type: ignore[arg-type]
        motif._value_ = motif.facts.name
        return motif

    # Tactics
    # (the piece that is captured)
    HANGING = _Facts("hanging", "%1 is unprotected", topic="hanging", hint=HintTopic.HANGING, before=True)
    # (two or more pieces attacked at once)
    FORK = _Facts("fork", "it forks %1", topic="fork", hint=HintTopic.FORK)
    # (the pinned piece, the king)
    PIN = _Facts("pin", "%1 is pinned to %2", topic="line", hint=HintTopic.PIN)
    # (the pinned piece, the more valuable one)
    RELATIVE_PIN = _Facts("relative pin", "%1 is pinned to %2", topic="line")
    # (the pinned piece that cannot capture the moved piece, the shielded one)
    PINNED_GUARD = _Facts("pinned guard", "%1 is pinned to %2 and cannot capture", topic="line")
    # (the front piece, the rear piece)
    SKEWER = _Facts("skewer", "a skewer: %1 must move, and %2 behind it falls", topic="line", hint=HintTopic.SKEWER)
    # (the slider, what it attacks)
    DISCOVERED_ATTACK = _Facts(
        "discovered attack", "it opens the way from %1 to %2", "discovered", HintTopic.DISCOVERED
    )
    # (the piece that gives check)
    DISCOVERED_CHECK = _Facts("discovered check", "a discovered check from %1", "discovered", HintTopic.DISCOVERED)
    # (the two pieces that give check)
    DOUBLE_CHECK = _Facts("double check", "a double check from %1 and %2", "discovered", HintTopic.DISCOVERED)
    # (the piece without a safe square)
    TRAPPED = _Facts("trapped piece", "%1 is trapped", topic="trapped", hint=HintTopic.TRAPPED)
    # (the guard, what it guarded)
    DEFENDER_CAPTURED = _Facts(
        "captured defender", "it captures %1, which guarded %2", topic="guard", hint=HintTopic.DEFENDER, before=True
    )
    # (the guard, what it guarded)
    DEFLECTION = _Facts("deflection", "%1 can no longer guard %2", topic="guard", hint=HintTopic.DEFENDER)
    # (the guard, what it guarded first, and then)
    OVERLOADED = _Facts(
        "overloaded defender", "%1 cannot guard both %2 and %3", topic="guard", hint=HintTopic.DEFENDER, before=True
    )
    # (the piece that is drawn)
    ATTRACTION = _Facts("attraction", "it draws a piece to a bad square: %1", topic="guard", hint=HintTopic.DEFENDER)
    # (the slider, what it guarded)
    INTERFERENCE = _Facts("interference", "it cuts %1 off from %2", topic="guard", hint=HintTopic.DEFENDER, before=True)
    # (what is captured a move later)
    INTERMEZZO = _Facts("in-between move", "an in-between move, and only then falls %1", topic="material", before=True)
    # (the rear slider)
    X_RAY = _Facts("x-ray", "%1 works through the piece in front of it", topic="line", before=True)
    # (the piece that is lost anyway)
    DESPERADO = _Facts("desperado", "%1 is lost anyway, and takes something with it", topic="material", before=True)
    # (the piece that is captured later)
    ATTACKS = _Facts("attacks", "it attacks %1", topic="material")
    # (the sacrificed piece, on the square of its capture)
    SACRIFICE = _Facts("sacrifice", "%1 is sacrificed", topic="material")
    # our first move: no capture, no check, no promotion
    QUIET = _Facts("quiet move", "with a quiet first move")
    # (the king without a pawn beside it)
    EXPOSED_KING = _Facts("exposed king", "%1 is exposed to checks", topic="material")
    # (the piece that could be captured next)
    THREATENS = _Facts("threatens", "it threatens %1", topic="material")
    # (two pieces that could newly be captured next)
    THREATENS_BOTH = _Facts("double threat", "%1 and %2 are attacked at once", topic="fork")
    # (the piece that could newly be captured next, another one that already could)
    THREATENS_TOO = _Facts("second threat", "it attacks %1 while %2 is still attacked", topic="fork")
    # (the piece that could be captured next, the piece that falls wherever it goes)
    DRIVES_OFF = _Facts("drives off a guard", "it attacks %1, which guards %2", topic="guard")
    # (the piece, which has no safe square)
    THREATENS_TRAPPED = _Facts("threatens a trapped piece", "it attacks %1, which has no safe square", topic="trapped")
    # (the piece that could be captured next): wherever it goes, it is lost or mate follows
    MUST_STAY = _Facts("must stay", "it attacks %1, which cannot move because of mate", topic="mate")
    # (the piece that could be captured next, and moves away); the claim names our next move
    TEMPO = _Facts("tempo", "it attacks %1 with tempo, and %2 follows", topic="material")
    # (the piece that could be captured next, its square nearer to its own side, to which it moves)
    DRIVES_BACK = _Facts("drives back", "it drives %1 back to %2", topic="material")
    # (the piece that has just moved, could be captured next, and moves away)
    MOVES_AGAIN = _Facts("moves again", "it attacks %1, which has only just moved", topic="material")
    THREATENS_MATE = _Facts("threatens mate", "it threatens mate", topic="mate")
    # (the pawn that could promote next)
    THREATENS_PROMOTION = _Facts("threatens promotion", "%1 threatens to promote", topic="promotion")
    # (the newly pinned piece, the shielded one)
    PINS = _Facts("pins", "it pins %1 to %2", topic="line")
    # (the pinned piece with a new attacker, the shielded one)
    PRESSES_PIN = _Facts("presses a pin", "it attacks %1, which is pinned to %2", topic="line")
    ZUGZWANG = _Facts("zugzwang", "it is zugzwang: every move loses something", topic="material")
    # (the piece that could already be captured with profit before the played move)
    STILL_ATTACKED = _Facts("still attacked", "%1 was already attacked", topic="hanging", before=True)
    # (the pinned piece, the shielded one): the played move made the pin
    SELF_PIN = _Facts("self-pin", "%1 is now pinned to %2", topic="line", before=True)
    # (the piece that is attacked and has no safe square, though the line does not show its capture)
    NO_WAY_OUT = _Facts("no way out", "%1 has no safe square", topic="trapped", hint=HintTopic.TRAPPED)
    # (the piece that the played move has moved): every move of it loses it
    NO_SAFE_MOVE = _Facts("no safe move", "%1 has no safe square to go to", topic="trapped", before=True)
    # (the only piece that could recapture, what it would no longer guard)
    TIED = _Facts("tied guard", "%1 must guard %2 and cannot recapture", topic="guard", before=True)
    # (the only piece that could recapture, the piece that would then move, its target square)
    POISONED = _Facts("poisoned recapture", "%1 cannot recapture because of %2", topic="guard", before=True)
    # (the only piece that could recapture)
    BACK_RANK = _Facts("back rank", "%1 cannot recapture because of mate on the back rank", topic="mate", before=True)
    # (the piece that is attacked by a piece coming from its first rank, and moves away)
    DEVELOPS_TEMPO = _Facts("develops with tempo", "it develops a piece with an attack on %1", topic="material")
    # (the piece that could be captured with profit before, on its old square)
    GETS_SAFE = _Facts("gets safe", "%1 is no longer in danger", topic="hanging", before=True)
    # (the piece that the other line captures, or threatens to), on its square before
    GETS_AWAY = _Facts("gets away", "%1 gets away", topic="hanging", before=True)
    # (the piece that the other line captures, or threatens to), which the reply guards
    NOW_GUARDED = _Facts("now guarded", "it guards %1", topic="hanging", before=True)
    # (the captured piece)
    FREE_PIECE = _Facts("free piece", "it simply takes %1", topic="hanging", hint=HintTopic.HANGING, before=True)
    # (our pawn, their pawn): ours promotes first
    PAWN_RACE = _Facts("pawn race", "%1 promotes before %2", topic="promotion")
    # checks without end: every reply allows another one
    PERPETUAL_HELD = _Facts("perpetual held", "the checks never end, and it is a draw", topic="draw")
    # (the king, in check or about to be), and it loses the right to castle
    KING_DRIVEN = _Facts("king driven out", "%1 has to move and may no longer castle", topic="material")
    # (the piece that is newly attacked and worth more than its attacker, or unprotected)
    HITS = _Facts("hits", "it attacks %1", topic="material")
    # (the king, on its new square): the other move forbids it that square
    KING_IN = _Facts("king comes in", "%1 comes in", at_once=True)
    # (the passed pawn, on the last rank but one): it promotes whatever is played
    UNSTOPPABLE = _Facts("unstoppable pawn", "%1 can no longer be stopped", topic="promotion", arrives=True)
    # (the passed pawn, on its new square, with at most three more moves to promote)
    PAWN_STEPS = _Facts("pawn steps", "%1 needs only %2 more moves to promote", topic="promotion")
    # (the captured piece; a pawn that is taken in passing, on its square)
    TAKES = _Facts("takes", "it takes %1", topic="material", before=True)
    # (our piece, theirs): a capture that is taken back, or an offer that is accepted
    TRADES = _Facts("trades", "it exchanges %1 for %2", topic="material", at_once=True, before=True)

    # Results
    MATE = _Facts("mate", "", topic="mate")
    BACK_RANK_MATE = _Facts("back-rank mate", "a back-rank mate", topic="mate")
    SMOTHERED_MATE = _Facts("smothered mate", "a smothered mate", topic="mate")
    ANASTASIA_MATE = _Facts("anastasia's mate", "Anastasia’s mate", topic="mate")
    ARABIAN_MATE = _Facts("arabian mate", "an Arabian mate", topic="mate")
    HOOK_MATE = _Facts("hook mate", "a hook mate", topic="mate")
    BODEN_MATE = _Facts("boden's mate", "Boden’s mate", topic="mate")
    DOUBLE_BISHOP_MATE = _Facts("double bishop mate", "a mate with two bishops", topic="mate")
    DOVETAIL_MATE = _Facts("dovetail mate", "a dovetail mate", topic="mate")
    EPAULETTE_MATE = _Facts("epaulette mate", "an epaulette mate", topic="mate")
    # (the pawn, on its square before it promotes)
    PROMOTION = _Facts("promotion", "%1 promotes", topic="promotion", hint=HintTopic.PROMOTION)
    STALEMATE = _Facts("stalemate", "stalemate", topic="mate")
    REPETITION = _Facts("repetition", "the position repeats", topic="draw", looked_up=True)
    PERPETUAL = _Facts("perpetual check", "perpetual check", topic="draw")
    MATERIAL = _Facts("material", "", topic="material")
    # (the piece that captured; what it captured is won back)
    REGAINS = _Facts("regains", "this wins back what was captured", topic="material")
    # our move: the better one is then illegal, or loses material to the capture that ends the line
    FORBIDS = _Facts("forbids", "it prevents %1")
    # our move and the answer to it, which end the line; the answer is illegal or loses material if our move comes at once
    CHANCE_GONE = _Facts("chance gone", "%1 is then met by %2")
    # the other line is our move, the same reply, and our answer, which the played move makes illegal or a loss
    ANSWER_GONE = _Facts("answer gone", "after %1 it would be met by %2")
    # (the moved piece on its new square, the pawn or piece that it guarded)
    LEFT_LOOSE = _Facts("left loose", "it attacks %2, which %1 no longer guards", topic="hanging")
    # (the moved piece, the bishop at home without a square to go to, or the piece of the other move, which it makes impossible)
    BLOCKS = _Facts("blocks", "%1 blocks %2")
    # (the moved piece, what it could have captured)
    LETS_GO = _Facts("lets go", "%1 no longer attacks %2", topic="hanging")
    # (the rook, on the last rank but one)
    INVADES = _Facts("invades", "%1 gets in behind the pawns", arrives=True)

    # Attacks on a king
    # (the king before the first check, the square it is driven to)
    DRIVEN_OUT = _Facts("driven out", "checks drive %1 to %2", topic="material", at_once=True, before=True)
    # (the king that could still castle)
    CASTLING_LOST = _Facts("castling lost", "%1 moves and may no longer castle", at_once=True)
    # (the bishop, the king beside it)
    GUARD_EXCHANGED = _Facts("king’s bishop exchanged", "it exchanges %1, which guards %2", at_once=True, before=True)
    # (the rook or queen, the king)
    FILE_AT_KING = _Facts("file at a king", "%1 gets an open file against %2", at_once=True)
    # (the pawn that attacks, the pawn in front of the king, the king)
    STORM = _Facts("pawn storm", "%1 attacks %2 in front of %3", at_once=True)

    # Endings, each decided by it
    # (the king that faces the other one)
    OPPOSITION = _Facts("opposition", "%1 takes the opposition", at_once=True)
    # (the pawn, on its square before it promotes)
    PROMOTES_TOO = _Facts("promotes too", "%1 promotes, too", topic="promotion", before=True)
    # (the king, the passed pawn)
    OUTSIDE_SQUARE = _Facts("outside the square", "%1 can no longer catch %2", at_once=True)
    # (the king, its only pawn)
    KEY_SQUARE = _Facts("key square", "%1 reaches a key square of %2", arrives=True)
    # (the only piece left to the other side)
    LAST_PAWN = _Facts("last pawn", "the last pawn falls, and %1 alone cannot win", topic="draw")
    # (the bishop, the pawn, the corner)
    WRONG_CORNER = _Facts("wrong corner", "%1 does not control %3, the promotion square of %2", topic="draw")
    # (the king in front, the piece in its rear)
    SKEWERS_OFF = _Facts("skewer that exchanges", "a skewer through %1 exchanges %2", topic="line", at_once=True)
    # (the rook, the other king, the passed pawn)
    CUTS_OFF = _Facts("cuts off", "%1 cuts %2 off from %3", arrives=True)

    # Why a move is better
    # (the piece that moves away)
    SAVES = _Facts("saves", "%1 moves to safety", before=True)
    # (the piece that captures, what it takes): after the played move it is captured for nothing
    SELLS = _Facts("sells", "%1 is lost anyway, and takes %2 with it", at_once=True, before=True)
    # (the piece that both moves move, on its new square)
    SAFE_THERE = _Facts("safe there", "%1 is safe there", at_once=True)
    # (the piece that is guarded)
    GUARDS = _Facts("guards", "it guards %1")
    # (the attacker that is captured)
    REMOVES = _Facts("removes", "it captures the attacker, %1", before=True)
    # the reply to the played move is now illegal, or loses material though no new capture punishes it
    PREVENTS = _Facts("prevents", "it prevents %1")
    # both moves have the same reply; the answer to it is illegal or loses material after the played move
    MEETS = _Facts("meets", "%1 is then met by %2")
    # (the piece that moves again in the opening, on its square before)
    SECOND_MOVE = _Facts("second move", "it develops a piece, while %1 moves again", before=True)
    # (the knight or bishop, on its square before)
    DEVELOPS = _Facts("develops", "it develops %1", minor=True, before=True)
    # (the piece that should capture, the one that did), on their squares before
    RIGHT_CAPTURE = _Facts("right capture", "%1 should take, not %2", before=True)
    # (the piece that should go to the square, the one that did), on their squares before
    RIGHT_PIECE = _Facts("right piece", "%1 belongs there, not %2", before=True)
    # (the king, before it moves; the passed pawn that was pushed)
    KING_FIRST = _Facts("king first", "%1 must go ahead, and %2 follows", before=True)
    # (the king, on its new square; the pawn to which it gets in the line)
    KING_ACTIVE = _Facts("active king", "%1 is needed near %2", at_once=True)
    # (the rook, on its new square; the passed pawn)
    ROOK_BEHIND = _Facts("rook behind a pawn", "%1 goes behind %2")
    KEEPS_QUEENS = _Facts("keeps the queens", "it avoids the exchange of queens", at_once=True)
    # (our pawn, the pawn that it attacks): one of them soon captures the other
    PAWN_BREAK = _Facts("pawn break", "a pawn break: %1 attacks %2", at_once=True)
    # our next move, or the one after it, which ends the line: the better move makes it possible
    PREPARES = _Facts("prepares", "it prepares %1", at_once=True)
    # (the moved piece on its new square, the piece of the same kind that captures it)
    OFFERS = _Facts("offers an exchange", "it offers to exchange %1 for %2", at_once=True)
    # the reply to the played move gives no check after the better one
    NO_CHECK = _Facts("no check", "%1 is then no check")
    # (the piece that the moved one still guards)
    STILL_GUARDS = _Facts("still guards", "it still guards %1")
    # Two lines side by side
    # (one or two pieces, on their squares before): they are captured in the line and not in the other, which is else as good
    FALLS = _Facts("falls", "%1 falls", topic="material", at_once=True, before=True)
    # (the moved piece on its new square, the piece or square it guarded and the reply goes to)
    LEAVES = _Facts("leaves", "%1 no longer guards %2")
    # (the king on its square at the first of three checks)
    CHASED = _Facts("chased king", "%1 is chased with checks")

    # Position
    # (the king)
    SHELTER = _Facts("king shelter", "%1 loses its pawn shelter", before=True)
    # (the king): a file beside it or its own loses its pawn
    BROKEN_PAWNS = _Facts("broken pawns", "the pawns in front of %1 are broken up", at_once=True, before=True)
    # (the king, before it castles)
    CASTLES = _Facts("castles", "%1 gets to safety", at_once=True, minor=True, before=True)
    # (the king, which still has the right to castle)
    IN_THE_CENTRE = _Facts("in the centre", "%1 may not castle")
    # of both: (the piece that the played move has moved, on its next square)
    TWICE = _Facts("moves twice", "%1 has moved twice, and time is lost", minor=True)
    GOES_BACK = _Facts("goes back", "%1 has gone back, and two moves are lost", minor=True)
    # (the rook whose file the played capture opens)
    FILE_FREED = _Facts("file freed", "the exchange of pawns opens the file for %1", at_once=True, minor=True)
    # (the piece that the played move attacks)
    PARRIED = _Facts("parried", "it parries the attack on %1", before=True, minor=True)
    # (the pawn)
    PASSED_PAWN = _Facts("passed pawn", "%1 becomes a passed pawn")
    # (the passed pawn, on its new square)
    PAWN_RUNS = _Facts("pawn runs", "%1 needs only %2 more moves to promote", arrives=True, minor=True)
    QUEENS_OFF = _Facts("queens off", "the side that is ahead exchanges the queens", minor=True)
    # a pair is exchanged (rooks, or a knight or bishop each), and the side that profits is ahead
    ROOKS_OFF = _Facts("rooks off", "the side that is ahead exchanges a pair of rooks", minor=True)
    MINORS_OFF = _Facts("minor pieces off", "the side that is ahead exchanges a pair of minor pieces", minor=True)
    PAWN_ENDING = _Facts("pawn ending", "it comes to a pawn ending")
    # (the piece in front of it, the passed pawn)
    STOPS_PAWN = _Facts("stops a pawn", "%1 stops %2", arrives=True)
    # (the pawn, of doubled ones both)
    ISOLATED_PAWN = _Facts("isolated pawn", "%1 becomes isolated", minor=True)
    DOUBLED_PAWNS = _Facts("doubled pawns", "%1 becomes a doubled pawn", minor=True)
    BACKWARD_PAWN = _Facts("backward pawn", "%1 becomes a backward pawn", minor=True)
    # (the bishop)
    BAD_BISHOP = _Facts("bad bishop", "%1 becomes a bad bishop", minor=True)
    BISHOP_PAIR = _Facts("bishop pair", "%1 loses the bishop pair", minor=True)
    # (the knight)
    OUTPOST = _Facts("outpost", "%1 gets an outpost", arrives=True, minor=True)
    # (the rook)
    OPEN_FILE = _Facts("open file", "%1 takes the open file", arrives=True, minor=True)

    # Proved by a source, which the checker asks again (`engine.coach.sources`)
    # figures: (plies to the next capture, pawn move or mate)
    TABLE_WIN = _Facts("won by the tables", "by the tables the ending is won", topic="draw", figures=1, looked_up=True)
    TABLE_DRAW = _Facts("drawn by the tables", "by the tables the ending is drawn", topic="draw", looked_up=True)
    TABLE_ZUGZWANG = _Facts("zugzwang by the tables", _ONLY_THE_MOVE, topic="draw", looked_up=True)
    # figures: (plies that the win needs, plies used of the hundred)
    FIFTY_MOVES = _Facts("fifty-move rule", _TOO_LATE, topic="draw", figures=2, looked_up=True)
    BOOK_REFUTES = _Facts("refutation of the book", "the book knows this as the refutation", topic="", looked_up=True)
    BOOK_PLAYS = _Facts("leaves the book", "the book plays it, and %1 leaves the book", looked_up=True)
    # the book lists the played move, but as bad, dubious or unchecked
    BOOK_AVOIDS = _Facts("not played by the book", "the book plays it, but not %1", looked_up=True)
    # figures of both: (rating, percentage of players)
    FEW_FIND = _Facts("hard to find", "Few players rated %1 find %2: %3", figures=2)
    MOST_PLAY = _Facts("most people play it", "Most players rated %1 play %2: %3", figures=2)

    # The score: nothing else is proved
    SLIPS = _Facts("slips", "", topic="")
