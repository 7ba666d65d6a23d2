"""The page of `orrery serve` in Debian's Chromium, driven by real mouse and key events."""

import asyncio
import base64
import math
import os
import signal
import subprocess
import tempfile
import unittest

from browser import BROWSER, Page
from lines import Line
from run_serve import PROGRAM, Served

def own_picture(arguments, after):
    """Of the window itself, as base64, after so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "window.png")
        subprocess.run([PROGRAM, *arguments, "--remember", "no", "--off-screen", "--after", str(after), "--screenshot", picture],
                       check=True)
        with open(picture, "rb") as file:
            return base64.b64encode(file.read()).decode()


@unittest.skipUnless(BROWSER, "no Chromium here (Debian: chromium-headless-shell)")
class InABrowser(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.run_of = Served("plummer", "--bodies", "2000", "--algorithm", "cpu.simd", "--no-ui")

    async def asyncTearDown(self):
        self.run_of.__exit__()

    def look(self):
        return self.run_of.shown().get("camera", {})

    async def test_the_picture_fills_the_page_and_shows_bodies(self):
        async with Page(self.run_of.page) as page:
            await page.until(page.has_frames)
            await page.until(lambda: self.is_true(page, "picture.width === 640 && picture.height === 480"))
            light = await page.value(
                "painter.getImageData(0, 0, 640, 480).data.reduce((sum, byte, i) => sum + (i % 4 < 3 ? byte : 0), 0)")
            self.assertGreater(light, 100_000)
            shot = await page.call("Page.captureScreenshot")
            if folder := os.environ.get("ORRERY_PICTURES"):
                with open(os.path.join(folder, "serve.png"), "wb") as file:
                    file.write(base64.b64decode(shot["data"]))

    async def test_dragging_turns_the_camera_and_the_wheel_comes_nearer(self):
        async with Page(self.run_of.page) as page:
            await page.until(page.has_frames)
            await page.until(lambda: "orientation" in self.look())
            before = self.look()
            await page.mouse("mouseMoved", 300, 200)
            await page.mouse("mousePressed", 300, 200, button="left", clickCount=1)
            for x in range(300, 420, 20):
                await page.mouse("mouseMoved", x, 200, button="left", buttons=1)
            await page.mouse("mouseReleased", 420, 200, button="left", clickCount=1)
            await page.until(lambda: self.look()["orientation"] != before["orientation"])
            await page.mouse("mouseWheel", 300, 200, deltaX=0, deltaY=-300)
            await page.until(lambda: self.look()["distance"] < before["distance"])

    async def test_one_finger_turns_the_camera_and_two_come_nearer(self):
        async with Page(self.run_of.page) as page:
            await page.until(page.has_frames)
            await page.until(lambda: "orientation" in self.look())
            await page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)

            async def touch(kind, *fingers):
                points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(fingers)]
                await page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

            before = self.look()
            await touch("touchStart", (300, 200))
            for x in range(310, 420, 10):
                await touch("touchMove", (x, 200))
            await touch("touchEnd")
            await page.until(lambda: not self.near(self.look()["orientation"], before["orientation"]))
            await touch("touchStart", (300, 200))
            await touch("touchStart", (300, 200), (340, 200))
            for apart in range(40, 200, 20):
                await touch("touchMove", (300, 200), (300 + apart, 200))
            await touch("touchEnd")
            await page.until(lambda: self.look()["distance"] < before["distance"])

    async def test_a_key_pauses_and_the_still_picture_has_no_loss(self):
        async with Page(self.run_of.page) as page:
            await page.until(page.has_frames)
            await page.key("Space", " ", 32)
            await page.until(lambda: self.run_of.shown()["settings"]["running"] is False)
            await page.until(lambda: self.is_true(page, "document.body.dataset.lossless === 'true'"))

    # A picture that is kept; a busy machine would draw another one coarser.
    STILL = ("plummer", "--bodies", "2000", "--algorithm", "cpu.simd", "--paused", "--no-ui", "--size", "640x480",
             "--do", "view.keep_frame_rate off")

    async def expect_the_windows_own(self, page):
        for after in (8, 30, 90):  # until then it is finished, even on a busy machine
            await page.value(
                "(async () => { const copy = new OffscreenCanvas(640, 480).getContext('2d');"
                f" const bytes = Uint8Array.from(atob('{own_picture(self.STILL, after)}'), (one) => one.charCodeAt(0));"
                " copy.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);"
                " const pixels = (painter) => painter.getImageData(0, 0, 640, 480).data;"
                " window.unlike = () => { const here = pixels(painter);"
                " return pixels(copy).filter((byte, i) => byte !== here[i]).length; }; })()")
            for _ in range(50):
                if await page.value("unlike()") == 0:
                    return
                await asyncio.sleep(0.1)
        self.fail(f"{await page.value('unlike()')} of its bytes differ")

    async def test_the_still_picture_is_the_windows_own(self):
        with Served(*self.STILL) as run:
            async with Page(run.page) as page:
                await page.until(page.has_frames)
                await self.expect_the_windows_own(page)

    async def test_the_still_picture_of_a_program_that_was_held_up_is_the_windows_own(self):
        with Served(*self.STILL) as run:
            async with Page(run.page) as page:
                for _ in range(12):  # so that drawings seem slow
                    run.process.send_signal(signal.SIGSTOP)
                    await asyncio.sleep(0.6)
                    run.process.send_signal(signal.SIGCONT)
                    await asyncio.sleep(0.04)
                await page.until(page.has_frames)
                await self.expect_the_windows_own(page)

    async def test_a_picture_that_is_decoded_in_strips_is_the_whole_one(self):
        moves = ("plummer", "--bodies", "20000", "--algorithm", "cpu.tree", "--do", "rotation 60", "--size", "640x470")
        with Served(*moves, "--encode-by", "gpu") as run:
            async with Page(run.page, 640, 470) as page:
                await page.until(page.has_frames)
                # Colours have half as many pixels, and are smoothed within a strip only.
                found = await page.value(
                    "(async () => { const file = await new Promise((got) => { const decode = strips.decode;"
                    " strips.decode = (file, ...more) => { got(file.slice()); return decode(file, ...more); }; });"
                    " const pixels = (images) => { const copy = new OffscreenCanvas(640, 470).getContext('2d');"
                    " for (const { top, image } of images) { copy.drawImage(image, 0, top); }"
                    " return copy.getImageData(0, 0, 640, 470).data; };"
                    " const parts = await strips.decode(file, 'image/jpeg', 470), here = pixels(parts);"
                    " const whole = pixels(await strips.decode(file, 'image/jpeg', 0));"
                    " const light = whole.reduce((sum, byte, i) => sum + (i % 4 < 3 ? byte : 0), 0);"
                    " const unlike = [...whole.keys()].filter((i) => Math.abs(whole[i] - here[i]) > 2);"
                    " const tops = parts.map(({ top }) => top);"
                    " return { tops, light, unlike: unlike.filter((i) => !tops.some((top) =>"
                    " Math.abs(Math.floor(i / 2560) - top + 0.5) < 1)).length }; })()")
                self.assertEqual(found["tops"][0], 0)
                self.assertTrue(all(top % 128 == 0 for top in found["tops"]), found)
                self.assertEqual(len(found["tops"]) > 1, await page.value("navigator.hardwareConcurrency") > 1)
                self.assertGreater(found["light"], 100_000)
                self.assertEqual(found["unlike"], 0)
                # Another browser's decoder may not know JPEGs.
                frame = await page.value(
                    "ImageDecoder.prototype.decode = () => Promise.reject(new Error('made up')),"
                    " Number(document.body.dataset.frame)")
                await page.until(lambda: self.is_true(page, f"Number(document.body.dataset.frame) > {frame + 3}"))

    async def test_a_page_of_another_size_is_followed(self):
        async with Page(self.run_of.page) as page:
            await page.until(page.has_frames)
            await page.call("Emulation.setDeviceMetricsOverride", width=500, height=300, deviceScaleFactor=2, mobile=False)
            await page.until(lambda: self.is_true(page, "picture.width === 1000 && picture.height === 600"))

    async def drag(self, page, xs):
        await page.mouse("mouseMoved", xs[0], 200)
        await page.mouse("mousePressed", xs[0], 200, button="left", clickCount=1)
        for x in xs:
            await page.mouse("mouseMoved", x, 200, button="left", buttons=1)

    async def test_on_a_long_line_the_page_turns_the_bodies_itself(self):
        async with Line(self.run_of.port, delay=0.4) as line:
            async with Page(self.run_of.page_at(line.port)) as page:
                await page.until(page.has_frames)
                await page.mouse("mouseMoved", 290, 210)  # by which the page learns that the way is long
                await page.until(lambda: self.is_true(page, "Number(document.body.dataset.bodies) > 1500"))
                before = self.look()["orientation"]
                await self.drag(page, range(300, 420, 10))
                for x in range(411, 420):  # to rest, for what is let go in motion turns on
                    await page.mouse("mouseMoved", x, 200, button="left", buttons=1)
                    await asyncio.sleep(0.05)
                await page.until(lambda: self.is_true(page, "document.body.dataset.here === 'true'"))
                # Nothing of it has come to the program yet, and the bodies have been drawn turned.
                await page.until(lambda: self.is_true(page, "Number(document.body.dataset.drawnHere) > 2"))
                shot = await page.call("Page.captureScreenshot")
                await page.value(  # what the mouse did last goes to the program with the next drawing
                    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
                predicted = await page.value("bodies.predicted().turn")
                light = await page.value(
                    "(() => { bodies.draw(); const copy = document.createElement('canvas').getContext('2d');"
                    " copy.canvas.width = 640; copy.canvas.height = 480;"
                    " copy.drawImage(document.getElementById('bodies'), 0, 0);"
                    " return copy.getImageData(0, 0, 640, 480).data.reduce("
                    "(sum, byte, i) => sum + (i % 4 < 3 ? byte : 0), 0); })()")
                self.assertGreater(light, 100_000)
                if folder := os.environ.get("ORRERY_PICTURES"):
                    with open(os.path.join(folder, "serve-here.png"), "wb") as file:
                        file.write(base64.b64decode(shot["data"]))
                # The program comes to the same view, and its picture takes over.
                await page.until(lambda: self.near(self.look()["orientation"], predicted))
                self.assertFalse(self.near(before, predicted))
                await page.until(lambda: self.is_true(page, "document.body.dataset.here === 'false'"))
                await page.mouse("mouseReleased", 419, 200, button="left", clickCount=1)

    async def test_a_page_that_draws_slowly_leaves_it_to_the_program(self):
        async with Line(self.run_of.port, delay=0.4) as line:
            async with Page(self.run_of.page_at(line.port)) as page:
                await page.until(page.has_frames)
                await page.mouse("mouseMoved", 290, 210)
                await page.until(lambda: self.is_true(page, "Number(document.body.dataset.bodies) > 1500"))
                await page.value("(function busy() { const end = now() + 200; while (now() < end); requestAnimationFrame(busy); })()")
                await page.mouse("mousePressed", 300, 200, button="left", clickCount=1)
                x = 300

                async def rests():
                    nonlocal x
                    x += 5 if x < 400 else -100
                    await page.mouse("mouseMoved", x, 200, button="left", buttons=1)
                    return await self.is_true(page, "document.body.dataset.rests === 'true' && document.body.dataset.here === 'false'")

                await page.until(rests)
                await page.mouse("mouseReleased", x, 200, button="left", clickCount=1)

    async def test_a_broken_line_is_mended(self):
        async with Line(self.run_of.port) as line:
            async with Page(self.run_of.page_at(line.port)) as page:
                await page.until(page.has_frames)
                await page.value(  # it may be said for a moment only
                    "window.lost = 0; new MutationObserver(() => { lost += words.textContent === 'connecting …'; })"
                    ".observe(words, { childList: true })")
                line.cut()
                await page.until(lambda: self.is_true(page, "lost > 0"))
                frame = await page.value("Number(document.body.dataset.frame)")
                await page.until(lambda: self.is_true(
                    page, f"Number(document.body.dataset.frame) > {frame} && words.hidden"))
                await page.key("Space", " ", 32)  # and the page steers again
                await page.until(lambda: self.run_of.shown()["settings"]["running"] is False)

    @staticmethod
    def near(one, other):
        """Whether two orientations (w, x, y, z) are four degrees apart at the most."""
        return abs(sum(a * b for a, b in zip(one, other))) > math.cos(math.radians(2))

    async def test_without_the_secret_there_is_no_page(self):
        async with Page(self.run_of.page[:-3]) as page:
            await page.until(lambda: self.is_true(page, "document.body.innerText.includes('whole address')"))

    @staticmethod
    async def is_true(page, expression):
        return await page.value(expression) is True


if __name__ == "__main__":
    unittest.main(verbosity=2)
