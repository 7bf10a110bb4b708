"""The histories of the search. The tables and their inline updates are in history.pxd; this module is empty in Python."""
