"""script/figures on a copy of the pages and reports, changed at will."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]


class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.copy = pathlib.Path(folder.name)
        (self.copy / "script").mkdir()
        for name in ("script/figures", "README.md", "CONTRIBUTING.md"):
            shutil.copy(PROJECT / name, self.copy / name)
        shutil.copytree(PROJECT / "docs", self.copy / "docs", ignore=shutil.ignore_patterns("*.webp", "__pycache__"))
        self.page = self.copy / "docs/performance.md"

    def run_script(self, *arguments):
        command = [sys.executable, self.copy / "script/figures", *arguments]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")

    def check_fails_with(self, *words):
        done = self.run_script("--check")
        self.assertEqual(done.returncode, 1)
        for word in words:
            self.assertIn(word, done.stderr)

    def rewrite(self, page, old, new):
        text = page.read_text(encoding="utf-8")
        self.assertIn(old, text)
        page.write_text(text.replace(old, new, 1), encoding="utf-8")

    def measure_again(self, name, factor):
        """As if every time in this report were longer by a factor, and the day another."""
        path = self.copy / f"docs/figures/{name}.json"
        report = json.loads(path.read_text(encoding="utf-8"))
        for row in report["rows"]:
            row["phases"] = {phase: ms * factor for phase, ms in row["phases"].items()}
        report["provenance"]["date"] = "2031-05-17T12:34:56Z"
        path.write_text(json.dumps(report), encoding="utf-8")

    def test_a_copy_of_the_pages_passes(self):
        done = self.run_script("--check")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_figure_changed_by_hand_is_found_and_put_right(self):
        before = self.page.read_text(encoding="utf-8")
        self.rewrite(self.page, "| `gpu.naive` | 6.34e11 |", "| `gpu.naive` | 6.35e11 |")
        self.check_fails_with("docs/performance.md", "- | `gpu.naive` | 6.35e11", "+ | `gpu.naive` | 6.34e11")
        self.run_script()
        self.assertEqual(self.page.read_text(encoding="utf-8"), before)

    def test_new_reports_make_new_tables_captions_and_sentences(self):
        self.measure_again("h200/gpu-direct", 2)
        self.check_fails_with("docs/performance.md", "docs/algorithms.md")
        self.assertEqual(self.run_script().returncode, 0)
        text = self.page.read_text(encoding="utf-8")
        self.assertIn("| `gpu.naive` | 3.17e11 |", text)
        self.assertIn("2026-11-21 to 2031-05-17", text)
        lesson = (self.copy / "docs/algorithms.md").read_text(encoding="utf-8")
        self.assertIn("<!--= rate of naive -->6.65e11/s<!--=-->", lesson)
        self.assertEqual(self.run_script("--check").returncode, 0)

    def test_the_chart_follows_its_reports(self):
        chart = self.copy / "docs/images/tree_scaling.svg"
        before = chart.read_text(encoding="utf-8")
        self.measure_again("h200/gpu-tree-1e-3", 10)
        self.check_fails_with("docs/images/tree_scaling.svg")
        self.run_script()
        # One decade of four is a quarter of the height of 250; 1 M bodies took 3.09 ms.
        self.assertIn('cx="362.2" cy="196.9"', before)
        self.assertIn('cx="362.2" cy="134.4"', chart.read_text(encoding="utf-8"))

    def test_reports_of_a_window_get_their_caption_from_what_measured_them(self):
        machine = {"cpu": "Any CPU", "threads": 2, "instruction_set": "AVX2", "gpus": ["Any GPU"] * 2, "driver": "9"}
        times = {"milliseconds_p50": 3.5, "milliseconds_p99": 4.25, "milliseconds_longest": 250}
        state = {
            "settings": {"source": "galaxy_collision", "bodies": 65536, "algorithm": "gpu.tree"},
            "steps": {"count": 1234, **times},
        }
        run = {
            "commit": "abcdef0",
            "date": "2031-05-17T12:34:56Z",
            "command_line": "/somewhere/orrery galaxy_collision --bodies 64k --state-json /tmp/steady.json --remember no",
            "machine": machine,
        }
        folder = self.copy / "docs/figures/any"
        folder.mkdir()
        (folder / "steady-steps.json").write_text(json.dumps(state))
        (folder / "runs.json").write_text(json.dumps({"steady-steps.json": run}))
        with self.page.open("a", encoding="utf-8") as page:
            page.write("\n<!-- figures: steady steps -->\n<!-- end of figures -->\n")
        self.assertEqual(self.run_script().returncode, 0)
        text = self.page.read_text(encoding="utf-8")
        self.assertIn("*2 × Any GPU, driver 9; 2031-05-17; commit abcdef0; `orrery galaxy_collision --bodies 64k`.", text)
        self.assertIn("| `gpu.tree` | 1,234 | 3.5 ms | 4.25 ms | 0.25 s |", text)

    def test_a_table_of_rates_by_hand_is_refused(self):
        for figure in ("1.5 ms", "2.34e8/s", "7 GB/s", "3 s", "1.9e10 interactions/s", "61.0 TFLOP/s"):
            with self.subTest(figure):
                keys = self.copy / "docs/keys.md"
                shutil.copy(PROJECT / "docs/keys.md", keys)
                with keys.open("a", encoding="utf-8") as page:
                    page.write(f"\n| what | how fast |\n|---|---|\n| this | {figure} |\n")
                self.check_fails_with("docs/keys.md", "by hand")

    def test_a_table_of_other_things_is_not(self):
        with (self.copy / "docs/keys.md").open("a", encoding="utf-8") as page:
            page.write("\n| what | how large |\n|---|---|\n| this | 96 bytes, 3 stars, 20 % |\n")
        self.assertEqual(self.run_script("--check").returncode, 0)

    def test_a_table_by_hand_may_stay_where_it_says_why(self):
        with (self.copy / "docs/keys.md").open("a", encoding="utf-8") as page:
            page.write("\n<!-- by hand: a law, not a measurement -->\n| what | how fast |\n|---|---|\n| light | 3e8/s |\n")
        self.assertEqual(self.run_script("--check").returncode, 0)

    def test_a_marker_without_its_other_half_is_found(self):
        self.rewrite(self.page, "<!-- end of figures -->", "")
        before = self.page.read_text(encoding="utf-8")
        self.check_fails_with("docs/performance.md", "other half", "peaks of a CPU")
        self.assertEqual(self.run_script().returncode, 1)
        self.assertEqual(self.page.read_text(encoding="utf-8"), before)

    def test_a_name_that_nothing_has_is_found_with_the_nearest_one(self):
        self.rewrite(self.page, "<!-- figures: peaks of a GPU -->", "<!-- figures: peaks of a GP -->")
        self.check_fails_with("docs/performance.md", "'peaks of a GP'", "'peaks of a GPU'")

    def test_a_report_that_is_gone_is_named(self):
        (self.copy / "docs/figures/h200/cpu-direct.json").unlink()
        self.check_fails_with("h200/cpu-direct.json")


if __name__ == "__main__":
    unittest.main()
