"""The words of claims: English templates, translated by the window's catalogue, and the renderer, for reading and for speech.

    english(claims)                  # 14.Nf3 allows 14...Bxf3: the knight on f3 is unprotected. Best was 14.Be2 (+0.31).
    english(claims, addressed=True)  # 14.Nf3 allows 14...Bxf3: your knight on f3 is unprotected. Best was ...
    said(claims, language)           # 14.Rf3 sallii jatkon 14...Lxf3: ratsu f3 on suojaamatta. Paras oli 14.Le2 (+0,31).
    said(claims, spoken=True)        # knight to f3 allows bishop takes f3: ...

`addressed`: to the player of the move, with "you", "your knight" and his point of view. In files, which both sides read, and of
the moves of others it is "the knight", and White's point of view. At most three half-moves come before the verb; a longer line
follows in brackets. Moves use the piece letters of the language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import chess

from engine.coach import claim_view as view
from engine.coach.claims import NULL_MOVE, Balance, Claim, ClaimPiece, ClaimRole, HintTopic, Motif
from engine.game.info import PovScore
from engine.game.python_board import variation
from engine.game.reason_words import ENGLISH, LanguageFormats, winner_words

ROLES: Mapping[ClaimRole, str] = MappingProxyType(
    {
        ClaimRole.ALLOWS: "%1 allows %2: %3.",
        ClaimRole.MISSES: "You could play %1: %2.",
        ClaimRole.WORKS: "Better is %1: %2.",
        ClaimRole.PEOPLE: "%2.",
    }
)
OTHERS: Mapping[ClaimRole, str] = MappingProxyType({**ROLES, ClaimRole.MISSES: "%1 was possible: %2."})
"""The same of another player's move."""
SCORES = "Best was %1 (%2); after %4 %6."
"""The sentence if only the scores are known. Each of the two moves has three parts: move, score, and score as a clause."""
YOUR_SCORES_AFTER = "Best was %1 (%2 for you); after %3 it is %4."
"""The same with the played move and the reply, if nothing else is said."""
REPLIED, YOUR_REPLIED = "After %1 it is %2, not %3.", "After %1 it is %2 for you, not %3."
MISSED, YOUR_MISSED = (
    "%4 lets this chance pass: after %1 it is %2, not %3.",
    "%4 lets this chance pass: after %1 it is %2 for you, not %3.",
)
"""The reply if another sentence names the better move: the two moves, the score after them, and the score before."""
YOUR_SCORES, YOUR_RESULTS = "Best was %1 (%2 for you, now %3).", "Best was %1 (%2, now %3)."
"""The same from the reader's point of view: the better move, its score, the score of the played one. If the first is a mate or
a win by the tables, it names the winner."""

