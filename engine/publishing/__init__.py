"""Games as pages of a chess book, as values, and as HTML and LaTeX; the window paints the same values on paper and screen.

`pieces` walks through a game once, `document` makes headings, paragraphs and diagrams of it, `publish` writes files. No Qt,
no language: how moves and phrases are written is handed in as `wording.Wording`.

Door: `publish`, `document`, `pieces`. Knows: books, engine.coach, engine.game, engine.play, engine.rules.
"""
