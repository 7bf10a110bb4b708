# Nothing for Python: the functions are C (see snapshot.pxd).
