"""The names of the user's training files in the data folder, shared by window and command line."""

TRAINING = "training.json"
NIGHT = "night.db"
MY_STYLE = "my style.json"  # in the folder of styles
STYLES = "styles"
REVIEWS = "reviews"  # a folder
