"""The self-extracting archive on a system that has glibc, a shell and little else."""

import glob
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).parents[2]
TOOLS = "sh sed tar gzip mkdir dirname readlink env".split()
OF_GLIBC = "libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2".split()
# A root of its own for who is none, with the kernel's files in it.
WITHIN = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
          'mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"']
CAN = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "true"], stderr=subprocess.DEVNULL).returncode == 0
# In the place of ffmpeg: writes down who started it, by a shell, and with what.
FFMPEG = r"""#!/bin/sh
readlink "/proc/$(sed -n 's/PPid:[[:space:]]*//p' "/proc/$PPID/status")/exe" >/started_by
env >/environment
"""


def libraries(program):
    """The libraries of a program by their names: where the loader finds them."""
    found = subprocess.run([program], env={"LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True, check=True)
    lines = (line.split() for line in found.stdout.splitlines())
    return {words[0]: os.path.realpath(words[2]) for words in lines if "=>" in words}


def bare_system(root):
    """Only that."""
    for folder in ("bin", "dev", "lib64", "proc", "tmp"):
        (root / folder).mkdir()
    (root / "lib").symlink_to("lib64")
    shutil.copy("/lib64/ld-linux-x86-64.so.2", root / "lib64")
    held = libraries("/bin/sh")["libc.so.6"]
    needed = {name: os.path.join(os.path.dirname(held), name) for name in OF_GLIBC}
    for tool in TOOLS:
        program = os.path.realpath(shutil.which(tool))
        shutil.copy(program, root / "bin" / tool)
        needed.update(libraries(program))
    for name, file in needed.items():
        shutil.copy(file, root / "lib64" / name)
    (root / "bin" / "ffmpeg").write_text(FFMPEG)
    (root / "bin" / "ffmpeg").chmod(0o755)


@unittest.skipUnless(shutil.which("patchelf"), "no patchelf here (Debian: patchelf)")
@unittest.skipUnless(CAN, "users may not have a root of their own here (unshare)")
@unittest.skipUnless(os.uname().machine == "x86_64", "the bare system is one of x86-64")
class Archive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run([SOURCE / "script" / "package", "archive"], check=True, env={**os.environ, "PRESET": "release"})
        packed = max(glob.glob(f"{SOURCE}/build/packages/orrery-*.run"), key=os.path.getmtime)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        bare_system(cls.root)
        shutil.copy(packed, cls.root / "orrery.run")
        said = cls.run_within("sh", "/orrery.run", "/place").stdout
        cls.program = said.split("start it by ")[1].strip()
        cls.tree = (cls.root / os.path.relpath(cls.program, "/")).parents[1]

    @classmethod
    def run_within(cls, *words, check=True, **environment):
        return subprocess.run([*WITHIN, cls.root, "/bin/env", "-i", "PATH=/bin", *words], capture_output=True, text=True,
                              check=check, env={"PATH": os.environ["PATH"], **environment})

    def test_it_computes_there(self):
        report = self.run_within(self.program, "simulate", "plummer", "--bodies", "500", "--steps", "3", "--algorithm",
                                 "cpu.fmm", "--json", "-")
        self.assertEqual(json.loads(report.stdout)["bodies"], 500)

    def test_it_says_what_is_wrong_as_everywhere(self):
        wrong = self.run_within(self.program, "simulate", "/none.csv", check=False)
        self.assertEqual(wrong.returncode, 2)
        self.assertEqual(wrong.stderr.count("orrery: "), 1, wrong.stderr)

    def test_what_it_starts_finds_the_environment_that_it_was_started_in(self):
        for given in ([], ["LD_LIBRARY_PATH=/mine"]):
            self.run_within("env", *given, self.program, "doctor", check=False)
            place = os.path.dirname(os.path.dirname(self.program))
            self.assertEqual((self.root / "started_by").read_text().strip(), f"{place}/spare/orrery")
            seen = (self.root / "environment").read_text().splitlines()
            self.assertEqual([line for line in seen if "LD_" in line], given)

    def test_a_system_that_has_a_display_keeps_its_own_libraries(self):
        with_display = libraries(self.tree / "program" / "orrery")
        bare = libraries(self.tree / "spare" / "orrery")
        inside = os.path.realpath(self.tree)
        for name in ("libstdc++.so.6", "libX11.so.6"):
            self.assertFalse(with_display[name].startswith(inside), name)
            self.assertTrue(bare[name].startswith(f"{inside}/spare"), name)
        self.assertTrue(with_display["libtbb.so.12"].startswith(f"{inside}/lib"))

    def test_graphics_and_mpi_and_cuda_are_opened_by_name_and_missed_by_name(self):
        opened = ("libGL", "libEGL", "libOpenGL", "libcuda", "libcufft", "libnccl", "libmpi")
        self.assertEqual([name for name in libraries(self.tree / "program" / "orrery") if name.startswith(opened)], [])
        self.assertEqual(list(self.tree.glob("*/libGL*")), [])
        picture = self.run_within(self.program, "render", "plummer", "--bodies", "500", "-o", "/tmp/a.png", check=False)
        self.assertEqual(picture.returncode, 1)
        self.assertIn("EGL is not installed", picture.stderr)


if __name__ == "__main__":
    unittest.main()
