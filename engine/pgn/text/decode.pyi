# Nothing for Python: the functions are C (see decode.pxd).
