"""Engine against engine: who plays, at which time control, who referees, and what it says about their strength."""
