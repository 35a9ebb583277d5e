"""The service as HTTP: routes, bodies, problems, access and what is counted."""
