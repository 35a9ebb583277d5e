"""One Starlette route that answers a constant."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route


async def hello(_request: Request) -> JSONResponse:
    """Answer what a challenge answers."""
    return JSONResponse({"valid": True})


app = Starlette(routes=[Route("/hello", hello), Route("/readyz", hello)])
