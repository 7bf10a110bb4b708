# No names for Python: the C side is in exchange.pxd.
