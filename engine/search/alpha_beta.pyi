# No names for Python: the C side is in alpha_beta.pxd.
