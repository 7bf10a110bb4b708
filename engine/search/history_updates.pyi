# No names for Python: the C side is in history_updates.pxd.
