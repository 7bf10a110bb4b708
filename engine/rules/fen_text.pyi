# No names for Python: the C side is in fen_text.pxd.
