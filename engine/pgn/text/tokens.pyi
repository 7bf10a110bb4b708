# Nothing for Python: the functions are C (see tokens.pxd).
