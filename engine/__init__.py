"""The engine room: rules core, search, evaluation, protocols. Knows nothing of Qt."""
