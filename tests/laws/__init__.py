"""Laws that hold for every input, wherever it comes in."""
