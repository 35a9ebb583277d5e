"""The list of faults: what is set up, and what is done to it while questions are asked."""

from chaos.fault import Fault
from chaos.faults.bodies import BODIES
from chaos.faults.connections import CONNECTIONS
from chaos.faults.lexicons import LEXICONS
from chaos.faults.machine import MACHINE
from chaos.faults.storage import STORAGE

FAULTS: tuple[Fault, ...] = (*MACHINE, *LEXICONS, *STORAGE, *BODIES, *CONNECTIONS)
