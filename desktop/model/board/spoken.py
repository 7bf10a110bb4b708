"""Questions about the game in plain words, and their answers, for playing without sight of the board.

An answer is a template with values, for any language. No Qt.
"""

import re
from collections.abc import Callable, Iterator

from desktop.model.game.state import GameState
from engine.game.clock import Clock
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore
from engine.game.outcome import Termination
from engine.game.side import Side
from engine.ground.text import Text
from engine.ground.values import dataclass

_WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
_NAMES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
_KIND_WORDS = {
    "king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p",
    "kuningas": "k", "kuninkaat": "k", "daami": "q", "daamit": "q", "torni": "r", "tornit": "r",
    "lähetti": "b", "lähetit": "b", "ratsu": "n", "ratsut": "n", "sotilas": "p", "sotilaat": "p",
}  # fmt: skip
_WHITE, _BLACK = ("white", "valkea", "valkean", "valkeat"), ("black", "musta", "mustan", "mustat")
ACTIONS = {
    "take_back": ("take back", "takeback", "ota takaisin", "takaisin"),
    "hint": ("hint", "vihje"),
    "resign": ("resign", "give up", "luovuta"),
    "draw": ("draw", "offer draw", "offer a draw", "tarjoa tasapeliä", "tasapeli"),
    "flip": ("turn the board", "flip", "käännä lauta"),
    "adjourn": ("adjourn", "pause", "keskeytä"),
    "go_on": ("go on", "continue", "jatka"),
    "rematch": ("rematch", "uusinta"),
    "new_game": ("new game", "uusi peli"),
}


@dataclass(frozen=True)
class Phrase:
    """A template with `%1`, `%2` for its parts; a part that is itself a phrase is spoken in the same language."""

    template: str
    parts: "tuple[str | Phrase | PovScore | Text, ...]" = ()


@dataclass(frozen=True)
class SpokenAnswer:
    """The meaning of the words: phrases to speak, or the key of an action."""

    phrases: tuple[Phrase, ...] = ()
    action: str = ""


