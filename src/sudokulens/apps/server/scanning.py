"""POST /api/scan: a picture in; its grids, and on request the overlay and the next hint, out."""

from __future__ import annotations

import base64
import io
from functools import cache
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile

from sudokulens.apps.server.problems import Problem
from sudokulens.apps.server.schemas import Level
from sudokulens.errors import ImageError

if TYPE_CHECKING:
    from sudokulens.scanning import Scanner

router = APIRouter(prefix="/api", tags=["pictures"])


@router.post("/scan", openapi_extra={"requestBody": {"content": {"image/*": {}, "multipart/form-data": {}}}})
async def scan_picture(request: Request, overlay: bool = False, hint: Level | None = None) -> dict[str, Any]:
    """The grids in the picture, largest first, in the shape of `sudokulens read --json`; none is an empty list."""
    picture = await _picture_of(request)
    answer: dict[str, Any] = await request.app.state.workers.run(scan_bytes, picture, overlay, hint)
    return answer


def scan_bytes(picture: bytes, overlay: bool, hint_level: Level | None) -> dict[str, Any]:
    """Runs in a worker: everything that touches untrusted pixels happens here."""
    try:
        scan = shared_scanner()(picture)
    except ImageError as fault:
        raise Problem(422, "invalid-image", str(fault)) from None
    answer = scan.to_dict("upload")
    if hint_level is not None:
        from sudokulens.apps.server.boards import answer_hint
        from sudokulens.logic.hint import hint

        for described, grid in zip(answer["grids"], scan.grids, strict=True):
            described["hint"] = answer_hint(hint(grid.board), hint_level).model_dump()
    if overlay:
        answer["overlay"] = _data_url(scan)
    return answer


@cache
def shared_scanner() -> Scanner:
    """The scanner of this process; its weights load once."""
    from sudokulens.scanning import Scanner

    return Scanner()


def _data_url(scan: Any) -> str:
    from PIL import Image

    from sudokulens.vision.overlay import draw_solution

    frame = scan.frame
    for grid in scan.grids:
        if grid.solved:
            frame = draw_solution(frame, grid)
    target = io.BytesIO()
    Image.fromarray(frame.pixels).save(target, "JPEG", quality=88)
    return "data:image/jpeg;base64," + base64.b64encode(target.getvalue()).decode()


async def _picture_of(request: Request) -> bytes:
    """The upload, from the multipart field `image` or as the raw body."""
    kind = request.headers.get("content-type", "")
    if not kind.startswith("multipart/form-data"):
        picture = await request.body()
    else:
        form = await request.form(max_files=1, max_fields=4)
        upload = form.get("image")
        if not isinstance(upload, UploadFile):
            raise Problem(422, "no-image", "Send the picture in the multipart field 'image', or as the body itself.")
        picture = await upload.read()
    if not picture:
        raise Problem(422, "no-image", "The request holds no picture.")
    return picture
