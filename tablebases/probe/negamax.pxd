# Each value against those after its moves (see negamax.py).
from tablebases.probe.placement cimport Placement
from tablebases.probe.lookup cimport Probing
