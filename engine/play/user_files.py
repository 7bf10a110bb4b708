"""What the window and the command line keep of the user's training, side by side in the data folder."""

MISTAKES = "mistakes.json"
TACTICS = "tactics.json"
REVIEWS = "reviews"  # a folder
