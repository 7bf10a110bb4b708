# Core moves to nodes. Nothing for other compiled modules.
