# Only for compiled modules: see intern.pxd.
