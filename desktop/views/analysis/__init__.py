"""Analysis, evaluation terms and review: panels that follow the engine."""
