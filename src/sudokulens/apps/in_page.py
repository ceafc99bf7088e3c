"""The service's routes answered inside a page: what a browser's worker calls, and the only module made for one.

Requests come as a route, a language and plain data; pictures come as pixels, since the browser decodes them. Nothing is
awaited: every call returns its answer, and networks run through sessions that the page hands in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from sudokulens.apps.answers import boards
from sudokulens.apps.answers.problem import Problem, from_error, problem_body
from sudokulens.errors import DamagedWeights, SudokuError
from sudokulens.wording.language import accepted, spoken

if TYPE_CHECKING:
    from sudokulens.apps.answers.following import Follower
    from sudokulens.reading.session import OpenSession
    from sudokulens.scanner import Scanner
    from sudokulens.vision.frame import Frame

Answer: TypeAlias = tuple[int, str, str | bytes]
"""Status, media type and body, as the service would send them."""

JSON, PROBLEM, PDF, SVG = "application/json", "application/problem+json", "application/pdf", "image/svg+xml"

_BOARDS: dict[str, tuple[Callable[[Mapping[str, Any]], Any], str]] = {
    "solve": (boards.solve_answer, JSON),
    "hint": (boards.hint_answer, JSON),
    "path": (boards.path_answer, JSON),
    "check": (boards.check_answer, JSON),
    "rate": (boards.rate_answer, JSON),
    "generate": (boards.generate_answer, JSON),
    "convert": (boards.convert_answer, JSON),
    "scene": (boards.scene_answer, JSON),
    "sheet": (boards.sheet_answer, PDF),
    "qr": (boards.qr_answer, SVG),
}
_LISTS = ("choices", "languages", "techniques", "reach")
_NAMED = {
    "techniques": ("unknown-technique", "There is no such technique here."),
    "catalogue": ("unknown-language", "There is no such language here."),
}


def answer(route: str, language: str, body: str | None = None) -> Answer:
    """The answer of the service to `POST /api/<route>` with that JSON body or, without one, to `GET`."""
    return _told(language, lambda: _routed(route, None if body is None else json.loads(body)))


def _routed(route: str, request: Any) -> Answer:
    if request is not None and route in _BOARDS:
        work, kind = _BOARDS[route]
        return 200, kind, _sent(work(request))
    if request is None and route in _LISTS:
        return 200, JSON, _sent(_listed(route))
    head, _, name = route.partition("/")
    if request is None and name and head in _NAMED:
        found = _named(head, name[:60])
        if found is None:
            raise Problem(404, *_NAMED[head])
        return 200, JSON, _sent(found)
    raise Problem(404, "not-found", "There is nothing at this address.")


def _listed(route: str) -> Any:
    """A list for the page; what makes it is loaded only now, so that boards can be answered early."""
    if route == "choices":
        from sudokulens.apps.answers.choices import choices_answer

        return choices_answer()
    if route == "languages":
        from sudokulens.apps.answers.languages import languages_answer

        return languages_answer()
    if route == "techniques":
        from sudokulens.apps.answers.techniques import techniques_answer

        return techniques_answer()
    # Nobody else can reach a page: links are made with the address that it was opened with.
    return {"base": None, "token": None}


def _named(head: str, name: str) -> Any:
    if head == "catalogue":
        from sudokulens.apps.answers.languages import catalogue_answer

        return catalogue_answer(name)
    from sudokulens.apps.answers.techniques import lesson_answer

    return lesson_answer(name)


def _told(language: str, work: Callable[[], Answer]) -> Answer:
    """The answer in that language, or what went wrong."""
    with spoken(accepted(language)):
        try:
            return work()
        except DamagedWeights as error:
            # Weights that have not been fetched yet: the page fetches them and asks again.
            return _refused(Problem(503, "weights-missing", str(error)))
        except SudokuError as error:
            return _refused(from_error(error))
        except Problem as problem:
            return _refused(problem)


def _refused(problem: Problem) -> Answer:
    return problem.status, PROBLEM, _sent(problem_body(problem))


def _sent(result: Any) -> str | bytes:
    return result if isinstance(result, bytes) else json.dumps(result, separators=(",", ":"))


class PageSession(Protocol):
    """A network in the page: runs one input and gives back (shape, values) for each output, flat."""

    def run(self, canvas: Any, shape: Sequence[int], outputs: Sequence[str], /) -> Sequence[tuple[Any, Any]]: ...


class Pictures:
    """Reads pictures and follows cameras; made once the picture libraries are there.

    `opened` makes the page's sessions. With `alone` only the fast network is ever used, as by the worker that follows a
    camera while another one reads.
    """

    def __init__(self, opened: Callable[[Any], PageSession], *, alone: bool = False) -> None:
        from sudokulens.reading.network import CellNetwork
        from sudokulens.scanner import Scanner

        sessions = page_sessions(opened)
        self.scanner: Scanner = (
            Scanner(CellNetwork.load("fast", opened=sessions)) if alone else Scanner(opened=sessions)
        )
        self._follower: Follower | None = None

    def scan(self, rgba: Any, size: tuple[int, int], full_size: tuple[int, int], language: str) -> Answer:
        """The answer of the service to `POST /api/scan`, for RGBA pixels of that width and height.

        `full_size` is the picture's own width and height where the page made it smaller.
        """
        from sudokulens.apps.answers.pictures import answer_of

        return _told(language, lambda: (200, JSON, _sent(answer_of(self.scanner(frame_of(rgba, size, full_size))))))

    def start(self, post: Callable[[Any], None], receive: Callable[[], Any]) -> None:
        """Begins to follow a camera, with reading handed to another worker by `post`; `receive` has its answers."""
        from sudokulens.apps.answers.following import Follower
        from sudokulens.live.elsewhere import Elsewhere

        self.stop()
        self._follower = Follower(self.scanner, Elsewhere(self.scanner, post, lambda: _as_bytes(receive())))

    def follow(self, rgba: Any, size: tuple[int, int], mode: Any, level: Any, language: str) -> Answer:
        """The view of the next frame."""
        follower = self._follower
        if follower is None:
            raise RuntimeError("start first")
        frame = frame_of(rgba, size, size)
        return _told(language, lambda: (200, JSON, _sent(follower.answer(frame, mode, level))))

    def stop(self) -> None:
        """Ends following."""
        if self._follower is not None:
            self._follower.close()
        self._follower = None

    def do(self, message: Any) -> bytes:
        """Reads what another worker's follower asks for; the answer is for that one to understand."""
        from sudokulens.live.elsewhere import do

        return do(_as_bytes(message) or b"", self.scanner)


