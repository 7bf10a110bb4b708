"""Every writer of the program on a disk that is really full: see `child`, which `tests/faults/test_full_disk.py` runs."""
