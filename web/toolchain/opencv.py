"""A trimmed OpenCV as one WebAssembly side module: it finds, straightens and follows grids, and decodes nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from web.toolchain.cache import Cache, Workspace, recipe
from web.toolchain.compiler import Compiler, compiler
from web.toolchain.contents import read_contents
from web.toolchain.download import fetch, unpack
from web.toolchain.failure import BuildFailure
from web.toolchain.headers import headers, include
from web.toolchain.numeric import numpy
from web.toolchain.pins import Pins
from web.toolchain.side_modules import refuse_missing

MODULES = "core,imgproc,flann,features2d,calib3d,video,python3"  # features2d and flann: calib3d asks for them
WITHOUT = (
    *("PTHREADS_PF", "OPENCL", "ITT", "IPP", "LAPACK", "EIGEN", "PROTOBUF", "QUIRC", "ADE"),
    *("JPEG", "PNG", "TIFF", "WEBP", "OPENJPEG", "JASPER", "OPENEXR", "FFMPEG", "GSTREAMER", "V4L", "GTK"),
)
NOT_BUILT = ("SHARED_LIBS", "opencv_js", "opencv_apps", "TESTS", "PERF_TESTS", "EXAMPLES", "DOCS")
# Of the module for video only the optical flow: its trackers would add a minute.
FLOW = r"modules/video/\S+/src/lkpyramid(?:\.dispatch)?\.cpp\.o"
BINDING = r"modules/python3/\S+/\w+\.cpp\.o"
LIBRARIES = r"lib/libopencv_(?!video)\w+\.a|3rdparty/lib/\w+\.a"
WANTED_TARGETS = re.compile(rf"^({LIBRARIES}|{FLOW}|{BINDING}):", re.MULTILINE)
# The generator of the binding calls this for every function and method of OpenCV; only those listed get through.
ADD_FUNCTION = """                else:
                    # function
                    self.add_func(decl)
"""
ADD_LISTED_FUNCTION = """                elif name in {names!r}:
                    self.add_func(decl)
"""


def opencv(cache: Cache, pins: Pins, jobs: int) -> Path:
    """A folder with `site-packages/cv2…so`."""
    flags = pins.flags
    ingredients = [pins.opencv.sha256, pins.numpy.sha256, pins.pyodide.sha256, pins.compiler.packages]
    ingredients += [flags.abi, flags.link, flags.libraries, functions(), recipe(__file__)]
    return cache.part("opencv", ingredients, lambda space: _build(space, cache, pins, jobs))


def _build(space: Workspace, cache: Cache, pins: Pins, jobs: int) -> None:
    tools = compiler(cache, pins)
    source, built = space.scratch / "source", space.scratch / "built"
    environment = tools.environment(space.scratch)
    if not (built / "build.ninja").exists():
        if not (source / "opencv").exists():
            unpack(fetch(cache, pins.opencv), source)
            trim_binding(source / "opencv/modules/python/src2/gen2.py", functions())
        built.mkdir(exist_ok=True)
        (built / "empty.a").touch()
        found = [f"-D{name}={value}" for name, value in _settings(space, cache, pins, tools, jobs).items()]
        space.run("cmake", "-G", "Ninja", source / "opencv", *found, cwd=built, environment=environment)
    listed = subprocess.run(
        ["ninja", "-t", "targets", "all"], cwd=built, env=environment, capture_output=True, text=True, check=True
    ).stdout
    wanted = WANTED_TARGETS.findall(listed)
    space.run("ninja", f"-j{jobs}", *wanted, cwd=built, environment=environment)
    out = space.result / "site-packages" / f"cv2{pins.flags.suffix}"
    out.parent.mkdir()
    _link(space, built, pins, wanted, out, environment)
    refuse_missing(cache, pins, [out])


def functions() -> list[str]:
    """The functions of OpenCV that the page can call."""
    return sorted(read_contents()["opencv"]["functions"])


def trim_binding(generator: Path, names: list[str]) -> None:
    """Makes OpenCV's generator write the listed functions only; the linker then leaves out what they do not use."""
    text = generator.read_text(encoding="utf-8")
    if text.count(ADD_FUNCTION) != 1:
        raise BuildFailure("OpenCV's generator of bindings has changed: see trim_binding in web/toolchain/opencv.py")
    listed = ADD_LISTED_FUNCTION.format(names=[f"cv.{name}" for name in names])
    generator.write_text(text.replace(ADD_FUNCTION, listed), encoding="utf-8")


def _settings(space: Workspace, cache: Cache, pins: Pins, tools: Compiler, jobs: int) -> dict[str, str | Path]:
    """What cmake is told."""
    python, arrays, built = include(headers(cache, pins)), numpy(cache, pins, jobs), space.scratch / "built"
    flags = " ".join([*pins.flags.abi, "-msimd128", "-Wno-deprecated", f"-ffile-prefix-map={cache.folder}=."])
    # The level comes with the build type: cmake's own link tests are quicker without it.
    release = f"{pins.flags.libraries} -DNDEBUG"
    return {
        "CMAKE_TOOLCHAIN_FILE": tools.emscripten / "cmake/Modules/Platform/Emscripten.cmake",
        "CMAKE_BUILD_TYPE": "Release",
        **{f"CMAKE_{language}_FLAGS": flags for language in ("C", "CXX")},
        **{f"CMAKE_{language}_FLAGS_RELEASE": release for language in ("C", "CXX")},
        **{f"WITH_{name}": "OFF" for name in WITHOUT},
        **{f"BUILD_{name}": "OFF" for name in NOT_BUILT},
        "ENABLE_PIC": "ON",
        "CPU_BASELINE": "",
        "CPU_DISPATCH": "",
        "CV_ENABLE_INTRINSICS": "ON",
        "BUILD_ZLIB": "ON",
        "BUILD_LIST": MODULES,
        "BUILD_opencv_python3": "ON",
        "PYTHON3_EXECUTABLE": sys.executable,
        "PYTHON_DEFAULT_EXECUTABLE": sys.executable,
        "PYTHON3_INCLUDE_PATH": python,
        "PYTHON3_INCLUDE_DIR": python,
        "PYTHON3_LIBRARIES": built / "empty.a",
        "PYTHON3_LIBRARY": built / "empty.a",
        "PYTHON3_NUMPY_INCLUDE_DIRS": arrays / "include",
        "PYTHON3_NUMPY_VERSION": pins.numpy.version,
        "PYTHON3_PACKAGES_PATH": built / "installed",
        "CMAKE_INSTALL_PREFIX": built / "installed",
        "PYTHON3_CVPY_SUFFIX": pins.flags.suffix,
    }


def _link(space: Workspace, built: Path, pins: Pins, made: list[str], out: Path, environment: dict[str, str]) -> None:
    """The last link by hand: cmake's own asks the linker for an option that the one for WebAssembly lacks."""
    flags = pins.flags
    libraries = [name for name in made if name.endswith(".a")]
    objects = [name for name in made if name.endswith(".o")]
    options = [*flags.abi, *flags.link, flags.libraries, "-msimd128", "-sSIDE_MODULE=2"]
    command = ["em++", *options, "-sEXPORTED_FUNCTIONS=_PyInit_cv2", *objects]
    command += ["-Wl,--start-group", *libraries, "-Wl,--end-group", "-o", str(out)]
    space.run(*command, cwd=built, environment=environment)
