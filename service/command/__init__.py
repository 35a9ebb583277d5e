"""The `arbiter` command: one small module for each thing that it does.

Start reading at registry.py, the list of commands. A command module holds a `Command` (base.py):
its name, an example for its help, its options and a function that runs it. It asks through
`backend.open_service`, which is the service at an address or, with --offline, the judge on this
machine; both give the same answers in the same shape. What people see goes through output.py and
answers.py. The full-screen desk is desk/, the server for one hall is box/.
"""
