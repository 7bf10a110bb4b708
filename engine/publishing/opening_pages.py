"""An opening report as blocks of a page, for the window, PDF, HTML and LaTeX."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import chess

from books.collection.game_collection import CollectedGame
from books.explorer.counted import MoveStatistics, ResultTally
from books.explorer.opening_report import CommonEnding, CommonPlan, OpeningReport, PlayerScore
from engine.ground.text import Text
from engine.publishing.document import Block, Diagram, PageHeading, PageParagraph, Span, TextStyle
from engine.publishing.wording import Wording, unbreakable
from engine.rules.board import CoreBoard

_MOST_MOVES = 12


def report_title(report: OpeningReport, wording: Wording) -> str:
    """Returns the title of a report: the opening's name, or its moves."""
    return wording.opening(report.name) or report.moves or wording.said(Text("Opening report"))


def report_blocks(report: OpeningReport, wording: Wording) -> Iterator[Block]:
    """Yields the report: position and results, moves, history, players, plans, structures, endings, games."""
    page = _Page(report, wording)
    yield PageHeading(report_title(report, wording), tuple(line for line in (wording.moves(report.moves),) if line))
    yield Diagram(report.fen)
    yield page.paragraph(Text("Games: %1. White won %2, drawn %3, Black won %4.", report.games, *report.results))
    yield from page.section(Text("Moves"), map(page.move, report.rows[:_MOST_MOVES]))
    yield from page.section(
        Text("History by decade"), page.counted(report.decades, lambda low: Text("%1s", low), Text("unknown year"))
    )
    yield from page.section(
        Text("By average rating"), page.counted(report.ratings, lambda low: Text("%1+", low), Text("unrated"))
    )
    yield from page.section(Text("Strongest players with White"), map(page.player, report.white_players))
    yield from page.section(Text("Strongest players with Black"), map(page.player, report.black_players))
    for text, both in ((Text("Manoeuvres"), report.plans), (Text("Piece placement"), report.placements)):
        for colour, plans in zip((Text("White"), Text("Black")), both, strict=True):
            yield from page.section(Text("%1: %2", text, colour), map(page.plan, plans))
    if report.structures:
        yield page.head(Text("Pawn structures"))
        for structure in report.structures:
            yield Diagram(structure.fen)
            yield page.paragraph(page.shared(structure.share, structure.score))
    yield from page.section(Text("Endings"), map(page.ending, report.endings))
    yield from page.section(Text("Games of the highest rating"), map(page.game, report.notable))
    yield from page.section(Text("Latest games"), map(page.game, report.latest))
    if report.read < report.games:
        yield page.paragraph(Text("Plans, structures and endings are those of %1 games.", report.read))


class _Page:
    """The lines of one report."""

    def __init__(self, report: OpeningReport, wording: Wording) -> None:
        self._said = wording.said
        self._wording = wording
        self._core = CoreBoard.from_fen(report.fen, report.chess960)
        self._board = chess.Board(report.fen, chess960=report.chess960)

    def head(self, text: Text) -> PageParagraph:
        return PageParagraph((Span(self._said(text), TextStyle.BOLD),))

    def paragraph(self, text: Text) -> PageParagraph:
        return PageParagraph((Span(self._said(text)),))

    def section(self, title: Text, lines: Iterable[str]) -> Iterator[Block]:
        """A heading and its lines; nothing without lines."""
        for number, line in enumerate(lines):
            if not number:
                yield self.head(title)
            yield PageParagraph((Span(line),), 1)

    def counted(self, table: Mapping[int, ResultTally], name: Callable[[str], Text], unknown: Text) -> Iterator[str]:
        """Results by year or rating; 0 is unknown."""
        for low, counts in table.items():
            yield f"{self._said(name(str(low)) if low else unknown)}: {self._results(counts)}"

    def move(self, row: MoveStatistics) -> str:
        if not row.move:
            return f"{self._said(Text('the game ended'))}: {row.games}"
        san = self._board.san(self._board.parse_uci(self._core.uci(row.move)))
        parts = [f"{unbreakable(self._wording.moves(san))}: {self._results(row.results, row.games)}"]
        for text, value in (
            (Text("average rating %1", str(row.average_elo)), row.average_elo),
            (Text("performance %1", str(row.performance)), row.performance),
            (Text("last played %1", str(row.last_year)), row.last_year),
            (Text("%1 more by other moves", row.transposed.games), row.transposed.games),
        ):
            if value:
                parts.append(self._said(text))
        return ", ".join(parts)

    def player(self, one: PlayerScore) -> str:
        name = self._wording.player(one.name)
        games = self._said(Text("%1 {game|games}", one.games))
        score = "" if one.score is None else f", {100 * one.score:.0f} %"
        return f"{name} ({one.elo})" * bool(one.elo) + name * (not one.elo) + f": {games}{score}"

    def plan(self, plan: CommonPlan) -> str:
        return f"{unbreakable(self._wording.moves(plan.text))}: {self._said(self.shared(plan.share, plan.score))}"

    def ending(self, ending: CommonEnding) -> str:
        return f"{ending.text}: {self._said(self.shared(ending.share, ending.score))}"

    def shared(self, share: float, score: float | None) -> Text:
        percent = f"{100 * share:.0f} %"
        if score is None:
            return Text("%1 of the games", percent)
        return Text("%1 of the games, White scores %2", percent, f"{100 * score:.0f} %")

    def game(self, game: CollectedGame) -> str:
        names = [
            f"{self._wording.player(name)} ({elo})" if elo else self._wording.player(name)
            for name, elo in ((game.white, game.white_elo), (game.black, game.black_elo))
        ]
        parts = [" – ".join(names), unbreakable(game.result.replace("1/2-1/2", "½–½").replace("-", "–"))]
        parts += [self._wording.event(game.event.strip("?")), self._wording.date(game.date)]
        return ", ".join(part for part in parts if part)

    def _results(self, counts: ResultTally, games: int | None = None) -> str:
        number = self._said(Text("%1 {game|games}", counts.games if games is None else games))
        share = counts.share
        if share is None:
            return number
        return f"{number}, {100 * share:.0f} % (+{counts.white_wins} ={counts.draws} −{counts.black_wins})"
