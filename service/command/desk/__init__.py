"""The arbiter's desk: a full-screen terminal for a table with a keyboard and a queue.

state.py says what happens (typing, checked, verdict) without a screen; screen.py draws it;
session.py connects keys, clock and service; command.py keeps the log and writes slips. Nothing
shows which word failed, what another table asked, or what was decided before.
"""
