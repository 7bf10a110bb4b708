# The tag section: for C only (see section.pxd).
