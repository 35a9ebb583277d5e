"""The `arbiter` command: a module for each kind of question, three folders for whole programs.

Start reading at main.py, the list of commands. A command is a `Command` (base.py): its options and
a function that runs it. It asks through `backend.open_service`, which is the service at an address
or, with --offline, the judge on this machine; both give the same answers in the same shape. What
people see goes through output.py and answers.py. The full-screen desk is desk/, the server for one
hall is box/, a director's file is tournament/, the shelf of word lists is lexicon/.
"""
