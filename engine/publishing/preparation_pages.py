"""A preparation for an opponent as blocks of a page, for the window, PDF, HTML and LaTeX."""

from collections.abc import Iterator

import chess

from books.analysis import score_of
from books.preparation.opponent import OpponentResults
from books.preparation.steering import SteerLine
from engine.game.reason_words import score_words
from engine.ground.text import Text
from engine.jobs.preparation import Preparation, SidePreparation
from engine.publishing.document import Block, Diagram, PageHeading, PageParagraph, Span, TextStyle
from engine.publishing.wording import Wording, unbreakable

MOST_LINES, MOST_DIAGRAMS, MOST_YEARS = 12, 4, 10


def preparation_title(found: Preparation, wording: Wording) -> str:
    return wording.said(Text("Preparation: %1", wording.player(found.opponent.asked)))


def preparation_blocks(found: Preparation, wording: Wording) -> Iterator[Block]:
    """Yields the sheet: the opponent's games, and for each colour results, years, first moves, and the lines to aim for.
    Percentages have 95 % intervals in brackets."""
    page, opponent = _Sheet(wording), found.opponent
    games = Text("%1 of %2 {game|games}", len(opponent.games), opponent.read)
    facts = [wording.said(games)]
    if opponent.rating:
        facts.append(wording.said(Text("rating %1", str(opponent.rating))))
    yield PageHeading(preparation_title(found, wording), (", ".join(facts),))
    yield page.line(", ".join(f"{wording.player(name)} ({count})" for name, count in opponent.counted.items()), 0)
    for side in found.sides:
        yield from page.side(side)
    yield page.line(wording.said(Text("In brackets: the interval that holds the value with 95 %.")), 0)


class _Sheet:
    """The lines of a sheet."""

    def __init__(self, wording: Wording) -> None:
        self._wording, self._said = wording, wording.said

    def line(self, text: str, indent: int = 1) -> PageParagraph:
        return PageParagraph((Span(text),), indent)

    def head(self, text: Text) -> PageParagraph:
        return PageParagraph((Span(self._said(text), TextStyle.BOLD),))

    def side(self, side: SidePreparation) -> Iterator[Block]:
        yield self.head(Text("You have White") if side.white else Text("You have Black"))
        yield self.line(self.results(side.results))
        for year, ended in [*side.years.items()][-MOST_YEARS:]:
            yield self.line(f"{year or '?'}: {self.results(ended)}")
        yield self.head(Text("The opponent's openings"))
        for moves, ended in side.openings:
            yield self.line(f"{self.moves(moves)}: {self.results(ended)}")
        plan = side.plan
        yield self.head(Text("Where to lead the opponent"))
        usual, steered = percent(plan.usual, plan.usual_interval), percent(plan.expected, plan.interval)
        yield self.line(
            self._said(Text("Your score is %1 as others played, and %2 if you follow these lines.", usual, steered)), 0
        )
        for number, line in enumerate(plan.lines[:MOST_LINES]):
            yield self.line(self.moves(line.moves), 0)
            yield self.line(self._said(self.figures(line, side.white)))
            if number < MOST_DIAGRAMS:
                board = chess.Board()
                for move in line.moves:
                    board.push(move)
                yield Diagram(board.fen(), turned=not side.white)

    def figures(self, line: SteerLine, white: bool) -> Text:
        reach, score = percent(line.reach, line.reach_interval), percent(line.expected, line.interval)
        worth = "" if line.centipawns is None else self._wording.figures(score_words(score_of(line.centipawns, white)))
        text = Text("Comes up in %1, you score %2; the opponent there: %3", reach, score, self.results(line.results))
        return Text("%1; %2", text, worth) if worth else text

    def moves(self, moves: tuple[chess.Move, ...]) -> str:
        return unbreakable(self._wording.moves(chess.Board().variation_san(moves)))

    def results(self, ended: OpponentResults) -> str:
        games = self._said(Text("%1 {game|games}", ended.games))
        text = f"{games} (+{ended.wins} ={ended.draws} −{ended.losses})"
        return text if ended.score is None else f"{text}, {percent(ended.score, ended.interval)}"


def percent(share: float, interval: tuple[float, float] | None) -> str:
    """A share with its interval: `45 % (30–61 %)`."""
    text = f"{100 * share:.0f}\N{NO-BREAK SPACE}%"
    if interval is None:
        return text
    return f"{text} ({100 * interval[0]:.0f}–{100 * interval[1]:.0f}\N{NO-BREAK SPACE}%)"
