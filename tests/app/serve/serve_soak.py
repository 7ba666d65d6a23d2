"""Hours of `orrery serve`, to viewers that come and go: what it holds, each minute.

    ORRERY=build/release/bin/orrery nice python3 tests/app/serve/serve_soak.py 480 4 5 >soak.csv

Minutes, how many come and go at once, how many frames a second each takes, and what else the program is to
be told. One viewer steers and turns the camera. The others come, look at some frames, and go as people do: by closing
the page, by a line that breaks, without a word after one frame. Some pages change their size or draw bodies
themselves. The first minutes tell nothing: the timeline keeps up to a thousand checkpoints (of many bodies
512 MB, or a sixteenth of the machine's memory). Of these few bodies, at 300 steps a second, they are there
after nine minutes, and the allocator has found its places for those that replace each other after an hour.
"""

import asyncio
import os
import random
import sys
import time

import websockets
from run_serve import Served, Viewer


class Crowd:
    def __init__(self, run, pause):
        self.run, self.pause, self.came, self.lost, self.frames = run, pause, 0, 0, 0
        self.chance = random.Random(1)

    async def look(self, viewer, frames):
        for _ in range(frames):
            await viewer.frame()
            self.frames += 1
            await asyncio.sleep(self.pause)

    async def again_and_again(self, visit):
        while True:
            try:
                await visit()
            except (websockets.ConnectionClosed, asyncio.TimeoutError):
                self.lost += 1  # by a machine that is too busy to answer in time

    async def steer(self):
        async with self.run.connect(ping_interval=None) as socket:
            viewer = Viewer(socket)
            while True:
                await self.look(viewer, 50)
                await viewer.send(e="button", button=0, down=True, x=100, y=100, t=1)
                for x in range(100, 160, 5):
                    await viewer.send(e="move", x=x, y=100, t=x)
                    await self.look(viewer, 1)
                await viewer.send(e="button", button=0, down=False, x=160, y=100, t=2)
                await viewer.send(e="bodies", count=20_000)
                wide = self.chance.choice((320, 400, 480))
                await viewer.send(e="size", width=wide, height=wide * 9 // 16, ratio=1)

    async def come_and_go(self):
        await asyncio.sleep(self.chance.uniform(0, 10))
        socket = await self.run.connect(ping_interval=None)
        self.came += 1
        await self.look(Viewer(socket), self.chance.choice((1, 5, 25, 100)))
        if self.chance.random() < 0.5:
            socket.transport.abort()
        else:
            await socket.close()


def held_by(process):
    with open(f"/proc/{process}/status") as file:
        facts = dict(line.split(":", 1) for line in file)
    return int(facts["VmRSS"].split()[0]), int(facts["Threads"]), len(os.listdir(f"/proc/{process}/fd"))


async def soak(minutes, visitors, rate, arguments):
    with Served("plummer", "--bodies", "300", "--algorithm", "cpu.soa", "--threads", "1", "--size", "320x180",
                "--do", "pace 300", *arguments) as run:
        crowd = Crowd(run, 1 / rate)
        visits = (crowd.steer, *(crowd.come_and_go,) * visitors)
        tasks = [asyncio.create_task(crowd.again_and_again(visit)) for visit in visits]
        began = time.monotonic()
        print("minute,resident_kB,threads,files,viewers_so_far,lost,frames_so_far", flush=True)
        for minute in range(minutes + 1):
            await asyncio.wait(tasks, timeout=max(0, began + 60 * minute - time.monotonic()),
                               return_when=asyncio.FIRST_EXCEPTION)
            for task in tasks:
                if task.done():
                    task.result()  # throws what went wrong
            print(minute, *held_by(run.process.pid), crowd.came, crowd.lost, crowd.frames, sep=",", flush=True)
    await asyncio.gather(*tasks, return_exceptions=True)  # there is nobody to come to any more


if __name__ == "__main__":
    asyncio.run(soak(*map(int, sys.argv[1:4]), sys.argv[4:]))
