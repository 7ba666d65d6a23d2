"""Pictures and views, by the program `orrery`, which draws off-screen. This module itself needs no OpenGL."""

import html
import os
import queue
import re
import shutil
import struct
import subprocess
import tempfile
import threading
import weakref
import zlib

import numpy

from ._orrery import Error, InputError


def _program(given):
    found = shutil.which(given or os.environ.get("ORRERY_PROGRAM") or "orrery")
    if found is None:
        raise Error(
            "the program that draws was not found: orrery: install its package, or name it by program= or in "
            "ORRERY_PROGRAM"
        )
    return found


def _failed(code, said):
    lines = [line for line in said.strip().splitlines() if line]
    text = lines[-1].removeprefix("orrery: ") if lines else f"the program ended with {code}"
    return InputError(text) if code == 2 else Error(text)


def _pixels(png):
    """The pixels of a picture as the program writes it: 8 bits a channel, rows that are not interlaced."""
    at, packed = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IHDR":
            width, height, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", png[at + 8 : at + 21])
        elif kind == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += 12 + length
    channels = {2: 3, 6: 4}.get(colours)
    if bits != 8 or channels is None or interlaced:
        raise Error("the picture is not in the form that the program writes")
    rows = numpy.frombuffer(zlib.decompress(packed), numpy.uint8).reshape(height, 1 + width * channels)
    if (rows[:, 0] > 1).any():
        raise Error("the picture is not in the form that the program writes")
    picture = rows[:, 1:].reshape(height, width, channels).copy()
    differences = rows[:, 0] == 1  # to the pixel on the left
    picture[differences] = numpy.add.accumulate(picture[differences], axis=1, dtype=numpy.uint8)
    return picture[:, :, :3]


def render(
    bodies,
    width=1280,
    height=720,
    *,
    azimuth=None,
    elevation=None,
    distance=None,
    colour_by=None,
    colour_map=None,
    sprite=None,
    exposure=None,
    look=None,
    program=None,
):
    """A picture of a System or a Simulation: (height, width, 3) of uint8, red, green and blue.

    azimuth, elevation: of the camera, in degrees. distance: its own, in lengths; 0 frames everything.
    colour_by, colour_map, sprite, exposure, look: as `orrery render --help` names them; look is a dictionary of
    anything else, {"contrast": 4}. None: as the scene or the file suggests.
    program: the path of `orrery`; None: what ORRERY_PROGRAM or PATH has.

    The program draws, on a GPU where there is one, without a display. Raises `orrery.InputError` for what it refuses.
    """
    words = ["--size", f"{int(width)}x{int(height)}", "--frames", "1", "--output", "-", "--quiet"]
    options = {
        "azimuth": azimuth,
        "elevation": elevation,
        "distance": distance,
        "colour-by": colour_by,
        "colour-map": colour_map,
        "sprite": sprite,
        "exposure": exposure,
    }
    words += [f"--{name}={value}" for name, value in options.items() if value is not None]
    words += [f"--look={name}={value}" for name, value in (look or {}).items()]
    command = _program(program)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "bodies.orrery")
        bodies.save(file)
        done = subprocess.run([command, "render", file, *words], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        raise _failed(done.returncode, done.stderr.decode(errors="replace"))
    return _pixels(done.stdout)


def _listen(words, told, said):
    """Reads what the program says, so that it never waits for that; tells the address, or None at the end."""
    with words:
        for line in words:
            said[:] = said[-20:] + [line]
            if found := re.search(r"http://\S+/\?token=[0-9a-f]+", line):
                told.put(found[0])
    told.put(None)


def _end(process, folder):
    if process.poll() is None:
        process.terminate()
    process.wait()
    folder.cleanup()


class View:
    """A window of its own on bodies, in a browser: `orrery serve` on a copy of them. A notebook shows it in the cell.

    `address` opens it elsewhere on this machine. Ends with `close()`, with the `with` block, or with Python.
    """

    def __init__(self, bodies, width=960, height=600, *, port=0, options=(), program=None):
        command = _program(program)
        self.width, self.height = int(width), int(height)
        folder = tempfile.TemporaryDirectory()
        file = os.path.join(folder.name, "bodies.orrery")
        bodies.save(file)
        self._process = subprocess.Popen(
            [command, "serve", file, "--port", str(int(port)), "--remember", "no",
             "--size", f"{self.width}x{self.height}", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._end = weakref.finalize(self, _end, self._process, folder)
        told, said = queue.Queue(), []
        threading.Thread(target=_listen, args=(self._process.stderr, told, said), daemon=True).start()
        self.address = told.get()
        if self.address is None:
            self.close()
            raise _failed(self._process.returncode, "".join(said))

    def _repr_html_(self):
        return (
            f'<iframe src="{html.escape(self.address)}" width="{self.width}" height="{self.height}" '
            'style="border: 0" allow="clipboard-write; fullscreen"></iframe>'
        )

    def close(self):
        """Ends the program, and so the view."""
        self._end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def view(bodies, width=960, height=600, **options):
    """A System or a Simulation as it stands, in the window, in a notebook's cell: see `View`."""
    return View(bodies, width, height, **options)
