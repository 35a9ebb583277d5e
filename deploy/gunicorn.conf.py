"""The gunicorn configuration of the package, for `gunicorn -c deploy/gunicorn.conf.py`."""

from service import gunicorn_conf

globals().update(vars(gunicorn_conf))
