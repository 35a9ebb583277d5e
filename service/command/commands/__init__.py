"""One module for each command of `arbiter`."""
