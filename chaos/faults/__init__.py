"""The list of faults: what is set up, and what is done to it while questions are asked."""

from chaos.faults.callers import CALLERS
from chaos.faults.machine import MACHINE
from chaos.faults.storage import STORAGE
from chaos.grounds import Fault

FAULTS: tuple[Fault, ...] = (*MACHINE, *STORAGE, *CALLERS)
