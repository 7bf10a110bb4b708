# No names for Python: the C side is in stop_conditions.pxd.
