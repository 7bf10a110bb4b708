# Nothing for Python: the functions are C (see spelling.pxd).
