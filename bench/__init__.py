"""`python -m bench`: how fast the service is, told as ratios to the bare framework.

Every contender runs on free loopback ports of this machine; they take turns within one run, because
only ratios within a run mean anything on a machine that does other things too. Start reading at
`__main__.py` (the order of the sections), then `serving.py` and `load.py` (what is started and what
asks it), then any section.
"""
