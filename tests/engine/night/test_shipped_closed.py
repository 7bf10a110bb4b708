"""The shipped book and tables that reviews ask are open for the life of the program, and closed with it."""

import subprocess
import sys

from tests.helpers.program import ROOT

COUNTING = """
import atexit, sqlite3
closed, connect = [], sqlite3.connect
class Watched(sqlite3.Connection):
    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        closed.append(False)
        self.number = len(closed) - 1
    def close(self):
        super().close()
        closed[self.number] = True
sqlite3.connect = lambda *given, **named: connect(*given, **{"factory": Watched, **named})
atexit.register(lambda: print(closed))  # called last
import chess
from engine.night.kinds.review import _sources
from engine.play.review.coach_sources import _shipped

for library in (_sources()[0], _shipped()[1]):
    assert library.look_up(chess.Board())
"""


def test_the_shipped_books_of_reviews_are_closed_at_the_end_of_the_program() -> None:
    done = subprocess.run([sys.executable, "-c", COUNTING], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[True, True]"
