"""Faults on purpose: a steady load of questions with known answers while something breaks.

`python -m chaos` prints one row for each fault: sent, answered, wrong, lost, and the longest time
without an answer. Start reading at faults/__init__.py, the list of faults. load.py asks and counts,
grounds.py sets up what is to be broken (an instance, or two behind nginx), processes.py starts and
ends processes, table.py runs faults and prints rows. soak.py is the long, quiet one.

Everything is bounded in count and time, speaks only to this machine and ends by process id.
"""
