# The default weights are plain data (weights.py, written by the tuner); nothing here is for C.
