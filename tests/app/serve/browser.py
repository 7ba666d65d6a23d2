"""A page in Debian's Chromium without a window, driven over Chrome's DevTools protocol."""

import asyncio
import atexit
import json
import os
import shutil
import signal
import subprocess
import tempfile
import urllib.request

import websockets
from run_serve import PATIENCE

FLAGS = os.environ.get("CHROMIUM_FLAGS", "--disable-gpu --enable-unsafe-swiftshader").split()  # how it draws
BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")


class Browser:
    """The one that all pages of a test program are in: most of a short test would be its start."""

    running = None

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.process = subprocess.Popen(
            [BROWSER, "--headless", "--no-sandbox", *FLAGS,
             "--remote-debugging-port=0", f"--user-data-dir={self.folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        atexit.register(self.end)

    def end(self):
        os.killpg(self.process.pid, signal.SIGKILL)  # its many processes with it
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def debugging_port(self):
        try:
            with open(os.path.join(self.folder, "DevToolsActivePort")) as file:
                return file.readline().strip()
        except FileNotFoundError:
            return None

    @classmethod
    async def ask(cls, path):
        cls.running = cls.running or cls()
        port = await Page.until(cls.running.debugging_port)
        request = urllib.request.Request(f"http://127.0.0.1:{port}/json/{path}", method="PUT")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read()


class Page:
    def __init__(self, url, width=640, height=480):
        self.url = url
        self.width, self.height = width, height
        self.calls = 0

    async def __aenter__(self):
        self.target = json.loads(await Browser.ask("new?about:blank"))
        self.socket = await websockets.connect(self.target["webSocketDebuggerUrl"], max_size=None)
        await self.call("Emulation.setDeviceMetricsOverride", width=self.width, height=self.height,
                        deviceScaleFactor=1, mobile=False)
        await self.call("Page.navigate", url=self.url)
        return self

    async def __aexit__(self, *_):
        await self.socket.close()
        await Browser.ask(f"close/{self.target['id']}")

    @staticmethod
    async def until(told):
        for _ in range(PATIENCE * 10):
            found = told()
            if asyncio.iscoroutine(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(0.1)
        raise AssertionError("waited in vain")

    async def call(self, method, **arguments):
        self.calls += 1
        await self.socket.send(json.dumps({"id": self.calls, "method": method, "params": arguments}))
        while True:
            answer = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if answer.get("id") == self.calls:
                return answer.get("result", {})

    async def value(self, expression):
        answer = await self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                                 awaitPromise=True)
        return answer["result"].get("value")

    async def key(self, code, key, number):
        for kind in ("keyDown", "keyUp"):
            await self.call("Input.dispatchKeyEvent", type=kind, code=code, key=key, windowsVirtualKeyCode=number,
                            text=key if kind == "keyDown" and len(key) == 1 else "")

    async def mouse(self, kind, x, y, **more):
        await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    async def has_frames(self):
        return await self.value("Number(document.body?.dataset.frame) > 2")