def page_sessions(opened: Callable[[Any], PageSession]) -> OpenSession:
    """Sessions of the page in the form that networks take."""
    import numpy as np

    class Running:
        def __init__(self, content: bytes, threads: int) -> None:
            self._session = opened(content)

        def run(self, outputs: Sequence[str], inputs: Mapping[str, Any], /) -> list[Any]:
            (canvas,) = inputs.values()
            found = self._session.run(np.ascontiguousarray(canvas), canvas.shape, outputs)
            return [np.asarray(_as_memory(values), dtype=np.float32).reshape(tuple(shape)) for shape, values in found]

    return Running


def frame_of(rgba: Any, size: tuple[int, int], full_size: tuple[int, int]) -> Frame:
    """The frame in RGBA pixels that a canvas gave."""
    import numpy as np

    from sudokulens.vision.frame import Frame, load_frame

    (width, height), full = size, (int(full_size[0]), int(full_size[1]))
    pixels = load_frame(np.frombuffer(_as_memory(rgba), np.uint8).reshape(height, width, 4)).pixels
    return Frame(pixels, full_size=None if full == (width, height) else full)


def _as_memory(values: Any) -> Any:
    """Values of the page, which are proxies there, as something that numpy takes."""
    return values.to_py() if hasattr(values, "to_py") else values


def _as_bytes(values: Any) -> bytes | None:
    return None if values is None else bytes(_as_memory(values))
