"""orrery.render and orrery.view, by the program beside the module."""

import os
import struct
import subprocess
import sys
import urllib.request
import zlib

import numpy
import pytest

import orrery
from orrery import pictures

PROGRAM = os.environ.get("ORRERY_PROGRAM", "")
drawn = pytest.mark.skipif(not os.path.exists(PROGRAM), reason="the program was not built here")


@drawn
def test_a_picture_is_an_array_that_shows_the_bodies():
    scene = orrery.load("plummer", bodies=2000)
    picture = orrery.render(scene, 320, 200)
    assert picture.shape == (200, 320, 3) and picture.dtype == numpy.uint8
    light = picture.astype(int).sum(axis=2)
    assert light[60:140, 100:220].mean() > 3 * max(light[:20].mean(), 1)
    assert numpy.array_equal(orrery.render(scene, 320, 200), picture)
    assert not numpy.array_equal(orrery.render(scene, 320, 200, azimuth=120), picture)


@drawn
def test_what_is_drawn_is_where_the_simulation_stands():
    disk = orrery.Simulation("galaxy_collision", bodies=500, algorithm="cpu.simd")
    before = orrery.render(disk, 160, 120)
    disk.step(50)
    assert not numpy.array_equal(orrery.render(disk, 160, 120), before)


def packed(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@pytest.mark.parametrize("channels, colours", [(3, 2), (4, 6)])
def test_the_pixels_are_those_of_the_file(channels, colours):
    pixels = numpy.random.default_rng(1).integers(0, 256, (5, 7, channels), dtype=numpy.uint8)
    rows = b""
    for y, row in enumerate(pixels):
        left = numpy.zeros_like(row)
        left[1:] = row[:-1]
        rows += bytes([y % 2]) + (row - left if y % 2 else row).tobytes()
    body = zlib.compress(rows)
    png = b"\x89PNG\r\n\x1a\n" + packed(b"IHDR", struct.pack(">IIBBBBB", 7, 5, 8, colours, 0, 0, 0))
    png += packed(b"IDAT", body[:20]) + packed(b"IDAT", body[20:]) + packed(b"IEND", b"")
    assert numpy.array_equal(pictures._pixels(png), pixels[:, :, :3])


@drawn
@pytest.mark.parametrize("wrong", [dict(colour_by="nothing"), dict(look={"nonsense": 1}), dict(width=-3)])
def test_what_the_program_refuses_is_an_input_error(wrong):
    with pytest.raises(orrery.InputError):
        orrery.render(orrery.load("plummer", bodies=10), **wrong)


def test_without_the_program_it_is_said_where_to_get_it():
    with pytest.raises(orrery.Error, match="ORRERY_PROGRAM"):
        orrery.render(orrery.load("plummer", bodies=10), program="no-such-program")


@drawn
def test_a_view_is_a_page_in_a_cell_and_ends():
    with orrery.view(orrery.load("plummer", bodies=100), 320, 240) as view:
        cell = view._repr_html_()
        assert view.address in cell and 'width="320"' in cell
        with urllib.request.urlopen(view.address, timeout=120) as page:
            assert b"<canvas" in page.read()
            assert page.headers["X-Frame-Options"] is None
        process = view._process
        assert process.poll() is None
    assert process.poll() is not None


@drawn
def test_a_view_ends_with_python():
    program = (
        "import orrery\n"
        "view = orrery.view(orrery.load('plummer', bodies=100))\n"
        "print(view._process.pid)\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.stdout), 0)


@drawn
def test_a_view_that_cannot_begin_says_why():
    with pytest.raises(orrery.InputError, match="port"):
        orrery.view(orrery.load("plummer", bodies=10), port=99999)
