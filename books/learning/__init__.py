"""Learning from games: what a result proves, lessons, corrections. Is handed an analyser; knows no engine."""
