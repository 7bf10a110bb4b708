# No names for Python: the C side is in position_table.pxd.
