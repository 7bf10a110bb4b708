"""What the evaluation from charts reads and writes: structures only, see charted_view.pxd."""
