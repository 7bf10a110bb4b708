# Nothing for Python: the functions are C (see scan.pxd).
