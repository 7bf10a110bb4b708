"""The formulas of the source texts on python-chess boards, written down independently: the oracle of the compiled evaluation."""
