"""`arbiter tournament`: a director's whole event in one file, round by round.

Start at command.py (what can be asked), then file.py (how the file is kept safe).
"""
