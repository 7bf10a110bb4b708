# Probes in a loop, for the benchmark (see measure.py).
from tablebases.probe.placement cimport Placement
