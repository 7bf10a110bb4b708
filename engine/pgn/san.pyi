# Nothing for Python: the functions are C (see san.pxd).
