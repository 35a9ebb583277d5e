"""The bare Flask route behind our bridge: the price of bridge and server alone."""

from bench.peers import bare_flask
from service.serving.bridge import Bridge

app = Bridge(bare_flask.app)
