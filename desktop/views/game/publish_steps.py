"""The options of publishing, the work step by step, and the preview of the first page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPagedPaintDevice, QPainter

from desktop.services.kit.language import language
from desktop.views.game.print_pages import MARGINS, PreviewSheet, PrintJob, PrintPages, pdf, printing
from desktop.views.kit import words
from engine.game.letters import LETTERS, shown
from engine.game.tree import ROOT, Game
from engine.ground.values import dataclass
from engine.publishing.document import PageOptions, blocks, title_of
from engine.publishing.publish import KINDS, PublishFormat, chunks
from engine.publishing.wording import Wording

PDF, PAPER = ".pdf", "paper"  # in addition to those of `KINDS`
_PAGE_MM = QSizeF(210, 297)
_PREVIEW_DPI = 110
_PREVIEW_BLOCKS = 120  # more than fits on a page


@dataclass(frozen=True)
class PublishOptions:
    """The options of publishing.

    `kind`: PDF, PAPER or one of `KINDS`. `letters`: a key of `LETTERS`, empty for the letters of the settings. `every`:
    a diagram after this number of moves, 0 for none. `shown`: the move that gets a diagram if the game asks for none.
    `exercises`: one position to solve of each game.
    """

    kind: str = PDF
    columns: int = 2
    every: int = 0
    details: bool = True
    letters: str = ""
    shown: int = ROOT
    exercises: bool = False

    @property
    def form(self) -> PublishFormat:
        """The options for the file writers, in the language in use."""
        wording: Wording = words.wording()
        if self.letters:
            letters = LETTERS[self.letters]
            wording = replace(wording, moves=lambda san: shown(san, letters))
        wishes = PageOptions(self.every, self.details, self.shown, self.exercises)
        return PublishFormat(wording, wishes, self.columns, language().code)


def printed(games: Sequence[Game], form: PublishFormat) -> Iterator[PrintJob]:
    """Yields the games in the form that `print_pages` needs."""
    for number, game in enumerate(games, 1):
        title = "" if form.wishes.exercises else title_of(game, form.wording)
        yield PrintJob(title, list(blocks(game, form.wording, form.wishes, number)))


def steps(games: Sequence[Game], plan: PublishOptions, device: QPagedPaintDevice | None = None) -> Iterator[bytes]:
    """Makes the file, or prints on `device`: yields a part of the content after each step, often empty."""
    form = plan.form
    if plan.kind in KINDS:
        for part in chunks(games, plan.kind, form):
            yield part.encode("utf-8", "replace")
    elif device is not None:
        for _ in printing(printed(games, form), device, plan.columns):
            yield b""
    else:
        title = title_of(games[0], form.wording) if len(games) == 1 and not plan.exercises else ""
        yield from pdf(printed(games, form), title, plan.columns)


def preview(games: Sequence[Game], plan: PublishOptions, whole: bool = True) -> QImage:
    """Returns the first page as on paper; for a web page or LaTeX, the same content. `whole`: these are all games, so that
    the number of pages is known."""
    dots, form = _PREVIEW_DPI / 25.4, plan.form
    inside = QRectF(QRectF(0, 0, _PAGE_MM.width(), _PAGE_MM.height()).marginsRemoved(MARGINS))
    area = PreviewSheet(inside.size() * dots, _PREVIEW_DPI)
    pages = PrintPages(area, plan.columns)
    room = _PREVIEW_BLOCKS
    for number, game in enumerate(games, 1):
        part = list(islice(blocks(game, form.wording, form.wishes, number), room))
        room -= len(part)
        if part:
            pages.add(PrintJob("", part))
    with QPainter(area) as painter:
        next(pages.paint(painter, counted=whole and room > 0), None)
    page = QImage((_PAGE_MM * dots).toSize(), QImage.Format.Format_RGB32)
    page.fill(Qt.GlobalColor.white)
    with QPainter(page) as painter:
        painter.drawImage((inside.topLeft() * dots).toPoint(), area)
    return page
