"""What one search thread owns and what all share: structures only, see worker.pxd."""
