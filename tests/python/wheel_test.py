"""The wheel that script/package makes, in a clean virtual environment, held to the module's own tests there."""

import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).parents[2]
LARGEST = 60e6  # bytes, CPU and CUDA in one


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **more)
    if done.returncode != 0:
        raise AssertionError(" ".join(map(str, words)) + "\n" + done.stdout[-8000:])
    return done.stdout


def runs(python):
    return subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0


def newest_python():
    """One with the stable ABI where there is one."""
    named = [shutil.which(f"python3.{minor}") for minor in range(14, 11, -1)]
    known = sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.1[2-9]*/bin/python3")))
    for python in [os.environ.get("PYTHON"), *filter(None, named), *known, shutil.which("python3"), sys.executable]:
        if python and runs(python):
            return python
    return None


PYTHON = newest_python()


@unittest.skipUnless(PYTHON, "no Python here can make a virtual environment (Debian: python3-venv)")
class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        run(SOURCE / "script" / "package", "wheel", env={**os.environ, "PRESET": "release", "PYTHON": PYTHON})
        cls.wheel = next((SOURCE / "build" / "packages").glob("orrery-*.whl"))
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        run(PYTHON, "-m", "venv", cls.folder / "clean")
        cls.python = cls.folder / "clean" / "bin" / "python"
        cls.environment = {name: value for name, value in os.environ.items()
                           if name not in ("PYTHONPATH", "LD_LIBRARY_PATH", "ORRERY_PROGRAM")}
        run(cls.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", cls.wheel, "pytest")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def told(self, program):
        return run(self.python, "-I", "-c", program, cwd=self.folder, env=self.environment).strip()

    def test_one_wheel_is_for_every_later_python(self):
        modern = self.told("import sys; print(sys.version_info >= (3, 12))") == "True"
        self.assertEqual("-abi3-" in self.wheel.name, modern, self.wheel.name)
        self.assertIn("manylinux", self.wheel.name)
        self.assertLess(self.wheel.stat().st_size, LARGEST)

    def test_it_brings_all_that_it_needs(self):
        program = "import orrery; print(orrery.__file__); print(open('/proc/self/maps').read())"
        maps = self.told(program)
        self.assertTrue(maps.startswith(str(self.folder)), maps.splitlines()[0])
        for library in ("libGL", "libEGL", "libcuda.so", "libmpi", "libX11", "libnccl"):
            self.assertNotIn(library, maps)
        for library in ("libtbb", "libhwy"):
            self.assertIn("orrery.libs/" + library, maps)

    def test_it_has_types_for_editors(self):
        folder = pathlib.Path(self.told("import orrery; print(orrery.__path__[0])"))
        self.assertTrue((folder / "py.typed").exists())
        self.assertIn("def forces(", (folder / "_orrery.pyi").read_text())

    def test_the_modules_tests_hold_there(self):
        tests = [SOURCE / "tests" / "python" / f"test_{part}.py" for part in ("device_arrays", "forces", "simulation")]
        told = run(self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, cwd=self.folder,
                   env=self.environment)
        self.assertRegex(told, r"\d\d passed")

    def test_algorithms_for_gpus_are_in_it_where_a_compiler_for_them_is(self):
        ids = self.told("import orrery; print(*(row['id'] for row in orrery.algorithms()))").split()
        self.assertIn("cpu.fmm", ids)
        nvcc = shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc")
        self.assertEqual("gpu.fmm" in ids, bool(nvcc))


if __name__ == "__main__":
    unittest.main(verbosity=2)
