"""What viewers of `orrery serve` get, and what strangers do not: by a client without a browser."""

import asyncio
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock
import urllib.error
import urllib.request
from socket import create_connection

import websockets
from run_serve import PATIENCE, PROGRAM, Served, Viewer

SMALL = ("plummer", "--bodies", "500", "--algorithm", "cpu.simd", "--size", "320x240")


class Protocol(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.run_of = Served(*SMALL)
        cls.run_of.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.run_of.__exit__()

    async def test_frames_come_and_the_newest_wins(self):
        async with self.run_of.connect() as socket:
            viewer = Viewer(socket)
            first = (await viewer.frame())["id"]
            self.assertEqual(viewer.picture[:2], b"\xff\xd8")
            self.assertTrue(viewer.words["steers"])
            while not await viewer.hear():
                pass  # a frame that is not acknowledged …
            held = viewer.header["id"]
            with self.assertRaises(asyncio.TimeoutError):
                while True:  # … is followed by words alone
                    message = await asyncio.wait_for(socket.recv(), 1.5)
                    self.assertIsInstance(message, str)
            await viewer.send(e="shown", id=held, delay=0)
            self.assertGreater((await viewer.frame())["id"], held)
            self.assertGreater(held, first)

    async def test_a_page_that_has_drawn_a_frame_is_sent_the_next_while_that_is_shown(self):
        async with self.run_of.connect() as socket:
            viewer = Viewer(socket)
            await viewer.frame()
            for _ in range(3):
                while not await viewer.hear():
                    pass
                held = viewer.header["id"]
                await viewer.send(e="drawn", id=held)
                while not await viewer.hear():
                    pass
                self.assertGreater(viewer.header["id"], held)
                await viewer.send(e="shown", id=held, delay=0)  # of the one before
                await viewer.send(e="shown", id=viewer.header["id"], delay=0)
            for _ in range(2):  # of two that are not shown
                while not await viewer.hear():
                    pass
                await viewer.send(e="drawn", id=viewer.header["id"])
            with self.assertRaises(asyncio.TimeoutError):
                while True:  # there is no third
                    self.assertIsInstance(await asyncio.wait_for(socket.recv(), 1.5), str)

    async def test_keys_reach_the_window(self):
        async with self.run_of.connect() as socket:
            viewer = Viewer(socket)
            await viewer.frame()
            running = self.run_of.shown()["settings"]["running"]
            for down in (True, False):
                await viewer.send(e="key", code="Space", down=down, t=1)
            await viewer.until(lambda: self.run_of.shown()["settings"]["running"] != running)
            for down in (True, False):
                await viewer.send(e="key", code="Space", down=down, t=2)
            await viewer.until(lambda: self.run_of.shown()["settings"]["running"] == running)

    async def test_the_picture_has_the_size_of_the_page(self):
        async with self.run_of.connect() as socket:
            viewer = Viewer(socket)
            await viewer.send(e="size", width=400, height=300, ratio=2)
            await viewer.until(lambda: viewer.header and viewer.header["width"] == 400)
            self.assertEqual(viewer.header["height"], 300)
            await viewer.send(e="size", width=10**9, height=-5, ratio=1e30)
            await viewer.until(lambda: viewer.header["width"] == 8192 and viewer.header["height"] == 64)
            await viewer.send(e="size", width=320, height=240, ratio=1)
            await viewer.until(lambda: viewer.header["width"] == 320)

    async def test_a_picture_that_stands_still_arrives_without_loss(self):
        for encoder in ("gpu", "processor"):
            with Served("plummer", "--bodies", "500", "--paused", "--no-ui", "--size", "160x120",
                        "--encode-by", encoder) as still:
                async with still.connect() as socket:
                    viewer = Viewer(socket)
                    self.assertEqual((await viewer.frame())["type"], "image/jpeg", encoder)
                    restarts = viewer.picture.count(b"\xff\xdd")  # the GPU's rows begin anew
                    self.assertEqual(restarts, 1 if encoder == "gpu" else 0)
                    await viewer.until(lambda: viewer.header["type"] == "image/png")
                    self.assertEqual(viewer.picture[1:4], b"PNG")
                    # What moves again comes as a JPEG again.
                    for down in (True, False):
                        await viewer.send(e="key", code="Space", down=down, t=1)
                    await viewer.until(lambda: viewer.header["type"] == "image/jpeg")

    async def test_one_steers_and_others_watch_until_it_goes(self):
        async with self.run_of.connect() as second_socket:
            second = Viewer(second_socket)
            await second.frame()
            self.assertTrue(second.words["steers"])
            async with self.run_of.connect() as first_socket:
                watching = Viewer(first_socket)
                await watching.frame()
                self.assertFalse(watching.words["steers"])
                layer = self.run_of.shown()["settings"]["running"]
                await watching.send(e="key", code="Space", down=True, t=1)
                for _ in range(3):
                    await watching.frame()
                    await second.frame()
                self.assertEqual(self.run_of.shown()["settings"]["running"], layer)
                await second_socket.close()
                await watching.until(lambda: watching.words["steers"])

    async def test_nonsense_does_nothing(self):
        async with self.run_of.connect() as socket:
            viewer = Viewer(socket)
            await viewer.frame()
            for text in ("", "[]", "{", '{"e":1}', '{"e":"key","code":7}', '{"e":"move","x":"a"}',
                         '{"e":"move","x":1e999}', '{"e":"shown","id":-1}', '{"e":"button","button":99}'):
                await socket.send(text)
            await socket.send(b"\x00\xff\x00")
            await viewer.frame()

    async def test_a_message_without_end_ends_the_connection(self):
        async with self.run_of.connect() as socket:
            with self.assertRaises(websockets.ConnectionClosed):
                await socket.send("x" * 100_000)
                while True:
                    await asyncio.wait_for(socket.recv(), PATIENCE)

    async def test_strangers_stay_outside(self):
        refused = (websockets.InvalidStatusCode, websockets.InvalidHandshake, ConnectionError, EOFError)
        for arguments in (
            {"token": ""},
            {"token": self.run_of.token[:-1]},
            {"origin": "http://example.com"},
        ):
            with self.assertRaises(refused, msg=str(arguments)):
                async with self.run_of.connect(**arguments):
                    pass

    def test_the_page_is_all_there_is_to_read(self):
        with urllib.request.urlopen(self.run_of.page, timeout=PATIENCE) as page:
            self.assertIn(b"<canvas", page.read())
        address = f"http://localhost:{self.run_of.port}"
        token = f"?token={self.run_of.token}"
        for path, code in (("/", 403), ("/?token=1", 403), ("/index.html" + token, 404),
                           ("/../../etc/passwd" + token, 404), ("/%2e%2e/LICENSE" + token, 404)):
            with self.assertRaises(urllib.error.HTTPError, msg=path) as error:
                urllib.request.urlopen(address + path, timeout=PATIENCE)
            self.assertEqual(error.exception.code, code, path)
            error.exception.close()
        stranger = urllib.request.Request(self.run_of.page, headers={"Host": "example.com"})
        with self.assertRaises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(stranger, timeout=PATIENCE)
        self.assertEqual(error.exception.code, 403)
        error.exception.close()


class Encoding(unittest.IsolatedAsyncioTestCase):
    async def test_a_gpu_that_cannot_encode_is_told_of(self):
        source = pathlib.Path(__file__).parents[3]
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(source / "assets", os.path.join(folder, "assets"))
            shutil.copytree(source / "shaders", os.path.join(folder, "shaders"), ignore=shutil.ignore_patterns("jpeg_*"))
            with Served(*SMALL, "--encode-by", "gpu", launcher=("env", "ORRERY_RESOURCES=" + folder)) as run:
                async with run.connect() as socket, run.connect() as later:
                    for viewer in (Viewer(socket), Viewer(later)):
                        await viewer.until(lambda: "jpeg_transform.comp" in viewer.words.get("not_by_gpu", ""))
                        self.assertEqual(viewer.picture[:2], b"\xff\xd8")
        told = [line for line in run.said if "the GPU cannot encode" in line]
        self.assertEqual(len(told), 1, run.said)
        self.assertIn("jpeg_transform.comp", told[0])


class Ending(unittest.IsolatedAsyncioTestCase):
    async def test_viewers_are_told_that_the_run_has_ended(self):
        with Served(*SMALL) as run:
            async with run.connect() as socket:
                viewer = Viewer(socket)
                await viewer.frame()
                viewer.send = unittest.mock.AsyncMock()  # what it says then may come too late: it listens
                run.process.terminate()
                with self.assertRaises(websockets.ConnectionClosedOK):
                    while True:
                        await viewer.hear()
                self.assertTrue(viewer.words.get("ended"))
            self.assertEqual(run.process.wait(timeout=PATIENCE), 0)

    def test_a_port_that_is_taken_is_said(self):
        with Served(*SMALL) as run:
            with self.assertRaisesRegex(RuntimeError, f"127.0.0.1:{run.port}"):
                Served(*SMALL, "--port", str(run.port))

    def test_only_the_address_that_is_named_is_listened_on(self):
        for listen, others in (("127.0.0.1", ("127.0.0.2", "::1")), ("127.0.0.3", ("127.0.0.1",)), ("::1", ("127.0.0.1",))):
            with Served(*SMALL, "--listen", listen) as run:
                create_connection((listen, run.port)).close()
                for other in others:
                    with self.assertRaises(ConnectionRefusedError, msg=f"{other} while {listen} is listened on"):
                        create_connection((other, run.port))

    def test_an_address_that_is_not_this_machines_is_bad_input(self):
        for address in ("nowhere", "203.0.113.9"):
            run = subprocess.run([PROGRAM, "serve", "--port", "0", "--listen", address, *SMALL],
                                 capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(f"--listen {address}: is no address of this machine", run.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
