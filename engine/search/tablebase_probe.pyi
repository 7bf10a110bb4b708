# No names for Python: the C side is in tablebase_probe.pxd.