GOOD: Mapping[ClaimRole, str] = MappingProxyType(
    {
        ClaimRole.ALLOWS: "Instead, %1 allows %2: %3.",
        ClaimRole.MISSES: "%1: %2.",
        ClaimRole.WORKS: "%1: %2.",
        ClaimRole.PEOPLE: "%2.",
    }
)
"""The sentences about a good move: what it does, and what the best alternative allows."""
LONG: Mapping[str, str] = MappingProxyType(
    {
        "%1 allows %2: %3.": "%1 leads to %2: %3 (%4).",
        "You could play %1: %2.": "You could play %1 and later %3: %2 (%4).",
        "%1 was possible: %2.": "%1 was possible, and later %3: %2 (%4).",
        "Instead, %1 allows %2: %3.": "Instead, %1 leads to %2: %3 (%4).",
        "%1: %2.": "%1 and later %3: %2 (%4).",
    }
)
"""The same for a line of more than MOST_BEFORE_VERB moves: %4 is the line, the key move is named before it."""
FORCED: Mapping[str, str] = MappingProxyType(
    {
        "%1 allows %2: %3.": "%1 allows %2: %3 (%4).",
        "You could play %1: %2.": "You could play %1: %2 (%4).",
        "%1 was possible: %2.": "%1 was possible: %2 (%4).",
        "Instead, %1 allows %2: %3.": "Instead, %1 allows %2: %3 (%4).",
        "%1: %2.": "%1: %2 (%4).",
    }
)
"""The same for mates and checks in a row, of which the first move is named."""
WITH_THREAT: Mapping[str, str] = MappingProxyType(
    {
        "%1 allows %2: %3.": "%1 allows %2 with the threat %4: %3.",
        "You could play %1: %2.": "You could play %1 with the threat %3: %2.",
        "%1 was possible: %2.": "%1 was possible, with the threat %3: %2.",
        "Instead, %1 allows %2: %3.": "Instead, %1 allows %2 with the threat %4: %3.",
        "%1: %2.": "%1 with the threat %3: %2.",
    }
)
"""The same for a threat, which would be the next move of the side that profits."""
IN_LINE = "%1 (%2)"
BEST = "%1 is best (%2); after %4 %6."
SOUND = "Nothing is wrong with %1 (%2); best was %4 (%5)."
BOTH_LOSE = "%1 loses (%2); %4, the best move, loses too (%5)."
AS_GOOD = "Nothing is wrong with %1 (%2); %4 is as good (%5)."
BOTH_WIN, SLOWER = "%1 is best (%2); %4 wins too.", "%1 wins too, but %4 is quicker (%5)."
WEAKER = "%1 wins too (%2), but %4 is much stronger (%5)."
ONLY, COMPARED = "%1 is the only legal move.", "After %1 %3; after %4 %6."
VALUE = "it is %1"
NOT_ENOUGH, NOT_ENOUGH_RESULT = "%1 is not enough: after %2 it is %3 for you.", "%1 is not enough: after %2 %3."
"""Of a trainer's wrong answer if only the score is known: the answer, the reply, the score. The second names the winner."""
ALSO_GOOD, PLAYABLE = (
    "%1 is not bad (%3), but there is better.",
    "%1 is playable too (%3).",
)  # the second: not the repertoire's
ALSO_WINS = "%1 wins too, but there is a quicker way."
NOT_ENOUGH_DRAW, DRAWS = "%1 is not enough: after %2 it is a draw.", "%1 ends the game in a draw."
BEST_MOVE = "%1 is best (%3)."
"""Of other answers, with the same parts."""

