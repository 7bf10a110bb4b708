"""Scrolls a sheet, walks through it and edits it at the scaling of QT_SCALE_FACTOR; prints how many pixels of the screen are
not those of a picture painted anew: `python -m tests.desktop.views.game.scaled_sheet`."""

import sys
from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop.views.game.notation_view import NotationView
from engine.game.tree import Game
from engine.pgn.reader import first_game

TEXT = (
    "1. e4 {[%emt 0:00:09]} e5 (1... c5 2. Nf3 $16 {a word} (2. f4 d6)) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 "
    "5. O-O Be7 {[%emt 0:00:20]} *"
)


def unlike(first: QImage, second: QImage) -> int:
    """Pixels in which two pictures of one size differ."""
    if first == second:  # to look at each takes a tenth of a second
        return 0
    places = ((x, y) for y in range(first.height()) for x in range(first.width()))
    return sum(first.pixel(x, y) != second.pixel(x, y) for x, y in places)


def painted(view: NotationView) -> QImage:
    """What is on the screen now."""
    paper = view.backingStore().paintDevice()
    assert isinstance(paper, QImage)
    return paper.copy()


def main() -> int:
    """Prints the scaling, and the largest number of differing pixels after each of some steps."""
    application = QApplication(sys.argv)
    view = NotationView()
    view.resize(301, 161)
    view.show()
    game: Game = first_game(TEXT)
    line = game.main_line()
    worst = 0
    bar = view.verticalScrollBar()
    steps: list[Callable[[], object]] = []
    for node in (*line, *reversed(line)):
        steps += [partial(view.show_game, game, node.id), lambda: bar.setValue(bar.value() + 7)]
        steps += [lambda: bar.setValue(bar.value() - 5)]
    # A comment, a time that is the measure of all bars, a longer comment, one that is as high, and none. All moves are in sight.
    steps.append(partial(view.resize, 301, 460))
    for node in line:
        for current in (node.id, line[3].id):
            for words in ("a word", "[%emt 0:02:00]", "some more words that need a second line", "a third", ""):
                game = game.with_node(game.node(node.id).changed(comments=(words,) if words else ()))
                steps.append(partial(view.show_game, game, current))
    for step in steps:
        step()
        application.processEvents()
        seen = painted(view)
        view.viewport().update()
        view.update()
        application.processEvents()
        worst = max(worst, unlike(seen, painted(view)))
    print(view.devicePixelRatioF(), worst)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
