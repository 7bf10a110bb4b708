"""What the estimate of a rating and the comparison with other people are made from: `ratsu train rating`."""
