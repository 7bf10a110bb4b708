# No names for Python: the C side is in charted_view.pxd.
