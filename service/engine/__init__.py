"""The game as pure functions: what a tile is, what a play scores, what a challenge costs.

Standard library only; no input or output, no clock, no globals. Whatever differs between
editions comes in as a `Rules` value (rules.py). Start reading at tiles.py, then board.py and
scoring.py; a whole game is folded in game/replay.py, and gcg/ reads and writes it as text.
"""
