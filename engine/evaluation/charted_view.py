"""The data structures of the evaluation from charts; all are in charted_view.pxd."""