JOINED = "%1, and %2"
AND, COMMA = "%1 and %2", "%1, %2"
WINS, WINS_FOR = "this wins %1", "this wins %1 %2"
YOU_WIN, YOU_WIN_FOR = "you win %1", "you win %1 %2"
YOU_LOSE, YOU_LOSE_FOR = "you lose %1", "you lose %1 %2"
WOULD: Mapping[str, str] = MappingProxyType(  # of a threat, which can be parried
    {gain: gain.replace("wins", "would win") for gain in (WINS, WINS_FOR)}
    | {gain: gain.replace("you ", "you would ") for gain in (YOU_WIN, YOU_WIN_FOR, YOU_LOSE, YOU_LOSE_FOR)}
)
IN_THE_END = "%1; in the end %2"
MATE_NOW, MATE_IN = "mate", "mate in %1"
EXCHANGE = "the exchange"
WORTH, WORTH_ONE = "material worth %1 pawns", "material worth a pawn"
FALL_BOTH, NOW_FALLS = "%1 and %2 fall", "now it falls"
TEMPO_ALONE = "it attacks %1 with tempo"
TABLE_LOSS = "by the tables the ending is lost"
PUNISHED = "it prevents %1 because of %2"
"""Of a move that is legal after the reply, and the capture by which it loses."""
ENDINGS: Mapping[view.EndingOutcome, str] = MappingProxyType(
    {
        view.EndingOutcome.LOST: "it comes to a lost pawn ending",
        view.EndingOutcome.WON: "it comes to a won pawn ending",
        view.EndingOutcome.DRAWN: "it comes to a drawn pawn ending",
    }
)
OUTCOMES: Mapping[view.EndingOutcome, str] = MappingProxyType(
    {
        view.EndingOutcome.LOST: "the ending is lost",
        view.EndingOutcome.WON: "the ending is won",
        view.EndingOutcome.DRAWN: "the ending is drawn",
    }
)
"""Of the player of the move."""
RUNS_ONE = "%1 needs only one more move to promote"
PINNED_PRICE = "%1 cannot capture without losing %2"
"""Of a piece pinned to another one than the king: its capture is legal."""
PAWNS = "%1 pawns"
SIDES: Mapping[bool, str] = MappingProxyType({True: "White", False: "Black"})
PIECES: Mapping[int, str] = MappingProxyType(
    {
        0: "the square %1",
        chess.PAWN: "the pawn on %1",
        chess.KNIGHT: "the knight on %1",
        chess.BISHOP: "the bishop on %1",
        chess.ROOK: "the rook on %1",
        chess.QUEEN: "the queen on %1",
        chess.KING: "the king on %1",
    }
)
YOUR_PIECES: Mapping[int, str] = MappingProxyType(
    {piece: f"your {chess.piece_name(piece)} on %1" for piece in range(chess.PAWN, chess.KING + 1)}
)
PRIZES: Mapping[int, str] = MappingProxyType(
    {
        chess.PAWN: "a pawn",
        chess.KNIGHT: "a knight",
        chess.BISHOP: "a bishop",
        chess.ROOK: "a rook",
        chess.QUEEN: "a queen",
    }
)
PRICES: Mapping[int, str] = MappingProxyType({piece: f"for {prize}" for piece, prize in PRIZES.items()})
FOR_PAWNS = "for %1 pawns"
PAIRS: Mapping[int, str] = MappingProxyType(
    {piece: f"two {chess.piece_name(piece)}s" for piece in range(chess.KNIGHT, chess.KING)}
)
PAIR_PRICES: Mapping[int, str] = MappingProxyType({piece: f"for {pair}" for piece, pair in PAIRS.items()})
YOUR_PAIR, THEIR_PAIR = "you lose the bishop pair", "your opponent loses the bishop pair"
_IN_CHECKS = (Motif.CHASED, Motif.PERPETUAL, Motif.EXPOSED_KING)
_MET = (Motif.MEETS, Motif.CHANCE_GONE)
MOST_BEFORE_VERB = 3  # half-moves
_MOST_OF_THREAT = 3  # pieces won and lost by a threat; with more the motif says enough
_MOST_NAMED = 3  # pieces on each side of an exchange; more are given as a sum in pawns


def every_template() -> Iterator[str]:
    """All texts that need a translation."""
    roles = ROLES, OTHERS, GOOD, LONG, FORCED, WITH_THREAT
    pieces = SIDES, PIECES, YOUR_PIECES, PRIZES, PRICES, PAIRS, PAIR_PRICES, view.SPOKEN_PIECES
    yield from (text for table in (*roles, WOULD, *pieces, view.SPOKEN, OUTCOMES) for text in table.values() if text)
    yield from (motif.facts.words for motif in Motif if motif.facts.words)
    yield from (look.value for look in HintTopic)
    yield from (SCORES, YOUR_SCORES, YOUR_SCORES_AFTER, REPLIED, YOUR_REPLIED, MISSED, YOUR_MISSED)
    yield from (YOUR_RESULTS, BEST, SOUND, BOTH_LOSE, AS_GOOD, BOTH_WIN, SLOWER, WEAKER, ALSO_GOOD, PLAYABLE, ALSO_WINS)
    yield from (ONLY, COMPARED, VALUE, NOT_ENOUGH, NOT_ENOUGH_RESULT, NOT_ENOUGH_DRAW, DRAWS, BEST_MOVE)
    yield from (JOINED, AND, COMMA, IN_LINE, IN_THE_END)
    yield from (WINS, WINS_FOR, YOU_WIN, YOU_WIN_FOR, YOU_LOSE, YOU_LOSE_FOR, MATE_NOW, MATE_IN, EXCHANGE)
    yield from (WORTH, WORTH_ONE, FALL_BOTH, NOW_FALLS, TEMPO_ALONE, PUNISHED, RUNS_ONE, PINNED_PRICE, PAWNS, FOR_PAWNS)
    yield TABLE_LOSS
    yield from ENDINGS.values()
    yield from (YOUR_PAIR, THEIR_PAIR)


def english(claims: Sequence[Claim], spoken: bool = False, addressed: bool = False) -> str:
    """The sentences in English, for the console and files."""
    return said(claims, ENGLISH, spoken, addressed)


