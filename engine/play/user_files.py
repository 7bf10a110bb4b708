"""What the window and the command line keep of the user's training, side by side in the data folder."""

TRAINING = "training.json"
NIGHT = "night.db"
MY_STYLE = "my style.json"  # in the folder of styles
STYLES = "styles"
REVIEWS = "reviews"  # a folder
