"""What the program prints and stores, recorded: whoever moves code sees whether it still does the same."""
