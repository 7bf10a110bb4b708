# No names for Python: the C side is in static_evaluation.pxd.
