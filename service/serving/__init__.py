"""How the service is put on the network, by servers that others maintain.

bridge.py lets a WSGI application answer ASGI requests, start.py becomes the server that was chosen
(`python -m service.serving`), gunicorn_conf.py is what gunicorn is told. Nothing here reaches into
a server: only settings, hooks and interfaces that its documentation names.
"""
