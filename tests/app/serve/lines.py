"""Lines to `orrery serve` that are long, thin, or break: a proxy between the page and the program."""

import asyncio


class Line:
    """Hands bytes on `delay` seconds later in each direction, and to the page at most `rate` bytes a second."""

    def __init__(self, port, delay=0.0, rate=None):
        self.target, self.delay, self.rate = port, delay, rate
        self.held = asyncio.Event()
        self.held.set()
        self.pipes = set()
        self.writers = set()
        self.carried = 0  # bytes to the page

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()
        self.cut()
        await asyncio.gather(*self.pipes, return_exceptions=True)

    def hold(self):
        """Nothing is handed on any more, and nobody is told."""
        self.held.clear()

    def go_on(self):
        self.held.set()

    def cut(self):
        """Whoever is connected is so no more; others may come."""
        for writer in self.writers:
            writer.transport.abort()
        for pipe in self.pipes:
            pipe.cancel()

    async def carry(self, page_reader, page_writer):
        # The kernel holds little back, so that a thin line is felt at once.
        program_reader, program_writer = await asyncio.open_connection("127.0.0.1", self.target, limit=8192)
        page_writer.transport.set_write_buffer_limits(high=8192)
        self.writers |= {page_writer, program_writer}
        for reader, writer, rate in ((page_reader, program_writer, None), (program_reader, page_writer, self.rate)):
            for step in self.pipe(reader, writer, rate):
                task = asyncio.create_task(step)
                self.pipes.add(task)
                task.add_done_callback(self.pipes.discard)

    def pipe(self, reader, writer, rate):
        under_way = asyncio.Queue(maxsize=1 if rate else 0)
        return self.take(reader, under_way, rate), self.give(writer, under_way, rate)

    async def take(self, reader, under_way, rate):
        while True:
            try:
                piece = await reader.read(max(512, int(rate / 500)) if rate else 65536)
            except ConnectionError:
                piece = b""
            await under_way.put((asyncio.get_running_loop().time() + self.delay, piece))
            if not piece:
                return

    async def give(self, writer, under_way, rate):
        time = asyncio.get_running_loop().time
        slack, free_at = 0.005, 0  # seconds that a timer may be late by without making the line thinner
        while True:
            due, piece = await under_way.get()
            await asyncio.sleep(max(0, due - time()))
            await self.held.wait()
            if not piece:
                writer.close()
                return
            if rate:
                free_at = max(time() - slack, free_at) + len(piece) / rate
                await asyncio.sleep(free_at - time())
                self.carried += len(piece)
            writer.write(piece)
            try:
                await writer.drain()
            except ConnectionError:
                return
