# Nothing for Python: the functions are C (see marks.pxd).
