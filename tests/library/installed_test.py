"""The installed library as a user's project finds it, and its interface as it was when it was last looked at."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).parents[2]
HERE = SOURCE / "tests" / "library"
BUILD = os.environ["ORRERY_BUILD"]
COMPILER = os.environ["ORRERY_COMPILER"]
VERSION = re.search(r"^project\(orrery VERSION ([0-9]+\.[0-9]+)", (SOURCE / "CMakeLists.txt").read_text(), re.M)[1]
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Werror -fvisibility=hidden"


def run(*words, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        raise AssertionError(" ".join(map(str, words)) + "\n" + done.stdout)
    return done.stdout


def declarations(header):
    """A header's text without comments and blank lines: what a program sees of it."""
    text = re.sub(r"//[^\n]*", "", header.read_text())
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.prefix = cls.folder / "moved"
        run("cmake", "--install", BUILD, "--prefix", cls.folder / "installed", "--component", "library")
        (cls.folder / "installed").rename(cls.prefix)  # the tree finds itself wherever it is

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def library(self):
        return next(self.prefix.glob("lib*/**/liborrery.so"))

    def configured(self, project, name, *more):
        run("cmake", "-G", "Ninja", "-S", project, "-B", self.folder / name, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={COMPILER}", f"-DCMAKE_CXX_FLAGS={WARNINGS}", *more)
        return self.folder / name

    def project_that_finds(self, words):
        project = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        (project / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES CXX)\nfind_package(orrery {words})\n")
        return project

    def test_the_examples_are_built_against_it_and_run(self):
        built = self.configured(SOURCE / "docs" / "examples", "examples")
        run("cmake", "--build", built)
        self.assertRegex(run(built / "forces"), r"(cpu|gpu)\.fmm took .* promises an error of 2.1e-04; .* is 0\.2\d\d\n")
        told = run(built / "energy", cwd=built)
        changes = re.findall(r"^ *[\d.]+ +-1\.\d+ +(\S+)$", told, re.M)
        self.assertEqual(len(changes), 5, told)
        self.assertTrue(all(abs(float(change)) < 1e-3 for change in changes), told)
        error, promised = re.search(r"within (\S+), promised (\S+)", told).groups()
        self.assertLess(float(error), float(promised))
        self.assertIn("4000 bodies saved", told)
        told = run(built / "own_algorithm")
        self.assertRegex(told, r"^t = 0.7812, energy changed by -?\d\.\de-0[6-9]; .* promised 1.0e-12\n$")

    def test_what_it_cannot_do_is_thrown_as_its_own_error(self):
        program = self.folder / "refusals"
        run(COMPILER, "-std=c++20", *WARNINGS.split(), HERE / "refusals.cpp", f"-I{self.prefix / 'include'}",
            self.library(), f"-Wl,-rpath,{self.library().parent}", "-pthread", "-o", program)
        told = dict(line.split(": ", 1) for line in run(program).splitlines())
        for name, words in {
            "twice": "failure: .*mine.weak",
            "weak": "found out",
            "late": "failure: .*mine.late.*too late",
            "algorithm": "input: .*cpu.nothing",
            "setting": "input: .*softness",
            "seed": "input: .*seed",
            "source": "input: .*not.there",
            "lengths": "input: .*vz.*2",
            "finite": "input: .*finite",
            "error": "input: .*cpu.mesh",
            "on device": "input: .*",
            "stopped": "yes after 0 steps",
            "copy": "300 bodies, first mass 1.000000",
        }.items():
            self.assertRegex(told[name], words)

    def test_each_header_stands_alone(self):
        headers = sorted((self.prefix / "include" / "orrery").glob("*"))
        self.assertGreater(len(headers), 5)
        for header in headers:
            self.assertNotRegex(header.read_text(), r'#include ["<](sim|app|render)/')
            run(COMPILER, "-std=c++20", *WARNINGS.split(), f"-I{self.prefix / 'include'}", "-fsyntax-only",
                "-include", f"orrery/{header.name}", "-x", "c++", "/dev/null")

    def test_a_component_and_a_version_that_are_not_there_are_said(self):
        self.configured(self.project_that_finds(f"{VERSION} REQUIRED COMPONENTS core files"), "there")
        with self.assertRaisesRegex(AssertionError, "no component 'window'"):
            self.configured(self.project_that_finds("REQUIRED COMPONENTS core window"), "component")
        major, minor = map(int, VERSION.split("."))
        for other in (f"{major}.{minor + 1}", f"{major + 1}.0", f"{major}.{minor - 1}"):
            with self.assertRaisesRegex(AssertionError, "compatible"):
                self.configured(self.project_that_finds(f"{other} REQUIRED"), f"version-{other}")

    def test_the_interface_is_the_recorded_one(self):
        lines = [f"interface {VERSION}"]
        for header in sorted((self.prefix / "include" / "orrery").glob("*")):
            lines += ["", header.name, *declarations(header)]
        symbols = run("nm", "-D", "--defined-only", "--format=posix", self.library())
        # What a compiler makes of a class twice has one name with a number that is its own affair.
        names = {re.sub(r"([CD])[0-9](?=[EI])", r"\1*", line.split()[0]) for line in symbols.splitlines()}
        lines += ["", "symbols", *sorted(names)]
        record = HERE / "interface.txt"
        if os.environ.get("ORRERY_UPDATE_GOLDEN"):
            record.write_text("\n".join(lines) + "\n")
        self.assertEqual(
            record.read_text().splitlines(), lines,
            "The library's interface is another. A release with it needs a new MINOR version (CMakeLists.txt) and a "
            "line in CHANGELOG.md; ORRERY_UPDATE_GOLDEN=1 records it in tests/library/interface.txt.")

    def test_it_shows_nothing_but_its_own_names(self):
        names = run("nm", "-DC", "--defined-only", self.library())
        foreign = [line for line in names.splitlines() if "orrery::library::" not in line]
        self.assertEqual(foreign, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
