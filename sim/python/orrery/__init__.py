"""Gravity among many bodies, by every algorithm that Orrery has.

    import numpy, orrery

    x = numpy.random.standard_normal((100_000, 3))
    pull = orrery.forces(x, 1 / len(x), softening=0.01, error=1e-4)
    pull.acceleration, pull.potential, pull.promised_error

    simulation = orrery.Simulation("galaxy_collision", bodies=20_000, algorithm="cpu.tree")
    simulation.run_until(2)
    simulation.positions, simulation.conserved()["energy"]
"""

from ._orrery import (
    BodiesOnGpu,
    DeviceArray,
    Error,
    Forces,
    InputError,
    Simulation,
    System,
    __version__,
    algorithms,
    forces,
    load,
    scenes,
    settings,
)
from .pictures import View, render, view

__all__ = [
    "BodiesOnGpu",
    "DeviceArray",
    "Error",
    "Forces",
    "InputError",
    "Simulation",
    "System",
    "View",
    "__version__",
    "algorithms",
    "forces",
    "load",
    "render",
    "scenes",
    "settings",
    "view",
]
