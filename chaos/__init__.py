"""Faults on purpose: a steady load of questions with known answers while something breaks.

`python -m chaos` prints one row for each fault; start reading at faults/__init__.py, their list.
grounds.py sets up what is to be broken, soak.py is the long, quiet one. Everything is bounded in
count and time, speaks only to this machine and ends by process id.
"""
