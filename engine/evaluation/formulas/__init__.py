"""The classical formulas of the literature, each a named term: what the explanation shows beside the tuned terms.

They are computed on python-chess boards, from White's side and from Black's, in pawns unless said otherwise. The tuned
evaluation (`engine.evaluation.classical`) covers the same ground with weights of its own; these are for the reader, so their
weight in the search is 0.

Door: `table.formula_lines`. Knows: no other room.
"""

from engine.evaluation.formulas.table import FORMULAS, Formula, FormulaLine, formula_lines

__all__ = ["FORMULAS", "Formula", "FormulaLine", "formula_lines"]
