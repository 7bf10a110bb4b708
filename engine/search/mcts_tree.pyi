# No names for Python: the C side is in mcts_tree.pxd.
