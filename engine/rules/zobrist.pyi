# No names for Python: the C side is in zobrist.pxd.
