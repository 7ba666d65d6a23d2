"""`mpirun -n 2 orrery serve`: the first process has the viewers, and the bodies are shared out."""

import os
import unittest

from run_serve import PATIENCE, Served, Viewer

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl": "self,vader",
               "OMPI_MCA_hwloc_base_binding_policy": "none"}


class OnTwoRanks(unittest.IsolatedAsyncioTestCase):
    async def test_a_viewer_sees_and_steers_what_two_processes_simulate(self):
        os.environ.update(ENVIRONMENT)
        with Served("plummer", "--bodies", "900", "--algorithm", "cpu.tree", "--size", "320x240", "--no-ui",
                    launcher=(os.environ["MPIRUN"], "-n", "2")) as run:
            async with run.connect() as socket:
                viewer = Viewer(socket)
                await viewer.until(lambda: run.shown().get("simulation", {}).get("loaded"))
                self.assertEqual(run.shown()["simulation"]["ranks"], 2)
                self.assertEqual(run.shown()["simulation"]["count"], 900)
                steps = run.shown()["simulation"]["steps"]
                await viewer.until(lambda: run.shown()["simulation"]["steps"] > steps + 5)

                await viewer.send(e="bodies", count=900)  # of both processes
                await viewer.until(lambda: viewer.bodies)
                self.assertGreater(viewer.bodies[0]["count"], 850)

                for down in (True, False):
                    await viewer.send(e="key", code="Space", down=down, t=1)
                await viewer.until(lambda: run.shown()["settings"]["running"] is False)
                await viewer.until(lambda: viewer.header["type"] == "image/png")

                await viewer.send(e="key", code="KeyQ", down=True, ctrl=True, t=2)
                # Both end.
                self.assertEqual(run.process.wait(timeout=PATIENCE), 0, run.process.stderr.read())


if __name__ == "__main__":
    unittest.main(verbosity=2)
