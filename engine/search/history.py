"""What the search remembers of its moves. Tables and their inline updates are in history.pxd; nothing is left for Python."""
