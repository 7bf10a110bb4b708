# Each value against those after its moves (see negamax.py).
from tablebases.placement cimport Placement
from tablebases.lookup cimport Probing
