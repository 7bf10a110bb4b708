# No names for Python: the C side is in poll.pxd.
