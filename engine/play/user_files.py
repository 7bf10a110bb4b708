"""What the window and the command line keep of the user's training, side by side in the data folder."""

MISTAKES = "mistakes.json"
TACTICS = "tactics.json"
NIGHT = "night.db"
REVIEWS = "reviews"  # a folder
LESSONS = "lessons.json"
