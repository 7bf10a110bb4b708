"""The words of claims: English templates, translated by `i18n/fi/coach.toml`, and the renderer, for reading and for speech.

    english(claims)               # 14.Nf3 allows 14...Bxf3: the knight on f3 is unprotected. Best was 14.Be2 (+0.31).
    said(claims, language)        # 14.Rf3 sallii 14...Lxf3: ratsu f3 on suojaamatta. Paras oli 14.Le2 (+0,31).
    said(claims, spoken=True)     # knight to f3 allows bishop takes f3: ...

Moves use the piece letters of the language; scores are from White's point of view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import chess

from engine.coach.claims import BLOWS, Balance, Claim, ClaimPiece, ClaimRole, HintTopic, Motif
from engine.coach.sentence_length import moves_in_sentence
from engine.game.info import PovScore
from engine.game.python_board import variation
from engine.game.reason_words import ENGLISH, LanguageFormats, winner_words

ROLES: Mapping[ClaimRole, str] = MappingProxyType(
    {
        ClaimRole.ALLOWS: "%1 allows %2: %3.",
        ClaimRole.MISSES: "%1 was possible: %2.",
        ClaimRole.WORKS: "Better is %1: %2.",
        ClaimRole.PEOPLE: "%2.",
    }
)
SCORES = "Best was %1 (%2); after %4 %6."
"""The sentence if only the scores are known. Each of the two moves has three parts: move, score, and score as a clause."""

GOOD: Mapping[ClaimRole, str] = MappingProxyType(
    {
        ClaimRole.ALLOWS: "Instead, %1 allows %2: %3.",
        ClaimRole.MISSES: "%1: %2.",
        ClaimRole.WORKS: "%1: %2.",
        ClaimRole.PEOPLE: "%2.",
    }
)
"""The sentences about a good move: what it does, and what the best alternative allows."""
BEST = "%1 is best (%2); after %4 %6."
SOUND = "Nothing is wrong with %1 (%2); best was %4 (%5)."
AS_GOOD = "Nothing is wrong with %1 (%2); %4 is as good (%5)."
ONLY = "%1 is the only legal move."
COMPARED = "After %1 %3; after %4 %6."
VALUE = "it is %1"

JOINED = "%1, and %2"
AND = "%1 and %2"
COMMA = "%1, %2"
WINS = "this wins %1"
WINS_FOR = "this wins %1 %2"
MATE_NOW = "mate"
MATE_IN = "mate in %1"
EXCHANGE = "the exchange"
WORTH = "material worth %1 pawns"
WORTH_ONE = "material worth a pawn"
KEEPS_ONE, COSTS_ONE = "it keeps material worth a pawn more than %1", "it costs material worth a pawn more than %1"
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
SPOKEN_PIECES: Mapping[int, str] = MappingProxyType(
    {piece: chess.piece_name(piece) for piece in range(chess.PAWN, chess.KING + 1)}
)
SPOKEN: Mapping[str, str] = MappingProxyType(
    {
        "move": "%1 to %2",
        "takes": "%1 takes %2",
        "short": "castles kingside",
        "long": "castles queenside",
        "promotes": "%1, becomes %2",
        "check": "%1, check",
        "mate": "%1, mate",
    }
)
_SIDES = (Motif.BISHOP_PAIR, Motif.DEVELOPMENT, Motif.ACTIVITY, Motif.SPACE)
_MOST_NAMED = 2  # piece names on each side of an exchange; more are given as a sum in pawns


def every_template() -> Iterator[str]:
    """All texts that need a translation."""
    yield from (
        text
        for table in (ROLES, GOOD, SIDES, PIECES, PRIZES, PRICES, SPOKEN_PIECES, SPOKEN)
        for text in table.values()
        if text
    )
    yield from (motif.facts.words for motif in Motif if motif.facts.words)
    yield from (look.value for look in HintTopic)
    yield from (SCORES, BEST, SOUND, AS_GOOD, ONLY, COMPARED, VALUE, JOINED, AND, COMMA, WINS, WINS_FOR)
    yield from (MATE_NOW, MATE_IN, EXCHANGE, WORTH, WORTH_ONE, KEEPS_ONE, COSTS_ONE, PAWNS, FOR_PAWNS)


def english(claims: Sequence[Claim], spoken: bool = False) -> str:
    """The sentences in English, for the console and files."""
    return said(claims, ENGLISH, spoken)


def said(claims: Sequence[Claim], language: LanguageFormats = ENGLISH, spoken: bool = False) -> str:
    """The sentences of claims in a language, in order; `spoken`: in words, for speech."""
    return " ".join(Speaker(language, spoken).sentence(claim) for claim in claims)


def said_moves(board: chess.Board, moves: Sequence[str], language: LanguageFormats = ENGLISH) -> str:
    """A line of legal UCI moves in words: `knight to f3, bishop takes f3`."""
    return Speaker(language, True)._spoken_moves(board.copy(stack=False), moves)


class Speaker:
    """Renders one claim in a language."""

    def __init__(self, language: LanguageFormats, spoken: bool) -> None:
        self._language = language
        self._spoken = spoken

    def compared(self, template: str, fen: str, chess960: bool, *moves: tuple[str, PovScore]) -> str:
        """Fills a template (BEST, SOUND, ONLY or COMPARED) with UCI moves of a position and their scores."""
        board = chess.Board(fen, chess960=chess960)
        parts = []
        for move, score in moves:
            words = winner_words(score, self._language)
            parts += [self._line(board, (move,)), words, words if _names_winner(score) else self._fill(VALUE, words)]
        return self._fill(template, *parts)

    def sentence(self, claim: Claim, good: bool = False) -> str:
        """The claim as a sentence. `good`: the line belongs to the played move, which is better than the other."""
        if claim.motif is Motif.SLIPS:
            moves = (claim.line[0], claim.before), (claim.other[0], claim.after)
            return self.compared(BEST if good else SCORES, claim.fen, claim.chess960, *moves)
        clause = self._clause(claim)
        roles = GOOD if good else ROLES
        if claim.role is ClaimRole.ALLOWS and len(claim.line) == 1:  # the move itself ends the game
            return self._fill(GOOD[ClaimRole.MISSES], self._moves(claim, claim.line), clause)
        if claim.role is ClaimRole.ALLOWS:
            played, shown = (
                self._moves(claim, claim.line[:1]),
                self._moves(claim, claim.line[1 : moves_in_sentence(claim)], 1),
            )
            return self._fill(roles[claim.role], played, shown, clause)
        return self._fill(roles[claim.role], self._moves(claim, claim.line[: moves_in_sentence(claim)]), clause)

    def _clause(self, claim: Claim) -> str:
        motif, result = self._motif(claim), self._result(claim)
        if motif and result:
            return self._fill(COMMA if claim.mate else JOINED, *((result, motif) if claim.mate else (motif, result)))
        return motif or result

    def _motif(self, claim: Claim) -> str:
        pieces = [self._piece(piece) for piece in claim.pieces]
        if claim.motif is Motif.FORK:
            pieces = [self._list(pieces)]
        elif claim.motif in BLOWS:
            pieces = [self._threat(claim), *([self._list(pieces[2:])] if len(pieces) > 2 else [])]
        elif claim.motif is Motif.PREVENTS:
            pieces = [self._moves(claim, claim.other[1:2], 1, claim.other)]
        elif claim.motif is Motif.TEMPO:
            pieces.append(self._moves(claim, claim.line[claim.key + 2 : claim.key + 3], claim.key + 2))
        elif claim.motif is Motif.EXCHANGES:
            pieces.append(self._moves(claim, claim.other[-1:], len(claim.other) - 1, claim.other))
        elif claim.motif is Motif.TOO_LATE:
            pieces = [self._moves(claim, claim.other[:-1])]
        elif claim.motif in (Motif.KEEPS_MORE, Motif.COSTS_MORE):
            other = self._moves(claim, claim.other[:1])
            if claim.figures == (1,):
                return self._fill(KEEPS_ONE if claim.motif is Motif.KEEPS_MORE else COSTS_ONE, other)
            pieces = [self._language.number(claim.figures[0]), other]
        elif claim.motif in _SIDES:
            loser_is_white = (" w " in claim.fen) is (claim.role is ClaimRole.ALLOWS)
            pieces = [self._fill(SIDES[loser_is_white is not (claim.motif in (Motif.ACTIVITY, Motif.SPACE))])]
        elif claim.motif is Motif.BOOK_PLAYS:
            pieces = [self._moves(claim, claim.other[:1])]
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
        if not balance.won or (claim.motif is Motif.HANGING and balance == Balance((claim.pieces[0].kind,))):
            return ""
        if balance.won == (chess.ROOK,) and balance.lost in ((chess.KNIGHT,), (chess.BISHOP,)):
            return self._fill(WINS, self._fill(EXCHANGE))
        won, lost = self._pieces(balance.won, PRIZES, PAWNS), self._pieces(balance.lost, PRICES, FOR_PAWNS)
        if not won or (balance.lost and not lost):
            worth = self._fill(WORTH, self._language.number(balance.pawns))
            return self._fill(WINS, worth if balance.pawns > 1 else self._fill(WORTH_ONE))
        return self._fill(WINS_FOR, won, lost) if lost else self._fill(WINS, won)

    def _pieces(self, pieces: Sequence[int], names: Mapping[int, str], several: str) -> str:
        """Pieces by name, pawns by number; "" if there are too many."""
        pawns = pieces.count(chess.PAWN)
        named = [self._fill(names[piece]) for piece in pieces if piece != chess.PAWN]
        if pawns:
            named.append(
                self._fill(names[chess.PAWN]) if pawns == 1 else self._fill(several, self._language.number(pawns))
            )
        if not 0 < len(named) <= _MOST_NAMED or len(set(named)) < len(named):
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

    def _piece(self, piece: ClaimPiece) -> str:
        return self._fill(PIECES[piece.kind], chess.square_name(piece.square))

    def _moves(self, claim: Claim, moves: Sequence[str], skipped: int = 0, line: Sequence[str] = ()) -> str:
        """Moves of the line with their numbers, after its first `skipped` moves."""
        board = chess.Board(claim.fen, chess960=claim.chess960)
        for text in (line or claim.line)[:skipped]:
            board.push_uci(text)
        return self._line(board, moves)

    def _threat(self, claim: Claim) -> str:
        """The threatened move described by the claim's first two pieces, as if the other side passed."""
        board = chess.Board(claim.fen, chess960=claim.chess960)
        for text in claim.line[: claim.key + 1]:
            board.push_uci(text)
        board.push(chess.Move.null())
        start, end = (chess.square_name(piece.square) for piece in claim.pieces[:2])
        return self._line(board.copy(stack=False), (start + end,))

    def _line(self, board: chess.Board, moves: Sequence[str]) -> str:
        if self._spoken:
            return self._spoken_moves(board.copy(stack=False), moves)
        return self._language.move(variation(board, moves))

    def _spoken_moves(self, board: chess.Board, moves: Sequence[str]) -> str:
        told = []
        for text in moves:
            move = board.parse_uci(text)
            told.append(self._spoken_move(board, move))
            board.push(move)
        text = told[0]
        for part in told[1:]:
            text = self._fill(COMMA, text, part)
        return text

    def _spoken_move(self, board: chess.Board, move: chess.Move) -> str:
        if board.is_castling(move):
            text = self._fill(SPOKEN["short" if board.is_kingside_castling(move) else "long"])
        else:
            piece = self._fill(SPOKEN_PIECES[board.piece_type_at(move.from_square) or chess.PAWN])
            how = "takes" if board.is_capture(move) else "move"
            text = self._fill(SPOKEN[how], piece, chess.square_name(move.to_square))
        if move.promotion:
            text = self._fill(SPOKEN["promotes"], text, self._fill(SPOKEN_PIECES[move.promotion]))
        after = board.copy(stack=False)
        after.push(move)
        if after.is_check():
            text = self._fill(SPOKEN["mate" if after.is_checkmate() else "check"], text)
        return text

    def _fill(self, template: str, *parts: str) -> str:
        """The template in the language with its placeholders filled; parts are not expanded again."""
        text, *rest = self._language.template(template).split("%")
        for piece in rest:
            text += parts[int(piece[0]) - 1] + piece[1:]
        return text


def _names_winner(score: PovScore) -> bool:
    """True if the score's words form a clause: `White mates in 3`, `Black wins by the tables`."""
    return bool(score.score.mate or (score.score.table is not None and score.score.table.wdl))
