# Nothing for Python: the function is C (see quick.pxd).
