"""`orrery serve` as users run it, and who looks at it."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import tempfile

import websockets

PROGRAM = os.environ["ORRERY"]
PATIENCE = 120  # seconds, on a busy machine


class Served:
    """A run of `orrery serve`, ended at the end of a `with`."""

    def __init__(self, *arguments, launcher=()):
        self.state = os.path.join(tempfile.mkdtemp(), "state.json")
        self.process = subprocess.Popen(
            [*launcher, PROGRAM, "serve", "--port", "0", "--remember", "no", "--state-json", self.state, *arguments],
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.said = []
        while True:
            line = self.process.stderr.readline()
            if not line:
                raise RuntimeError("orrery serve said: " + "".join(self.said))
            self.said.append(line)
            found = re.search(r"http://[\w.:\[\]]+:(\d+)/\?token=([0-9a-f]+)", line)
            if found:
                self.port, self.token = int(found[1]), found[2]
                break

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE)
        finally:
            with contextlib.suppress(ProcessLookupError):  # a launcher's processes, too
                os.killpg(self.process.pid, signal.SIGKILL)
            self.said += self.process.stderr.readlines()
            self.process.stderr.close()

    @property
    def page(self):
        return self.page_at(self.port)

    def page_at(self, port):
        return f"http://localhost:{port}/?token={self.token}"

    def shown(self):
        """What the window shows, as --state-json tells it."""
        try:
            with open(self.state) as file:
                return json.load(file)
        except (FileNotFoundError, json.JSONDecodeError):
            return {}

    def connect(self, token=None, port=None, host="localhost", **more):
        address = f"ws://{host}:{port or self.port}/?token={self.token if token is None else token}"
        return websockets.connect(address, subprotocols=["orrery"], max_size=None, open_timeout=PATIENCE, **more)


class Viewer:
    """A page without a browser: hears words, takes frames and says that they were displayed."""

    def __init__(self, socket):
        self.socket = socket
        self.words = {}
        self.header = None
        self.picture = b""
        self.bodies = None

    async def hear(self):
        """One message; whether it was a frame."""
        message = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        if isinstance(message, str):
            self.words.update(json.loads(message))
            if self.words.pop("echo", False):
                await self.send(e="echo")
            return False
        length = int.from_bytes(message[:4], "little")
        header = json.loads(message[4 : 4 + length])
        if header["type"] == "bodies":
            self.bodies = (header, message[4 + length :])
            return False
        self.header = header
        self.picture = message[4 + length :]
        return True

    async def frame(self):
        while not await self.hear():
            pass
        await self.send(e="shown", id=self.header["id"], delay=0)
        return self.header

    async def send(self, **event):
        await self.socket.send(json.dumps(event))

    async def until(self, told):
        while not told():
            await self.frame()
