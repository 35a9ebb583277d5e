"""One Flask route that answers a constant: the price of the framework, and our yardstick."""

from flask import Flask, request

app = Flask(__name__)


@app.route("/readyz")
@app.route("/hello", methods=["GET", "POST"])
def hello() -> dict[str, bool]:
    """Answer what a challenge answers, without looking anything up."""
    return {"valid": True}


@app.post("/read")
def read() -> dict[str, bool]:
    """Read the question as JSON, then answer the same."""
    return {"valid": bool(request.get_json())}
