"""A trimmed OpenCV as one WebAssembly side module: it finds, straightens and follows grids, and decodes nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from web.toolchain.cache import Cache, Workspace, recipe
from web.toolchain.compiler import Compiler, compiler
from web.toolchain.download import fetch, unpack
from web.toolchain.headers import headers, include
from web.toolchain.numeric import numpy
from web.toolchain.pins import Pins
from web.toolchain.side_modules import refuse_missing

MODULES = "core,imgproc,flann,features2d,calib3d,video,python3"  # calib3d and flann: features2d and video ask for them
WITHOUT = (
    *("PTHREADS_PF", "OPENCL", "ITT", "IPP", "LAPACK", "EIGEN", "PROTOBUF", "QUIRC", "ADE"),
    *("JPEG", "PNG", "TIFF", "WEBP", "OPENJPEG", "JASPER", "OPENEXR", "FFMPEG", "GSTREAMER", "V4L", "GTK"),
)
NOT_BUILT = ("SHARED_LIBS", "opencv_js", "opencv_apps", "TESTS", "PERF_TESTS", "EXAMPLES", "DOCS")
OBJECTS = "modules/python3/CMakeFiles/opencv_python3.dir/__/src2"
WANTED_TARGETS = re.compile(r"^(lib/libopencv_\w+\.a|3rdparty/lib/\w+\.a|modules/python3/\S*\.cpp\.o):", re.MULTILINE)


def opencv(cache: Cache, pins: Pins, jobs: int) -> Path:
    """A folder with `site-packages/cv2…so`."""
    flags = pins.flags
    ingredients = [pins.opencv.sha256, pins.numpy.sha256, pins.pyodide.sha256, pins.compiler.packages]
    ingredients += [flags.abi, flags.link, flags.libraries, recipe(__file__)]
    return cache.part("opencv", ingredients, lambda space: _build(space, cache, pins, jobs))


def _build(space: Workspace, cache: Cache, pins: Pins, jobs: int) -> None:
    tools = compiler(cache, pins)
    source, built = space.scratch / "source", space.scratch / "built"
    environment = tools.environment(space.scratch)
    if not (built / "build.ninja").exists():
        if not (source / "opencv").exists():
            unpack(fetch(cache, pins.opencv), source)
        built.mkdir(exist_ok=True)
        (built / "empty.a").touch()
        found = [f"-D{name}={value}" for name, value in _settings(space, cache, pins, tools, jobs).items()]
        space.run("cmake", "-G", "Ninja", source / "opencv", *found, cwd=built, environment=environment)
    listed = subprocess.run(
        ["ninja", "-t", "targets", "all"], cwd=built, env=environment, capture_output=True, text=True, check=True
    ).stdout
    space.run("ninja", f"-j{jobs}", *WANTED_TARGETS.findall(listed), cwd=built, environment=environment)
    out = space.result / "site-packages" / f"cv2{pins.flags.suffix}"
    out.parent.mkdir()
    _link(space, built, pins, out, environment)
    refuse_missing(cache, pins, [out])


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


def _link(space: Workspace, built: Path, pins: Pins, out: Path, environment: dict[str, str]) -> None:
    """The last link by hand: cmake's own asks the linker for an option that the one for WebAssembly lacks."""
    flags = pins.flags
    objects = sorted(str(path) for path in (built / OBJECTS).glob("*.o"))
    libraries = sorted(str(path) for path in [*built.glob("lib/libopencv_*.a"), *built.glob("3rdparty/lib/*.a")])
    options = [*flags.abi, *flags.link, flags.libraries, "-msimd128", "-sSIDE_MODULE=2"]
    command = ["em++", *options, "-sEXPORTED_FUNCTIONS=_PyInit_cv2", *objects]
    command += ["-Wl,--start-group", *libraries, "-Wl,--end-group", "-o", str(out)]
    space.run(*command, cwd=built, environment=environment)
