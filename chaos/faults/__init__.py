"""The list of faults: what is set up, and what is done to it while questions are asked."""

from chaos.fault import Fault
from chaos.faults.callers import CALLERS
from chaos.faults.lexicons import LEXICONS
from chaos.faults.machine import MACHINE
from chaos.faults.storage import STORAGE

FAULTS: tuple[Fault, ...] = (*MACHINE, *LEXICONS, *STORAGE, *CALLERS)
