"""`sudokulens demo`: the whole way from a photo to a hint, on a bundled sample, in one look."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from sudokulens.apps.cli.outputs import Output
from sudokulens.drawing.terminal import drawn

SAMPLE_PHOTO = Path(__file__).parent / "samples" / "newspaper.jpg"
DRAWING = "sudokulens-demo.png"

_NEXT = """\
Try next:
  sudokulens read photo.jpg               what is on a picture
  sudokulens solve photo.jpg --out s.png  its solution, drawn in
  sudokulens hint photo.jpg               the next step, explained
  sudokulens serve                        the web page, with a camera
  sudokulens solve 'puzzle, file or -'    solutions, one or a million
  sudokulens check …                      faults, uniqueness, minimality
  sudokulens convert … --to share         any format to any other
  sudokulens generate --count 3           new puzzles
  sudokulens --help                       everything else"""


def demo() -> None:
    """Read, solve and explain a bundled sample photo."""
    from sudokulens.apps.cli.pictures import draw_answers
    from sudokulens.apps.cli.read import print_for_people
    from sudokulens.logic.hint import hint
    from sudokulens.scanner import scan
    from sudokulens.wording.explain import explain
    from sudokulens.wording.voice import tell

    found = scan(SAMPLE_PHOTO)
    with Output() as output:
        output.write(tell("A photo of a newspaper ({file}), as it was read:", file=SAMPLE_PHOTO.name))
        print_for_people(SAMPLE_PHOTO.name, found, None)
        for grid in found.grids:
            output.write(tell("A hint: {text}", text=explain(hint(grid.board))))
            output.write("\n".join((tell("Its only solution"), drawn(grid.solved))) if grid.solved else "")
        place = drawing_place()
        draw_answers(found, place)
        output.write(tell("The solution drawn into the photo: {file}", file=str(place)))
        output.write(_NEXT)


def drawing_place() -> Path:
    """A file in the current folder, or among temporary files where that cannot be written."""
    here = Path.cwd()
    return (here if os.access(here, os.W_OK) else Path(tempfile.gettempdir())) / DRAWING
