# Only for compiled modules: see san.pxd.
