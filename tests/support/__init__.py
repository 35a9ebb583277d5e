"""What tests, `bench` and `chaos` share: real servers, small lexicons, programs of the machine.

serving.py starts the service as an operator does, processes.py starts and ends any process,
small_lexicons.py makes lexicons of a few words, tools.py finds programs that not every machine has.
"""