def said(
    claims: Sequence[Claim], language: LanguageFormats = ENGLISH, spoken: bool = False, addressed: bool = False
) -> str:
    """The sentences of claims in a language, in order; `spoken`: in words, for speech; `addressed`: to the player of the move."""
    return " ".join(Speaker(language, spoken, addressed).sentence(claim) for claim in claims)


def said_moves(board: chess.Board, moves: Sequence[str], language: LanguageFormats = ENGLISH) -> str:
    """A line of legal UCI moves in words: `knight to f3, bishop takes f3`."""
    return Speaker(language, True)._line(board, moves)


class Speaker:
    """Renders one claim in a language."""

    def __init__(self, language: LanguageFormats, spoken: bool, addressed: bool = False) -> None:
        self._language = language
        self._spoken = spoken
        self._addressed = addressed

    def compared(self, template: str, fen: str, chess960: bool, *moves: tuple[str, PovScore]) -> str:
        """Fills a template (BEST, SOUND, ONLY or COMPARED) with UCI moves of a position, or lines, and their scores."""
        board = chess.Board(fen, chess960=chess960)
        parts = []
        for move, score in moves:
            words = winner_words(score, self._language)
            clause = words if _names_winner(score) else self._fill(VALUE, words)
            parts += [self._line(board, move.split()), words, clause]
        return self._fill(template, *parts)

    def answered(
        self, template: str, fen: str, chess960: bool, line: Sequence[str], score: PovScore, white: bool
    ) -> str:
        """Fills a template (NOT_ENOUGH and so on) with a move, the reply and the score for one side."""
        board = chess.Board(fen, chess960=chess960)
        move = self._line(board, line[:1])
        board.push_uci(line[0])
        reply = self._line(board, line[1:2]) if len(line) > 1 else ""
        return self._fill(template, move, reply, self._your_score(score, white))

    def sentence(self, claim: Claim, good: bool = False) -> str:
        """The claim as a sentence. `good`: the line belongs to the played move, which is better than the other."""
        if claim.is_reply:
            return self._replied(claim)
        if claim.motif is Motif.SLIPS and self._addressed and not good:
            return self._your_scores(claim)
        if claim.motif is Motif.SLIPS:
            moves = (" ".join(self._best(claim)), claim.before), (" ".join(claim.other), claim.after)
            return self.compared(BEST if good else SCORES, claim.fen, claim.chess960, *moves)
        roles, clause = GOOD if good else ROLES if self._addressed else OTHERS, self._clause(claim)
        first = int(claim.role is ClaimRole.ALLOWS)
        if claim.threat:
            return self._threatened(claim, WITH_THREAT[roles[claim.role]], clause)
        last, gain = view.moves_in_sentence(claim), 0 if self._spoken else view.moves_after(claim)
        if first and min(last, len(claim.line)) == 1:  # the move itself does it
            return self._fill(GOOD[ClaimRole.MISSES], self._moves(claim, claim.line[:1]), clause)
        played, shown = [self._moves(claim, claim.line[:1])] * first, claim.line[first:last]
        template = roles[claim.role]
        if last <= MOST_BEFORE_VERB or template not in LONG:
            if gain > last:
                clause = self._fill(IN_LINE, clause, self._moves(claim, claim.line[last:gain], last))
            return self._fill(template, *played, self._moves(claim, shown, first), clause)
        forced = bool(claim.mate) or claim.motif in _IN_CHECKS
        line = self._moves(claim, claim.line[first : max(last, gain)], first)
        template = (FORCED if forced else LONG)[template]
        named = self._moves(claim, shown[:1], first) if forced else self._moves(claim, shown[-1:], last - 1)
        if first:
            return self._fill(template, *played, named, clause, line)
        return self._fill(template, self._moves(claim, shown[:1]), clause, named, line)

    def _threatened(self, claim: Claim, template: str, clause: str) -> str:
        at, begin = len(claim.line) + 1, int(claim.role is ClaimRole.ALLOWS)
        last = max(claim.key, at) + 1
        threat, gain = claim.whole[at:last], 0 if self._spoken else view.moves_after(claim)
        if len(threat) > (MOST_BEFORE_VERB if len(claim.line) - begin < 2 else 1):
            clause = self._fill(IN_LINE, clause, self._moves(claim, claim.whole[at : max(last, gain)], at))
            threat = threat[:1]
        elif gain > last:
            clause = self._fill(IN_LINE, clause, self._moves(claim, claim.whole[last:gain], last))
        played = [self._moves(claim, claim.line[:1])] * begin
        parts = self._moves(claim, claim.line[begin:], begin), clause, self._moves(claim, threat, at)
        return self._fill(template, *played, *parts)

    def _your_scores(self, claim: Claim) -> str:
        scores = [self._your_score(score, " w " in claim.fen) for score in (claim.before, claim.after)]
        template = YOUR_RESULTS if _names_winner(claim.before) else YOUR_SCORES
        best = self._moves(claim, self._best(claim))
        if len(claim.other) > 1 and template == YOUR_SCORES and not _names_winner(claim.after):
            return self._fill(YOUR_SCORES_AFTER, best, scores[0], self._moves(claim, claim.other), scores[1])
        return self._fill(template, best, *scores)

    def _best(self, claim: Claim) -> Sequence[str]:
        """The better move, and on the screen the next ones."""
        return claim.line[:1] if self._spoken else claim.line

    def _replied(self, claim: Claim) -> str:
        white = not self._addressed or " w " in claim.fen
        parts = [self._your_score(score, white) for score in (claim.after, claim.before)]
        if not claim.other:
            template = YOUR_REPLIED if self._addressed else REPLIED
            return self._fill(template, self._moves(claim, claim.line), *parts)
        moves = self._moves(claim, claim.line[1:], 1), self._moves(claim, claim.line[:1])
        return self._fill(YOUR_MISSED if self._addressed else MISSED, moves[0], *parts, moves[1])

    def _your_score(self, score: PovScore, white: bool) -> str:
        """A score from the reader's point of view; mates and wins by tables name the winner."""
        number = not _names_winner(score) and score.score.centipawns is not None
        return winner_words(
            PovScore(score.of_white if white else -score.of_white, True) if number else score, self._language
        )

    def _clause(self, claim: Claim) -> str:
        motif, result = self._motif(claim), self._result(claim)
        taken = view.taken_first(claim)
        if taken is not None and not result:  # what falls at once comes before what is attacked then
            takes = self._fill(Motif.TAKES.facts.words, self._piece(replace(claim, motif=Motif.TAKES), taken))
            return self._fill(JOINED, takes, motif)
        if claim.motif is Motif.STILL_ATTACKED and not result:
            return self._fill(JOINED, motif, self._fill(NOW_FALLS))
        outcome = view.outcome(claim)
        if outcome is not view.EndingOutcome.OPEN and claim.motif in view.OF_ENDINGS:
            return self._fill(JOINED, motif, self._fill(OUTCOMES[outcome]))
        if not (motif and result):
            return motif or result
        if claim.mate:
            return self._fill(COMMA, result, motif)
        return self._fill(IN_THE_END if view.is_other_gain(claim) else JOINED, motif, result)

    def _motif(self, claim: Claim) -> str:
        falls = claim.motif is Motif.FALLS
        pieces = [self._piece(claim, view.at_beginning(claim, piece) if falls else piece) for piece in claim.pieces]
        if claim.motif is Motif.FORK:
            pieces = [self._list(pieces)]
        elif claim.motif is Motif.TEMPO:
            if not view.follow_matters(claim):
                return self._fill(TEMPO_ALONE, *pieces)
            answer, follows = claim.line[claim.key + 1 : claim.key + 3]
            begin = claim.key + 2 - (answer[2:4] == follows[2:4])  # with the move that it captures
            pieces.append(self._moves(claim, claim.line[begin : claim.key + 3], begin))
        elif falls and len(pieces) > 1:
            return self._fill(FALL_BOTH, *pieces)
        elif claim.motif is Motif.BISHOP_PAIR:
            mover = claim.role is ClaimRole.ALLOWS
            if self._addressed:
                return self._fill(YOUR_PAIR if mover else THEIR_PAIR)
            pieces = [self._fill(SIDES[(" w " in claim.fen) is mover])]
        elif claim.motif is Motif.LEAVES and len(pieces) > 2:
            hits = self._fill(Motif.HITS.facts.words, pieces[2])
            return self._fill(JOINED, hits, self._fill(Motif.LEAVES.facts.words, *pieces))
        elif claim.motif is Motif.POISONED:
            pieces = [pieces[0], self._after_recapture(claim)]
        elif claim.motif in (Motif.PAWN_RUNS, Motif.PAWN_STEPS):
            rank = chess.square_rank(claim.pieces[0].square)
            steps = 7 - rank if ((" w " in claim.fen) is (claim.role is not ClaimRole.ALLOWS)) else rank
            if steps == 1:
                return self._fill(RUNS_ONE, *pieces)
            pieces.append(self._language.number(steps))
        elif claim.motif is Motif.PINNED_GUARD and claim.pieces[1].kind != chess.KING:
            return self._fill(PINNED_PRICE, *pieces)
        elif ending := view.pawn_ending(claim):
            return self._fill(ENDINGS[ending])
        elif claim.motif is Motif.TABLE_WIN and claim.role is ClaimRole.ALLOWS:
            return self._fill(TABLE_LOSS)
        elif claim.motif is Motif.DRIVES_BACK:
            pieces[1] = chess.square_name(claim.pieces[1].square)
        elif claim.motif is Motif.PREPARES:
            pieces = [self._moves(claim, claim.line[-1:], len(claim.line) - 1)]
        elif claim.motif in (Motif.BOOK_PLAYS, Motif.BOOK_AVOIDS):
            pieces += [self._moves(claim, claim.other[:1])]
        elif claim.motif in (Motif.PREVENTS, Motif.FORBIDS) and view.cut_off(claim):
            return self._fill(
                Motif.INTERFERENCE.facts.words, *(self._piece(claim, piece) for piece in view.cut_off(claim))
            )
        elif claim.motif in (Motif.PREVENTS, Motif.FORBIDS) and view.pinned_off(claim):
            return self._fill(Motif.PIN.facts.words, *(self._piece(claim, piece) for piece in view.pinned_off(claim)))
        elif claim.motif is Motif.NO_CHECK:
            pieces = [self._moves(claim, claim.other[1:2], 1)]
        elif claim.motif is Motif.PREVENTS:
            pieces = [self._moves(claim, claim.other[1:2], 1, claim.other)]
        elif claim.motif is Motif.ANSWER_GONE:
            pieces = [self._moves(claim, claim.other[:1]), self._moves(claim, claim.other[2:3], 2, claim.other)]
        elif claim.motif in _MET or (claim.motif is Motif.FORBIDS and len(claim.line) > 2):
            last = len(claim.line) - 1  # the answer, and before it the move that it meets
            parts = [self._moves(claim, claim.line[at : at + 1], at) for at in (last - 1, last)]
            return self._fill(PUNISHED if claim.motif is Motif.FORBIDS else Motif.MEETS.facts.words, *parts)
        elif claim.motif is Motif.FORBIDS:
            pieces = [
                self._moves(claim, claim.other[:1], 2, (claim.line[0], NULL_MOVE))
            ]  # the reply may make it illegal
        elif claim.role is ClaimRole.PEOPLE:
            elo, percent = claim.figures
            pieces = [str(elo), self._moves(claim, claim.line), self._language.share(percent / 100)]
        elif claim.figures:
            pieces = [self._language.number(figure) for figure in claim.figures]
        template = claim.motif.facts.words
        return self._fill(template, *pieces) if template else ""

    def _result(self, claim: Claim) -> str:
        if claim.mate:
            return self._fill(MATE_IN, self._language.number(claim.mate)) if claim.mate > 1 else self._fill(MATE_NOW)
        balance = claim.balance
        if claim.threat and len(balance.won + balance.lost) > _MOST_OF_THREAT and claim.motif.facts.words:
            return ""  # so much follows only if nothing is done
        if claim.motif is not Motif.PROMOTION:
            balance = view.without_promotion(claim)
        named = claim.motif in view.OF_CAPTURES and balance == Balance((claim.pieces[0].kind,))
        named |= claim.motif is Motif.PROMOTION and chess.PAWN in balance.lost and view.promoted(claim) in balance.won
        if not balance.won or named or view.is_lost_whole(claim):
            return ""
        wins, wins_for = self._gains(claim)
        if balance.won == (chess.ROOK,) and balance.lost in ((chess.KNIGHT,), (chess.BISHOP,)):
            return self._fill(wins, self._fill(EXCHANGE))
        won, lost = self._pieces(balance.won, PRIZES, PAWNS), self._pieces(balance.lost, PRICES, FOR_PAWNS)
        if not won or (balance.lost and not lost):
            worth = self._fill(WORTH, self._language.number(balance.pawns))
            return self._fill(wins, worth if balance.pawns > 1 else self._fill(WORTH_ONE))
        return self._fill(wins_for, won, lost) if lost else self._fill(wins, won)

    def _gains(self, claim: Claim) -> tuple[str, str]:
        """The templates of a gain, without and with a price."""
        gains = WINS, WINS_FOR
        if self._addressed:
            gains = (YOU_LOSE, YOU_LOSE_FOR) if claim.role is ClaimRole.ALLOWS else (YOU_WIN, YOU_WIN_FOR)
        return (WOULD[gains[0]], WOULD[gains[1]]) if claim.threat else gains

    def _pieces(self, pieces: Sequence[int], names: Mapping[int, str], several: str) -> str:
        """Pieces by name, pawns by number; "" if there are too many."""
        pawns = pieces.count(chess.PAWN)
        others = [piece for piece in dict.fromkeys(pieces) if piece != chess.PAWN]
        pairs = PAIR_PRICES if names is PRICES else PAIRS
        if len(pieces) - pawns > _MOST_NAMED:
            return ""
        named = [self._fill((names if pieces.count(piece) == 1 else pairs)[piece]) for piece in others]
        if pawns:
            named.append(
                self._fill(names[chess.PAWN]) if pawns == 1 else self._fill(several, self._language.number(pawns))
            )
        if not 0 < len(named) <= _MOST_NAMED:
            return ""
        named[1:] = [part.removeprefix("for ") for part in named[1:]]  # English: for a rook and a pawn
        return self._list(named)

    def _list(self, parts: Sequence[str]) -> str:
        *first, last = parts
        if not first:
            return last
        text = first[0]
        for part in first[1:]:
            text = self._fill(COMMA, text, part)
        return self._fill(AND, text, last)

    def _piece(self, claim: Claim, piece: ClaimPiece) -> str:
        own = self._addressed and piece.kind and view.owner(claim, piece) is (" w " in claim.fen)
        return self._fill((YOUR_PIECES if own else PIECES)[piece.kind], chess.square_name(piece.square))

    def _moves(self, claim: Claim, moves: Sequence[str], skipped: int = 0, line: Sequence[str] = ()) -> str:
        """Moves of the line with their numbers, after its first `skipped` moves."""
        board = chess.Board(claim.fen, chess960=claim.chess960)
        for text in (line or claim.whole)[:skipped]:
            board.push_uci(text)
        return self._line(board, moves)

    def _after_recapture(self, claim: Claim) -> str:
        """The move that punishes the recapture by the claim's first piece, described by its other two."""
        guard, start, end = (chess.square_name(piece.square) for piece in claim.pieces[:3])
        line = (*claim.whole[: claim.key + 1], guard + claim.whole[claim.key][2:4])
        return self._moves(claim, (start + end,), len(line), line)

    def _line(self, board: chess.Board, moves: Sequence[str]) -> str:
        if self._spoken:
            return view.spoken_moves(board.copy(stack=False), moves, self._fill)
        return self._language.move(variation(board, moves))

    def _fill(self, template: str, *parts: str) -> str:
        """The template in the language with its placeholders filled; parts are not expanded again."""
        text, *rest = self._language.template(template).split("%")
        for piece in rest:
            text += parts[int(piece[0]) - 1] + piece[1:]
        return text


def _names_winner(score: PovScore) -> bool:
    """True if the score's words form a clause: `White mates in 3`, `Black wins by the tables`."""
    return bool(score.score.mate or (score.score.table and score.score.table.wdl))
