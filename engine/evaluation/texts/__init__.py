"""The evaluations of the source texts as data: a style has weights, charts, tables of squares and the search that plays by them.

A. Seppälä 2004 (S04), the browser program of 2015 (JS18) and T. Myyrä 2011 (M11) describe them; `style` names every term
with its source, `presets` has the three programs.

Door: `style`, `presets`, `style_file`, `figures`. Knows: engine.rules.
"""
