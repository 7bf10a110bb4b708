"""Other people's engines as child processes: supervised, bounded, each failure told in one sentence with its name."""
