"""Games as pages of a chess book: as values, and as HTML and LaTeX. The window paints the same values on paper and
screen.

`text_pieces` walks a game once, `document` makes headings, paragraphs and diagrams, `publish` writes files. No Qt, no
language: a `wording.Wording` supplies the format of moves and phrases.

Door: `publish`, `document`, `text_pieces`. Knows: books, engine.coach, engine.game, engine.jobs, engine.play,
engine.rules.
"""
