"""POST /api/scan: a picture in; its grids, and on request the overlay and the next hint, out."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response
from starlette.datastructures import UploadFile

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.access import DeskHere, MetricsHere, SettingsHere
from sudokulens.apps.server.problem_answers import documented
from sudokulens.apps.server.schemas import Level, ScanAnswer
from sudokulens.apps.server.workers.tasks import timed_scan
from sudokulens.errors import ImageError
from sudokulens.vision.file_kind import HEADER_BYTES, picture_kind

router = APIRouter(prefix="/api", tags=["pictures"], responses=documented(400, 401, 408, 413, 415, 422, 429, 503))
_PICTURE = {"schema": {"type": "string", "format": "binary"}}
_FORM = {"schema": {"type": "object", "properties": {"image": _PICTURE["schema"]}, "required": ["image"]}}
_RAW = dict.fromkeys(("image/jpeg", "image/png", "image/webp", "image/heic", "application/octet-stream"), _PICTURE)
_BODY = {"required": True, "content": {"multipart/form-data": _FORM, **_RAW}}


@router.post("/scan", openapi_extra={"requestBody": _BODY}, response_model=ScanAnswer)
async def scan(
    request: Request,
    desk: DeskHere,
    settings: SettingsHere,
    metrics: MetricsHere,
    overlay: bool = False,
    hint: Level | None = None,
    picture: bool = False,
) -> Response:
    """The grids in the picture, largest first, in the shape of `sudokulens read --json`; none is an empty list.

    Send the picture in the multipart field `image`, or as the body itself. `overlay` adds the picture with the
    solutions drawn in, `hint` the next step for every grid, `picture` the picture as JPEG, upright, for those who
    cannot show it as it is.
    """
    sent = await _picture_of(request)
    found = await desk.run(timed_scan, sent, settings.max_pixels, overlay, hint, picture)
    timings, _, answer = found.partition(b"\n")
    metrics.observe_stages(json.loads(timings))
    return Response(answer, media_type="application/json")


async def _picture_of(request: Request) -> bytes:
    """The upload, from the multipart field `image` or as the raw body."""
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        picture = await request.body()
    else:
        picture = await _picture_in_form(request)
    if not picture:
        raise Problem(422, "no-image", "The request holds no picture.")
    _check_kind(picture)
    return picture


async def _picture_in_form(request: Request) -> bytes:
    try:
        async with request.form(max_files=1, max_fields=8) as form:
            upload = form.get("image")
            if not isinstance(upload, UploadFile):
                raise Problem(422, "no-image", "Send the picture in the multipart field 'image', or as the body.")
            return await upload.read()
    except ValueError:  # From the codec that the form names as its charset, which may be any that Python has.
        raise Problem(400, "bad-request", "The form's charset cannot be used; leave it out.") from None


def _check_kind(picture: bytes) -> None:
    """A file of another kind is answered differently from a damaged picture; its first bytes tell."""
    try:
        picture_kind(picture[:HEADER_BYTES])
    except ImageError as fault:
        raise Problem(415, "unsupported-image", str(fault)) from None
