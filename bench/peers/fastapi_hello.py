"""One FastAPI route that answers a constant."""

from fastapi import FastAPI

app = FastAPI()


@app.get("/readyz")
@app.get("/hello")
async def hello() -> dict[str, bool]:
    """Answer what a challenge answers."""
    return {"valid": True}
