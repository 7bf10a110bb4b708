# No names for Python: the C side is in move_facts.pxd.
