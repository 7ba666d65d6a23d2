"""A network of the test's own, between TCP as the kernel has it and itself: long, thin, and losing packets.

Idea: in a network namespace a TUN device has the address HERE. What is sent to THERE goes into it and comes to this
process, which waits, loses some, exchanges sender and receiver and gives it back: so who connects to THERE reaches
HERE, as from THERE. (The sum that checks a packet does not change by that.) No kernel's netem is needed, and no root
where users may have namespaces of their own.
"""

import asyncio
import fcntl
import os
import random
import struct
import subprocess
import sys

HERE, THERE = "10.9.0.1", "10.9.0.2"
OWN = ["unshare", "--user", "--map-root-user", "--net"]
INSIDE = "ORRERY_OWN_NETWORK"


def enter_own_network():
    """Starts this program again in a network namespace; why not, where that is not allowed."""
    if INSIDE in os.environ:
        return None
    tried = [*OWN, "ip", "tuntap", "add", "tun0", "mode", "tun"]
    try:
        told = subprocess.run(tried, capture_output=True, text=True)
    except FileNotFoundError as missing:
        return str(missing)
    if told.returncode != 0:
        return "no network namespace with a TUN device here: " + told.stderr.strip()
    os.environ[INSIDE] = "yes"
    os.execvp(OWN[0], [*OWN, sys.executable, *sys.argv])


class LossyNetwork:
    """`delay`: seconds there and back. `loss`: the share of packets. `rate`: bytes a second from `port`; None: any."""

    QUEUE = 64 * 1024  # bytes that wait for a thin line; what comes then is lost, as in a router

    def __init__(self, delay=0.0, loss=0.0, rate=None, port=0):
        self.delay, self.loss, self.rate, self.port = delay, loss, rate, port
        self.broken = False
        self.lost = self.carried = 0  # packets
        self.chance = random.Random(1)
        self.free_at = 0.0  # when the thin line has sent what waits for it

    async def __aenter__(self):
        self.device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        set_interface, tun_without_head = 0x400454CA, 0x1001
        fcntl.ioctl(self.device, set_interface, struct.pack("16sH22x", b"far", tun_without_head))
        for words in (["link", "set", "lo", "up"], ["addr", "add", HERE + "/24", "dev", "far"],
                      ["link", "set", "far", "up"]):
            subprocess.run(["ip", *words], check=True)
        self.loop = asyncio.get_running_loop()
        self.loop.add_reader(self.device, self.take)
        return self

    async def __aexit__(self, *_):
        self.broken = True
        self.loop.remove_reader(self.device)
        os.close(self.device)

    def take(self):
        while True:
            try:
                packet = os.read(self.device, 65536)
            except BlockingIOError:
                return
            due = self.due(packet)
            if due is None:
                self.lost += 1
            else:
                self.loop.call_at(due, self.give_back, packet)

    def due(self, packet):
        """When it arrives; None: never."""
        now = self.loop.time()
        if self.broken or packet[0] >> 4 != 4 or self.chance.random() < self.loss:
            return None
        head = 4 * (packet[0] & 15)
        if self.rate and struct.unpack_from(">H", packet, head)[0] == self.port:
            begins = max(now, self.free_at)
            if (begins - now) * self.rate > self.QUEUE:
                return None
            self.free_at = now = begins + len(packet) / self.rate
        return now + self.delay / 2

    def give_back(self, packet):
        if not self.broken:
            self.carried += 1
            os.write(self.device, packet[:12] + packet[16:20] + packet[12:16] + packet[20:])
