"""`make bench`: what an answer costs the servers, beside others that do the same job."""
