"""What runs in production: the rules, the lexicons and the service that answers with them."""

__version__ = "0.2.0"
