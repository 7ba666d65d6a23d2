"""script/bench with a program that measures nothing and answers at once."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
KNOWN = sorted(set(re.findall(r"`((?:cpu|gpu)\.\w+)`", (PROJECT / "docs/algorithms.md").read_text(encoding="utf-8"))))

# Lists a CPU's algorithms and, where GPUS says so, a GPU's; writes reports in which a step takes MS milliseconds.
PROGRAM = """\
#!{python}
import json, os, sys
words = sys.argv[1:]
after = lambda option: words[words.index(option) + 1]
gpus = {gpus}
ids = ["cpu.aos", "cpu.simd_threads", "cpu.symmetric", "gpu.naive", "gpu.tree"]
algorithms = [
    dict(id=id, complexity="N log N" if "tree" in id else "N^2", available=id[0] == "c" or gpus > 0, reason=None)
    for id in ids
]
devices = [dict(id="cpu", title="Any CPU, 2 threads, AVX2, 8 GB free", available=True, reason=None)]
devices += [dict(id=str(n), title="NVIDIA H200, 132 multiprocessors", available=True, reason=None) for n in range(gpus)]
devices += [dict(id="cuda", title="GPUs", available=False, reason="no driver")] if gpus == 0 else []
if words == ["--version"]:
    print("orrery 1.2.3 (abcdef0)\\nbuilt with CUDA 13.0.88, with HDF5")
elif words[0] == "list":
    print(json.dumps(dict(algorithms=algorithms, devices=devices)))
elif words[0] == "bench" and after("--algorithms") == "{broken}":
    sys.exit(1)
elif words[0] == "bench" and not set(after("--algorithms").split(",")) <= set({known}):
    sys.exit(2)
elif words[0] == "bench":
    rows = [
        dict(algorithm=a, bodies=n, precision="fp32", ms_per_step={ms})
        for a in after("--algorithms").split(",")
        for n in after("--bodies").split(",")
    ]
    json.dump(dict(rows=rows), open(after("--json"), "w"))
elif words[0] == "simulate":
    json.dump(dict(algorithm=after("--algorithm"), ms_per_step={ms}), open(after("--json"), "w"))
elif words[0] == "probe":
    json.dump(dict(cpu=dict()), open(after("--json"), "w"))
else:
    times = dict(milliseconds_p50={ms}, milliseconds_p99=2 * {ms})
    json.dump(dict(steps=times, frames=times), open(after("--state-json"), "w"))
"""


class Bench(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "reports"

    def program(self, name, ms=1.0, gpus=0, broken=""):
        path = self.folder / name
        path.write_text(PROGRAM.format(python=sys.executable, ms=ms, gpus=gpus, broken=broken, known=KNOWN))
        path.chmod(0o755)
        return str(path)

    def bench(self, program, *arguments):
        # Of other programs only what is in this folder: no Xvfb, no nvidia-smi.
        environment = {**os.environ, "ORRERY": program, "PATH": str(self.folder)}
        command = [sys.executable, PROJECT / "script/bench", "--out", self.out, *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=environment)

    def reports(self):
        return sorted(str(path.relative_to(self.out)) for path in self.out.rglob("*.json"))

    def test_a_part_leaves_its_reports_and_where_they_come_from(self):
        done = self.bench(self.program("orrery"), "cpu-direct")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.reports(), ["cpu-direct-fp64.json", "cpu-direct.json", "runs.json"])
        run = json.loads((self.out / "runs.json").read_text())["cpu-direct.json"]
        self.assertEqual(run["commit"], "abcdef0")
        self.assertIn("bench --algorithms cpu.aos,cpu.simd_threads,cpu.symmetric --bodies 4096,16384", run["command_line"])
        self.assertEqual(
            run["machine"],
            {"cpu": "Any CPU", "threads": 2, "instruction_set": "AVX2", "gpus": [], "driver": None, "cuda": "13.0.88"},
        )

    def test_what_was_measured_before_stays(self):
        program = self.program("orrery")
        self.bench(program, "cpu-tree")
        self.bench(program, "machine")
        runs = json.loads((self.out / "runs.json").read_text())
        self.assertEqual(sorted([*runs, "runs.json"]), self.reports())
        self.assertIn("probe.json", runs)

    def test_all_parts_have_their_turn_and_those_that_cannot_say_why(self):
        done = self.bench(self.program("orrery"))
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in "machine cpu-direct cpu-tree gpu-direct gpu-tree multi-gpu window long-runs".split():
            self.assertIn(f"== {part}\n", done.stdout)
        for part in ("gpu-direct", "gpu-tree", "multi-gpu"):
            self.assertIn(f"{part} is left out: no GPU: no driver", done.stderr)
        self.assertIn("window-cpu.aos is left out: no Xvfb", done.stderr)
        self.assertIn("steady-steps step p50: 1 ms", done.stdout)

    def test_one_gpu_is_not_several(self):
        done = self.bench(self.program("orrery", gpus=1), "gpu-tree", "multi-gpu")
        self.assertEqual(done.returncode, 0)
        self.assertIn("gpu-tree-1e-3-64M.json", self.reports())
        run = json.loads((self.out / "runs.json").read_text())["gpu-tree-fp64.json"]
        self.assertEqual(run["machine"]["gpus"], ["NVIDIA H200"])
        self.assertIn("multi-gpu is left out: 2 GPUs are needed, here is one", done.stderr)

    def test_several_gpus_are_measured_as_two_and_as_all(self):
        done = self.bench(self.program("orrery", gpus=4), "multi-gpu")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            [name for name in self.reports() if "trees" in name],
            [f"multi-gpu-trees-{n}{bodies}.json" for n in (2, 4) for bodies in ("-64M", "")],
        )

    def test_two_programs_are_compared_row_by_row(self):
        done = self.bench(self.program("orrery", ms=3.0), "--compare", self.program("other", ms=2.0), "long-runs", "machine")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1.500     0.0 %            3 ms            2 ms   long-run-plummer cpu.symmetric", done.stdout)
        for folder in ("this-1", "other-1", "other-2", "this-2"):
            self.assertIn(f"{folder}/long-run-plummer.json", self.reports())
        self.assertNotIn("probe", " ".join(self.reports()))

    def test_a_command_that_fails_is_told_and_the_rest_goes_on(self):
        done = self.bench(self.program("orrery", gpus=1, broken="gpu.shared,gpu.register,gpu.symmetric"), "gpu-direct", "cpu-tree")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gpu-direct-1M", done.stderr)
        self.assertIn("cpu-tree-2e-3.json", self.reports())

    def test_a_part_that_there_is_not_is_refused(self):
        done = self.bench(self.program("orrery"), "gpu")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'gpu' is none of machine", done.stderr)


if __name__ == "__main__":
    unittest.main()
