"""What the window and the command line keep of the user's training, side by side in the data folder."""

TRAINING = "training.json"
NIGHT = "night.db"
REVIEWS = "reviews"  # a folder