@dataclass(frozen=True)
class Narrator:
    """The state that questions refer to."""

    state: GameState
    clock: Clock | None = None
    evaluation: Evaluation | None = None
    opening: str = ""

    def hear(self, text: str) -> SpokenAnswer | None:
        """The answer to a question; None if the words are not a question (they may be a move)."""
        words = re.sub(r"[?!.,]", " ", text.lower())
        words = " ".join(words.split())
        for key, spellings in ACTIONS.items():
            if words in spellings:
                return SpokenAnswer(action=key)
        for pattern, answer in _QUESTIONS:
            found = pattern.fullmatch(words)
            if found is not None:
                return SpokenAnswer(tuple(answer(self, found)))
        return None

    # The answers

    def _men(self, asked: re.Match[str]) -> Iterator[Phrase]:
        colour = asked["colour"] or ""
        sides = [Side.WHITE] if colour in _WHITE else [Side.BLACK] if colour in _BLACK else list(Side)
        if colour in ("my", "minun") and self._own is not None:
            sides = [self._own]
        kind = _KIND_WORDS.get((asked["kind"] or "").removesuffix("s"), _KIND_WORDS.get(asked["kind"] or "", ""))
        for side in sides:
            letters = [kind] if kind else list("kqrbnp")
            found = [phrase for letter in letters for phrase in self._standing(letter, side)]
            yield from found or [Phrase("%1 has none", (_side(side),))]

    def _standing(self, letter: str, side: Side) -> Iterator[Phrase]:
        man = letter.upper() if side is Side.WHITE else letter
        squares = [_name(square) for square, found in self.state.position.pieces.items() if found == man]
        if squares:
            yield Phrase("%1 on %2", (Phrase(f"{side.value} {_NAMES[letter]}"), " ".join(squares)))

    @property
    def _own(self) -> Side | None:
        return self.state.match.human_side if self.state.match is not None else None

    def _square(self, asked: re.Match[str]) -> Iterator[Phrase]:
        man = self.state.position.pieces.get(_number(asked["square"]))
        yield Phrase("%1: %2", (asked["square"], _man(man) if man else Phrase("empty")))

    def _line(self, asked: re.Match[str]) -> Iterator[Phrase]:
        name = asked["line"]
        pieces = self.state.position.pieces
        on_line = [square for square in pieces if name in _name(square)]
        for square in on_line:
            yield Phrase("%1: %2", (_name(square), _man(pieces[square])))
        if not on_line:
            yield Phrase("%1 is empty", (name,))

    def _last(self, _asked: re.Match[str]) -> Iterator[Phrase]:
        node = self.state.node
        if not node.san:
            yield Phrase("No move has been made")
        else:
            yield Phrase("%1 played %2", (_side(node.side_to_move.other), Phrase(node.number_text + node.san)))

    def _turn(self, _asked: re.Match[str]) -> Iterator[Phrase]:
        if self.state.outcome is not None:
            yield from self._result(_asked)
            return
        yield Phrase("%1 is to move", (_side(self.state.node.side_to_move),))
        if self.state.in_check:
            yield Phrase("the king is in check")

    def _moves(self, asked: re.Match[str]) -> Iterator[Phrase]:
        square = asked["square"]
        if square:
            goals = self.state.destinations(square)
            yield Phrase("%1 can go to %2", (square, " ".join(goals))) if goals else Phrase("%1 cannot move", (square,))
            return
        starts = sorted({move[:2] for move in self.state.legal_moves})
        count = len(self.state.legal_moves)
        yield Phrase("one legal move") if count == 1 else Phrase("%1 legal moves", (str(count),))
        for start in starts:
            yield Phrase("%1 can go to %2", (start, " ".join(self.state.destinations(start))))

    def _clocks(self, _asked: re.Match[str]) -> Iterator[Phrase]:
        if self.clock is None or not self.clock.control.timed:
            yield Phrase("There is no clock")
            return
        for side in Side:
            seconds = max(0, self.clock.remaining(side) or 0) // 1000
            minutes, rest = divmod(seconds, 60)
            shown = Phrase("one minute") if minutes == 1 else Phrase("%1 minutes", (str(minutes),))
            after = Phrase("one second") if rest == 1 else Phrase("%1 seconds", (str(rest),))
            yield Phrase("%1: %2 %3", (_side(side), shown, after))

    def _evaluation(self, _asked: re.Match[str]) -> Iterator[Phrase]:
        found = None if self.state.counts else self.evaluation or self.state.node.evaluation
        if found is None:
            yield Phrase("There is no evaluation here; A starts the analysis")
            return
        seen = found.score.of_white
        side = _side(Side.WHITE if seen.number > 0 else Side.BLACK)
        if seen.mate is not None:
            yield Phrase("%1 mates in %2", (side, str(abs(seen.mate))))
        elif seen.table is not None and seen.number:
            yield Phrase("%1 wins by the endgame tables", (side,))
        elif abs(seen.number) < 25:
            yield Phrase("about equal, %1", (found.score,))
        else:
            yield Phrase("%1 is better, %2", (side, found.score))

    def _material(self, _asked: re.Match[str]) -> Iterator[Phrase]:
        count = self.state.position.count
        lead = sum(worth * (count(man.upper()) - count(man)) for man, worth in _WORTH.items())
        if not lead:
            yield Phrase("The material is even")
        else:
            side = Side.WHITE if lead > 0 else Side.BLACK
            yield Phrase("%1 is ahead by %2 pawns’ worth", (_side(side), str(abs(lead))))

    def _opening(self, _asked: re.Match[str]) -> Iterator[Phrase]:
        yield Phrase("%1", (self.opening,)) if self.opening else Phrase("This opening has no name")

    def _result(self, _asked: re.Match[str]) -> Iterator[Phrase]:
        outcome = self.state.outcome
        if outcome is None:
            yield Phrase("The game is not over")
        elif outcome.termination is Termination.FLAG_WITHOUT_MATE:
            yield Phrase("Draw: time is up, but the opponent cannot mate")
        elif outcome.blame:
            yield Phrase("%1", (outcome.blame,))
        elif outcome.winner is None:
            yield Phrase("Draw by %1", (Phrase(outcome.termination.value),))
        else:
            yield Phrase("%1 won by %2", (_side(outcome.winner), Phrase(outcome.termination.value)))

    def _attackers(self, asked: re.Match[str]) -> Iterator[Phrase]:
        import chess

        board, square = chess.Board(self.state.fen, chess960=self.state.game.chess960), _number(asked["square"])
        for side in Side:
            squares = [_name(found) for found in board.attackers(side is Side.WHITE, square)]
            yield Phrase("%1 attacks %2 from %3", (_side(side), asked["square"], " ".join(squares) or "-"))

    def _help(self, _asked: re.Match[str]) -> Iterator[Phrase]:
        yield Phrase(
            "Ask: pieces, white pieces, knights, e4?, rank 4, file e, last move, who is to move, legal moves, "
            "legal moves of e2, attackers of e4, clocks, material, evaluation, opening, result. "
            "Say: take back, hint, draw, resign, adjourn, continue, rematch. Anything else is read as a move"
        )


