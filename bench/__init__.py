"""`make bench`: what an answer costs the servers, beside others that do the same job.

The yardstick is processor time of all workers divided by answers: it stays the same when the
machine does other things too, where answers a second do not. Start reading at `__main__`; `peers`
are the others, `questions` what all are asked, `asking` how, `instructions` the same in
instructions of the processor.
"""
