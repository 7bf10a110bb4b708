# Nothing for Python: the function is C (see tags.pxd).
