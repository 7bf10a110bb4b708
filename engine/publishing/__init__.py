"""Games as pages of a chess book, as values, and as HTML and LaTeX; the window paints the same values on paper and screen.

`pieces.py` walks through a game once, `document.py` makes headings, paragraphs and diagrams of it, `publish.py` is the door for
files. No Qt, no language: how moves and phrases are written is handed in as `wording.Wording`. It knows engine.game,
engine.pgn, books (names of openings) and what a review wrote into a game (engine.play).
"""
