# No names for Python: the C side is in passed.pxd.
