# Only for compiled modules: see node_additions.pxd.
