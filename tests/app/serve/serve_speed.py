"""What `orrery serve` costs and how quick it is, by a page without a browser that drags the camera all the time.

    ORRERY=build/release/bin/orrery python3 tests/app/serve/serve_speed.py 10 35 plummer --bodies 1M --size 1920x1080

The first number: seconds; the second: megabits a second that the line carries, 0: as many as come. The delay is
from an input to the arrival of the first frame that knows of it, so without what a browser takes to show it. The
first two seconds, in which the grade of the pictures is found, do not count. `shown` instead of it: in Chromium,
until a frame that knows of the input is on its page.
"""

import asyncio
import contextlib
import json
import sys
import time

from browser import Page
from lines import Line
from run_serve import Served, Viewer


def now():
    return 1000 * time.monotonic()


def percentile(values, share):
    return sorted(values)[min(int(share * len(values)), len(values) - 1)] if values else None


class Dragging(Viewer):
    def __init__(self, socket, seconds):
        super().__init__(socket)
        self.until_then = now() + 1000 * seconds
        self.frames, self.delays, self.inputs = [], [], []

    async def drag(self):
        """An input in sixty a second, between frames as it happens."""
        x, step = 400, 4
        await self.send(e="button", button=0, down=True, x=x, y=300, t=now())
        while now() < self.until_then:
            x += step
            step = -step if not 200 < x < 900 else step
            self.inputs.append(now())
            await self.send(e="move", x=x, y=300, t=self.inputs[-1])
            await asyncio.sleep(1 / 60)

    async def look(self):
        while now() < self.until_then:
            if not await self.hear():
                continue
            arrived = now()
            known = [one for one in self.inputs if one <= self.header["input"]]
            if known:  # the newest of them is new in this frame
                self.delays.append((arrived, arrived - known[-1]))
                self.inputs = [one for one in self.inputs if one > self.header["input"]]
            delay = self.delays[-1][1] if self.delays else 0
            self.frames.append((arrived, len(self.picture), self.header["quality"], self.header["made"]))
            await self.send(e="shown", id=self.header["id"], delay=delay, took=now() - arrived)


def figures_of(viewer, skipped):
    began = viewer.frames[0][0] + skipped
    frames = [one for one in viewer.frames if one[0] > began]
    delays = [delay for arrived, delay in viewer.delays if arrived > began]
    seconds = (frames[-1][0] - frames[0][0]) / 1000
    gaps = [b[0] - a[0] for a, b in zip(frames, frames[1:])]
    return {
        "frames_a_second": len(gaps) / seconds,
        "between_frames_p50_p99_ms": (percentile(gaps, 0.5), percentile(gaps, 0.99)),
        "kB_a_frame": sum(one[1] for one in frames) / len(frames) / 1000,
        "Mbit_a_second": 8e-6 * sum(one[1] for one in frames[1:]) / seconds,
        "quality_p50": percentile([one[2] for one in frames], 0.5),
        "drawn_to_encoded_p50_p99_ms": (percentile([one[3] for one in frames], 0.5),
                                        percentile([one[3] for one in frames], 0.99)),
        "input_to_arrival_p50_p90_p99_ms": tuple(percentile(delays, share) for share in (0.5, 0.9, 0.99)),
    }


async def measure(seconds, megabits, arguments):
    with Served(*arguments) as run:
        async with contextlib.AsyncExitStack() as stack:
            while not run.shown().get("simulation", {}).get("loaded"):
                await asyncio.sleep(0.1)
            port = run.port
            if megabits:
                port = (await stack.enter_async_context(Line(run.port, rate=megabits * 125_000))).port
            viewer = Dragging(await stack.enter_async_context(run.connect(port=port)), seconds + 2)
            await asyncio.gather(viewer.drag(), viewer.look())
        await asyncio.sleep(0.5)
        shown = run.shown()
        figures = figures_of(viewer, skipped=2000)
    figures["said"] = [line.strip() for line in run.said if "encoded" in line]
    figures["steps"] = {key: shown["steps"][key] for key in ("count", "milliseconds_p50", "milliseconds_p99")}
    figures["window_frames"] = {key: shown["frames"][key] for key in ("milliseconds_p50", "milliseconds_p99")}
    return figures


def size_of(arguments):
    size = dict(zip(arguments, arguments[1:])).get("--size", "1920x1080")
    return (int(pixels) for pixels in size.split("x"))


async def in_a_browser(seconds, arguments):
    """By the page's own clock, as the number in its corner."""
    with Served(*arguments) as run:
        async with Page(run.page, *size_of(arguments)) as page:
            await page.until(page.has_frames)
            await page.value("window.told = []; const told = bodies.frame;"
                             " bodies.frame = (header, delay) => { window.told.push([now(), delay]); told(header, delay); }")
            await page.mouse("mousePressed", 400, 300, button="left", clickCount=1)
            began, x, step = time.monotonic(), 400, 4
            while time.monotonic() < began + seconds + 2:
                step = -step if not 200 < x + step < 900 else step
                x += step
                await page.mouse("mouseMoved", x, 300, button="left", buttons=1)
                await asyncio.sleep(1 / 60)
            told = await page.value("window.told")
    told = [one for one in told if one[0] > told[0][0] + 2000]
    answers = [two[1] for one, two in zip(told, told[1:]) if one[1] != two[1]]
    return {
        "frames_a_second": 1000 * (len(told) - 1) / (told[-1][0] - told[0][0]),
        "input_to_shown_p50_p90_p99_ms": tuple(percentile(answers, share) for share in (0.5, 0.9, 0.99)),
        "said": [line.strip() for line in run.said if "encoded" in line],
    }


def without_viewers(seconds, arguments):
    with Served(*arguments) as run:
        while run.shown().get("steps", {}).get("count", 0) == 0:
            time.sleep(0.1)
        time.sleep(seconds)
        return {key: run.shown()["steps"][key] for key in ("count", "milliseconds_p50", "milliseconds_p99")}


if __name__ == "__main__":
    length, rate, *rest = sys.argv[1:]
    if rate == "alone":
        told = without_viewers(float(length), rest)
    elif rate == "shown":
        told = asyncio.run(in_a_browser(float(length), rest))
    else:
        told = asyncio.run(measure(float(length), float(rate), rest))
    print(json.dumps({key: [round(v, 2) for v in value] if isinstance(value, tuple) else value
                      for key, value in told.items()}))
