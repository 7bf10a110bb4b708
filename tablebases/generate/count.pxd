# Counts of solved positions (see count.py).
from tablebases.generate.retrograde cimport Solver
