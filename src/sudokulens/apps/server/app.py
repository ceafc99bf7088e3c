"""The service put together: read this file first.

A request passes, from the outside in, Turns (shares of the event loop's time), SecurityHeaders, Observation (log and
figures), Guard (name, origin, token, rate) and BodyLimit; its route hands the work to Workers, processes with limits
on time and memory. Cameras are followed in processes of their own, by LiveSessions.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from starlette.formparsers import MultiPartParser

from sudokulens import __version__
from sudokulens.apps.server import boards, choices, health, languages, problem_answers, scanning, techniques
from sudokulens.apps.server.body_limit import BodyLimit
from sudokulens.apps.server.guard import Guard
from sudokulens.apps.server.live import route as live
from sudokulens.apps.server.live.sessions import LiveSessions
from sudokulens.apps.server.logs import logger
from sudokulens.apps.server.memory import give_memory_back
from sudokulens.apps.server.metrics import Metrics
from sudokulens.apps.server.observation import Observation
from sudokulens.apps.server.openapi import describe
from sudokulens.apps.server.page import engine_routes, page_route, sample_route
from sudokulens.apps.server.security_headers import SecurityHeaders
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.turns import Turns
from sudokulens.apps.server.workers.pool import Workers

_TIDY_SECONDS = 5.0
ROUTERS = (
    scanning.router,
    boards.router,
    choices.router,
    languages.router,
    techniques.router,
    health.router,
    live.router,
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service with its web page; its workers start and stop with the app's lifespan."""
    chosen = settings or Settings.from_environment()
    # The framework's redirects for a missing or superfluous slash would repeat the Host header.
    app = FastAPI(
        title="Sudoku Lens",
        version=__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.settings = chosen
    app.state.workers = Workers(chosen)
    app.state.live = LiveSessions(chosen)
    app.state.metrics = Metrics(app.state.workers, app.state.live)
    # Uploads stay in memory: no picture of a stranger is written to a disk.
    MultiPartParser.spool_max_size = chosen.body_bytes
    problem_answers.install(app)
    for router in ROUTERS:
        app.include_router(router)
    describe(app)
    app.router.routes.extend((sample_route(), *engine_routes(chosen), page_route()))
    _add_layers(app, chosen)
    return app


def _add_layers(app: FastAPI, settings: Settings) -> None:
    """The last one added is the outermost."""
    app.add_middleware(problem_answers.PlainErrors)
    app.add_middleware(BodyLimit, settings=settings)
    app.add_middleware(languages.Speaks)
    app.add_middleware(Guard, settings=settings)
    if settings.origins:
        app.add_middleware(CORSMiddleware, allow_origins=settings.origins, allow_methods=["POST"])
    app.add_middleware(Observation, metrics=app.state.metrics)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Turns)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    workers: Workers = app.state.workers
    live: LiveSessions = app.state.live
    live.start()
    chores = [asyncio.create_task(chore) for chore in (_warm_up(workers), _tidy_up())]
    try:
        yield
    finally:
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await live.stop()
        await workers.stop()


async def _tidy_up() -> None:
    """Returns the memory of large uploads to the system at intervals."""
    while True:
        await asyncio.sleep(_TIDY_SECONDS)
        give_memory_back()


async def _warm_up(workers: Workers) -> None:
    try:
        await workers.start()
    except Exception:
        logger().exception("the networks could not be loaded")
