"""Models: what may happen in any order, and what is true after every step."""
