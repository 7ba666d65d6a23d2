"""Long, thin and broken lines, and many viewers, by clients without a browser."""

import asyncio
import contextlib
import struct
import unittest

import websockets
from lines import Line
from run_serve import PATIENCE, Served, Viewer

MOVING = ("plummer", "--bodies", "3000", "--algorithm", "cpu.simd", "--size", "640x360")


def width_of(jpeg):
    """As the file itself says; None: it is none."""
    frame = jpeg.find(b"\xff\xc0")
    return struct.unpack(">H", jpeg[frame + 7 : frame + 9])[0] if jpeg[:2] == b"\xff\xd8" else None


class Lines(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.run_of = Served(*MOVING)
        cls.run_of.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.run_of.__exit__()

    async def asyncTearDown(self):
        async with self.run_of.connect() as socket:  # whoever steered has gone
            viewer = Viewer(socket)
            await viewer.until(lambda: viewer.words.get("steers"))

    async def test_a_thin_line_gets_smaller_frames_and_never_old_ones(self):
        async with contextlib.AsyncExitStack() as stack:  # of a run of its own: coarseness is the run's
            run = stack.enter_context(Served(*MOVING))
            line = await stack.enter_async_context(Line(run.port, rate=60_000))
            async with run.connect(port=line.port) as socket, run.connect() as other_socket:
                thin, other = Viewer(socket), Viewer(other_socket)
                await thin.frame()
                largest, width = 0, thin.header["width"]
                seen, others, own = 0, 0, 0

                async def watch():
                    nonlocal seen, others
                    while True:
                        seen = (await other.frame())["id"]
                        others += 1

                watching = asyncio.create_task(watch())
                # First it is coarse, then it has fewer pixels, to be drawn as large.
                while width_of(thin.picture) != width / 2:
                    before = seen
                    largest = max(largest, len(thin.picture))
                    await thin.frame()
                    own += 1
                    # It was the newest when it was sent, and one frame alone was under way.
                    self.assertGreaterEqual(thin.header["id"], before)
                    self.assertEqual(thin.header["width"], width)
                watching.cancel()
                self.assertLess(len(thin.picture), 0.9 * largest)
                self.assertGreater(others, own)  # the other viewer did not wait

    async def test_a_long_line_is_not_taken_for_a_thin_one(self):
        async with Line(self.run_of.port, delay=0.15) as line:
            async with self.run_of.connect(port=line.port) as socket:
                viewer = Viewer(socket)
                # Of a thin one it would fall to 45 and stay there until this test's time is over; a busy machine may
                # be late, too, but not always.
                good = 0
                while good < 10:
                    quality = (await viewer.frame())["quality"]
                    good = good + 1 if quality >= 65 else 0

    async def test_who_takes_nothing_holds_up_nobody(self):
        async with Line(self.run_of.port) as line:
            async with self.run_of.connect(port=line.port) as socket, self.run_of.connect() as other_socket:
                dead, other = Viewer(socket), Viewer(other_socket)
                await dead.frame()
                line.hold()
                first = (await other.frame())["id"]
                for _ in range(20):
                    await other.frame()
                self.assertGreaterEqual(other.header["id"], first + 20)
                line.go_on()
                while await dead.frame():
                    if dead.header["id"] >= other.header["id"]:  # the next one is a new one
                        break

    async def test_who_is_cut_off_loses_the_helm_and_may_come_back(self):
        async with Line(self.run_of.port) as line:
            async with self.run_of.connect() as other_socket:
                other = Viewer(other_socket)
                await other.frame()
                async with self.run_of.connect(port=line.port) as socket:
                    viewer = Viewer(socket)
                    await viewer.frame()
                    line.cut()
                    with self.assertRaises((websockets.ConnectionClosed, ConnectionError)):
                        while True:
                            await viewer.frame()
                async with self.run_of.connect(port=line.port) as socket:
                    await Viewer(socket).frame()
                self.assertTrue(other.words["steers"])

    async def test_ten_viewers_cost_one_encoding(self):
        sockets = [await self.run_of.connect() for _ in range(10)]
        try:
            viewers = [Viewer(socket) for socket in sockets]
            pictures = {}
            got = 0
            for _ in range(12):
                await asyncio.gather(*(viewer.frame() for viewer in viewers))
                for viewer in viewers:
                    got += 1
                    self.assertEqual(pictures.setdefault(viewer.header["id"], viewer.picture), viewer.picture)
            # Frames are numbered as they are encoded: far fewer than were received.
            self.assertLess(max(pictures) - min(pictures) + 1, got / 3)
        finally:
            await asyncio.gather(*(socket.close() for socket in sockets))

    async def test_the_page_can_have_some_of_the_bodies(self):
        async with self.run_of.connect() as socket:
            viewer = Viewer(socket)
            view = (await viewer.frame())["view"]
            self.assertEqual(view["drag"], "orbit")
            self.assertAlmostEqual(sum(part**2 for part in view["turn"]), 1, places=9)
            self.assertGreater(view["distance"], 0)
            await viewer.send(e="bodies", count=1000)
            await viewer.until(lambda: viewer.bodies)
            header, numbers = viewer.bodies
            self.assertEqual(len(numbers), 6 * header["count"])
            self.assertTrue(900 < header["count"] <= 1000, header)
            steps = struct.unpack(f"<{3 * header['count']}H", numbers)
            for axis in range(3):
                places = sorted(header["low"][axis] + step / 65535 * header["size"][axis] for step in steps[axis::3])
                # Plummer's sphere, of a virial radius of 1: half of all are within 0.77 of the middle.
                self.assertLess(abs(places[len(places) // 2]), 0.2)
                self.assertTrue(0.2 < places[3 * len(places) // 4] < 0.7, places[3 * len(places) // 4])

    async def test_wishes_for_bodies_that_make_no_sense_do_nothing(self):
        async with self.run_of.connect() as socket:
            viewer = Viewer(socket)
            await viewer.frame()
            for count in (0, -1, "many", None, 1e300, [], 65537):
                await viewer.send(e="bodies", count=count)
            await viewer.until(lambda: viewer.bodies)  # of the last two
            self.assertLessEqual(viewer.bodies[0]["count"], 3000)

    async def test_who_watches_gets_no_bodies(self):
        async with self.run_of.connect() as first, self.run_of.connect() as second:
            steering, watching = Viewer(first), Viewer(second)
            await steering.frame()
            await watching.frame()
            await watching.send(e="bodies", count=100)
            await watching.send(e="echo")
            for _ in range(5):
                await steering.frame()
                await watching.frame()
            self.assertIsNone(watching.bodies)
            self.assertIsNone(steering.bodies)

    async def test_an_input_that_changes_no_picture_is_answered(self):
        with Served("plummer", "--bodies", "500", "--paused", "--no-ui", "--size", "160x120") as still:
            async with still.connect() as socket:
                viewer = Viewer(socket)
                await viewer.until(lambda: viewer.header and viewer.header["type"] == "image/png")
                await viewer.send(e="move", x=20, y=20, t=4321.5)
                while viewer.words.get("answered") != 4321.5 and viewer.header["input"] != 4321.5:
                    if await asyncio.wait_for(viewer.hear(), PATIENCE):
                        await viewer.send(e="shown", id=viewer.header["id"], delay=0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
