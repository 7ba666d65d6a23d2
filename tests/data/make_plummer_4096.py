#!/usr/bin/env python3
"""Makes plummer_4096.tipsy and its reference forces with Python alone: nothing of Orrery takes part.

    make_plummer_4096.py SNAPSHOT.tipsy FORCES.csv

A Plummer sphere in equilibrium, G = M = a = 1, cut where it encloses 99.9 % of the mass: radii from the
inverse of M(r), speeds from the distribution function by rejection (Aarseth, Henon & Wielen 1974), the
centre of mass at rest in the origin, every body with a softening of 0.01. The forces are those on 200 bodies, summed directly in double
precision (math.fsum) over the single-precision numbers that the file holds, with softening 0.01.
"""
import math
import random
import struct
import sys

BODIES, SAMPLED, SOFTENING = 4096, 200, 0.01
dice = random.Random(20261121)


def times_direction(length):
    z = dice.uniform(-1, 1)
    angle = dice.uniform(0, 2 * math.pi)
    ring = length * math.sqrt(1 - z * z)
    return [ring * math.cos(angle), ring * math.sin(angle), length * z]


def speed_over_escape():
    while True:
        q, height = dice.uniform(0, 1), dice.uniform(0, 0.1)
        if height < q * q * (1 - q * q) ** 3.5:
            return q


def centred(vectors):
    means = [math.fsum(axis) / len(vectors) for axis in zip(*vectors)]
    return [[x - mean for x, mean in zip(vector, means)] for vector in vectors]


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


radii = [1 / math.sqrt(dice.uniform(0, 0.999) ** (-2 / 3) - 1) for _ in range(BODIES)]
positions = centred([times_direction(r) for r in radii])
velocities = centred(
    [times_direction(speed_over_escape() * math.sqrt(2) * (1 + r * r) ** -0.25) for r in radii])
mass = 1 / BODIES

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<d6i", 0, BODIES, 3, 0, BODIES, 0, 0))
    for x, v in zip(positions, velocities):
        file.write(struct.pack("<9f", mass, *x, *v, SOFTENING, 0))

stored = [[single(x) for x in position] for position in positions]
with open(sys.argv[2], "w") as file:
    file.write("index,ax,ay,az,potential\n")
    for k in range(SAMPLED):
        i = k * (BODIES - 1) // (SAMPLED - 1)
        pulls = []
        for j in range(BODIES):
            if j != i:
                d = [a - b for a, b in zip(stored[j], stored[i])]
                r = math.sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2 + SOFTENING**2)
                pulls.append([mass * d[0] / r**3, mass * d[1] / r**3, mass * d[2] / r**3, -mass / r])
        file.write(",".join([str(i)] + [repr(math.fsum(column)) for column in zip(*pulls)]) + "\n")
