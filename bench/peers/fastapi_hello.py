"""One FastAPI route that answers a constant."""

from fastapi import FastAPI


async def hello() -> dict[str, bool]:
    """Answer what a challenge answers."""
    return {"valid": True}


app = FastAPI()
app.add_api_route("/hello", hello)
app.add_api_route("/readyz", hello)
