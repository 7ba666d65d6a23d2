"""Viewers at the end of a long line that loses packets, by the kernel's own TCP: see lossy_network.py."""

import asyncio
import statistics
import unittest

from lossy_network import HERE, THERE, LossyNetwork, enter_own_network
from run_serve import Served, Viewer
from serve_browser_test import BROWSER, Page
from serve_lines_test import MOVING, width_of

WHY_NOT = enter_own_network()


@unittest.skipIf(WHY_NOT, WHY_NOT)
class FarAway(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.network = await self.enterAsyncContext(LossyNetwork())
        self.run_of = self.enterContext(Served(*MOVING, "--listen", HERE))
        self.network.port = self.run_of.port
        self.socket = await self.enterAsyncContext(self.run_of.connect(host=THERE, ping_interval=None))
        self.far = Viewer(self.socket)
        await self.far.frame()  # it steers
        self.near = Viewer(await self.enterAsyncContext(self.run_of.connect(host=HERE)))
        self.seen = 0
        self.watching = asyncio.create_task(self.watch())
        self.addAsyncCleanup(self.end_watching)

    async def watch(self):
        while True:
            await self.near.frame()
            self.seen += 1

    async def end_watching(self):
        while not self.watching.done():  # wait_for() of Python 3.11 loses what comes with a message
            self.watching.cancel()
            await asyncio.wait([self.watching], timeout=1)

    async def steps(self, at_least=0):
        while True:
            count = self.run_of.shown().get("steps", {}).get("count", 0)
            if count >= at_least:
                return count
            await asyncio.sleep(0.1)

    async def look(self, frames):
        """Their qualities."""
        qualities, last = [], self.far.header["id"]
        for _ in range(frames):
            await self.far.frame()
            self.assertGreater(self.far.header["id"], last)
            last = self.far.header["id"]
            self.assertEqual(self.far.picture[-2:], b"\xff\xd9")
            qualities.append(self.far.header["quality"])
        return qualities

    async def test_a_long_line_is_not_taken_for_a_thin_one(self):
        self.network.delay = 0.1
        # TCP begins with few packets, and a busy machine is late five times now and then: the quality falls, and comes
        # back. Of a thin line it would stay at its least, 45, until this test's time is over.
        while statistics.median(await self.look(60)) < 65:
            pass

    async def test_where_packets_are_lost_frames_come_whole_and_nobody_waits(self):
        self.network.delay, self.network.loss = 0.1, 0.02
        steps, seen = await self.steps(), self.seen
        qualities = await self.look(100)
        self.assertGreater(self.network.lost, 0)
        self.assertGreater(self.seen - seen, 100)  # who is near
        self.assertGreater(await self.steps(), steps)
        print(f"{self.seen - seen} frames near, 100 far, the last of quality {qualities[-1]}; "
              f"{self.network.lost} of {self.network.lost + self.network.carried} packets lost")

    async def test_a_thin_line_gets_coarser_frames_and_better_ones_when_it_is_wide_again(self):
        self.network.delay, self.network.rate = 0.1, 60_000
        width = self.far.header["width"]
        while width_of(self.far.picture) != width / 2:
            await self.far.frame()
        self.network.rate = None
        quality = self.far.header["quality"]
        while self.far.header["quality"] < quality + 5 and width_of(self.far.picture) == width / 2:
            await self.far.frame()

    async def test_the_simulation_goes_on_without_who_is_cut_off_and_takes_it_back(self):
        self.network.broken = True
        seen, steps = self.seen, await self.steps()
        while not self.near.words.get("steers"):  # the program has given up the other
            await asyncio.sleep(0.1)
        self.assertGreater(self.seen, seen)
        await self.steps(steps + 100)
        self.network.broken = False
        self.network.delay, self.network.loss = 0.1, 0.02
        async with self.run_of.connect(host=THERE) as socket:
            back = Viewer(socket)
            for _ in range(10):
                await back.frame()
            self.assertFalse(back.words["steers"])
            self.assertGreater(back.header["id"], self.far.header["id"])

    @unittest.skipUnless(BROWSER, "no Chromium here (Debian: chromium-headless-shell)")
    async def test_a_page_whose_line_was_dead_is_mended(self):
        self.network.delay, self.network.loss = 0.1, 0.02
        address = f"http://{THERE}:{self.run_of.port}/?token={self.run_of.token}"
        async with Page(address) as page:
            await page.until(page.has_frames)
            self.network.broken = True
            while not self.near.words.get("steers"):
                await asyncio.sleep(0.1)
            before = await page.value("Number(document.body.dataset.frame)")
            self.network.broken = False

            async def goes_on():
                return await page.value(f"Number(document.body.dataset.frame) > {before} && words.hidden")

            await page.until(goes_on)


if __name__ == "__main__":
    unittest.main(verbosity=2)