def _name(square: int) -> str:
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def _number(name: str) -> int:
    return ord(name[0]) - 97 + 8 * (int(name[1]) - 1)


def _side(side: Side) -> Phrase:
    return Phrase(side.value.capitalize())


def _man(letter: str) -> Phrase:
    return Phrase(f"{'white' if letter.isupper() else 'black'} {_NAMES[letter.lower()]}")


_COLOUR = r"(?:(?P<colour>white|black|my|valkea[nt]?|musta[nt]?|minun)(?:'s)?\s+)?"
_KIND = "(?P<kind>" + "|".join(word + ("s?" if word.isascii() else "") for word in _KIND_WORDS) + ")"
_ALL = "pieces|men|position|board|nappulat|asema"
_SQUARE = r"(?P<square>[a-h][1-8])"
Answer = Callable[[Narrator, "re.Match[str]"], Iterator[Phrase]]
_QUESTIONS: tuple[tuple[re.Pattern[str], Answer], ...] = tuple(
    (re.compile(pattern), answer)
    for pattern, answer in (
        (rf"(?:position of )?(?:the |where are the )?{_COLOUR}(?P<kind>)(?:{_ALL})", Narrator._men),
        (rf"(?:where (?:is|are) )?(?:the )?{_COLOUR}{_KIND}", Narrator._men),
        (rf"(?:what is on |what's on |on |square |ruutu |mitä on ruudulla ){_SQUARE}", Narrator._square),
        (r"(?:rank|file|rivi|linja) (?P<line>[1-8a-h])", Narrator._line),
        (r"last move|viimeinen siirto|edellinen siirto", Narrator._last),
        (r"turn|(?:whose turn|who)(?: is it| is to move| moves| to move)?|side to move|check|vuoro|kenen vuoro", Narrator._turn),
        (r"(?:legal moves|moves|lailliset siirrot|siirrot)(?:(?: (?:of|from|on|for))? (?P<square>[a-h][1-8]))?", Narrator._moves),
        (r"clocks?|time|times|kello|kellot|aika", Narrator._clocks),
        (r"evaluation|eval|score|arvio", Narrator._evaluation),
        (r"material|captured(?: men| pieces)?|materiaali", Narrator._material),
        (r"opening|avaus", Narrator._opening),
        (r"result|tulos", Narrator._result),
        (rf"(?:attackers (?:of|on)|who attacks) {_SQUARE}", Narrator._attackers),
        (r"help|commands|ohje|komennot", Narrator._help),
    )
)  # fmt: skip
