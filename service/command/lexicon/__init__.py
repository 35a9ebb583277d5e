"""The lexicons on this machine: which there are, which are in force, and how new ones get here."""
