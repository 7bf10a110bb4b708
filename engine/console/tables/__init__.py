"""`ratsu tablebases`: list, probe, verify, generate, train. Knows `tablebases` only."""
