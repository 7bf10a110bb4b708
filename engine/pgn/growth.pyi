# Only for compiled modules: see growth.pxd.
