"""The data of a search thread and the data shared by all threads: structures only, in worker.pxd."""
