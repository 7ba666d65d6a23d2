"""What orrery measured, as the JSON in this folder keeps it, and how its figures are written.

A file is what one command wrote, unchanged. Where it says nothing of machine, date and command (probe, the window),
`runs.json` beside it does, which script/bench writes. "transcribed": copied by hand from a page that named them.
"""
import json
import pathlib
import re
import shlex

FOLDER = pathlib.Path(__file__).parent


class Table:
    def __init__(self, header, rows, caption=""):
        self.header, self.rows, self.caption = header, rows, caption


TABLES = {}  # functions that make a Table, by the name that stands in the pages


def table(name):
    def add(make):
        TABLES[name] = make
        return make

    return add


# ---- reading ----


def load(name):
    """A report by its name without .json, its provenance completed."""
    path = FOLDER / f"{name}.json"
    report = json.loads(path.read_text(encoding="utf-8"))
    runs = path.parent / "runs.json"
    known = json.loads(runs.read_text(encoding="utf-8")).get(path.name, {}) if runs.exists() else {}
    for row in report.get("rows", []):
        tell_sharing(row)
    own = report.get("provenance", {})
    report["provenance"] = {**known, **own, "machine": {**own.get("machine", {}), **known.get("machine", {})}}
    return report


def tell_sharing(row):
    """Older programs had ids that said how GPUs shared the work: "multigpu.peer"."""
    if not row["algorithm"].startswith("multigpu."):
        row.setdefault("sharing", "none")
        return
    way, options = row["algorithm"].removeprefix("multigpu."), row.get("options", {})
    tree = way == "tree"
    row["algorithm"] = "gpu.tree" if tree else f"gpu.{options.get('kernel', 'symmetric')}"
    row["sharing"] = options.get("mode", "peer") if tree else way


def load_all(pattern):
    """All reports whose names match, in the order of their names."""
    names = sorted(str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.glob(pattern + ".json"))
    if not names:
        raise LookupError(f"no docs/figures/{pattern}.json")
    return [load(name) for name in names]


def rows_of(reports):
    return [row for report in reports for row in report["rows"]]


def find(rows, **wanted):
    """The first row that has all of these, or None."""
    return next((row for row in rows if all(row.get(key) == value for key, value in wanted.items())), None)


def phases(row, *names):
    """Milliseconds of these phases together; they may be known only as a sum, "sort + build"."""
    parts = {frozenset(key.split(" + ")): ms for key, ms in row["phases"].items()}
    wanted = frozenset(names)
    if wanted in parts:
        return parts[wanted]
    inside = [ms for part, ms in parts.items() if part <= wanted]
    return sum(inside) if inside else None


def evaluation_rate(row, *names):
    """Interactions per second over the time of these phases; None where it was not measured."""
    ms = phases(row, *names) if row else None
    return row["interactions_per_step"] / ms * 1e3 if ms else None


def rate_of(row):
    return row and row["interactions_per_second"]


# ---- writing ----

NOTHING = "–"


def significant(value, digits=3):
    if value is None:
        return NOTHING
    text = f"{value:.{digits}g}"
    return f"{float(text):,.0f}" if abs(float(text)) >= 1000 else text if "e" not in text else f"{float(text):f}"


def power(value, decimals=2):
    """2.34e8: as short as the field writes it."""
    if value is None:
        return NOTHING
    digits, exponent = f"{value:.{decimals}e}".split("e")
    return f"{digits}e{int(exponent)}"


def rate(value):
    return NOTHING if value is None else power(value) + "/s"


def error(value):
    return significant(value, 2) if value and value >= 0.1 else power(value, 1)


def option(value):
    """0.00065 is 6.5e-4, as it is typed."""
    digits, exponent = f"{value:.5e}".split("e")
    return f"{float(digits):g}e{int(exponent)}"


def milliseconds(value):
    if value is None:
        return NOTHING
    return f"{significant(value / 1e3)} s" if value >= 200 else f"{significant(value)} ms"


def unit_rate(value, unit=""):
    """234 GFLOP/s, 4.17 T/s."""
    for scale, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if value >= scale:
            return f"{significant(value / scale)} {prefix}{unit}/s"
    return f"{significant(value)} {unit}/s"


def times(value):
    return f"{value:.3g} ×"


def count(value):
    return f"{value:,}"


# ---- captions ----

NOT_TOLD = {"--json": 1, "--state-json": 1, "--exit-after": 1, "--remember": 1, "--progress": 1, "--quiet": 0}


def words_of(command):
    """As the reader would type it: the program's name alone, and nothing of where results went."""
    words = shlex.split(command)
    words[0] = pathlib.PurePath(words[0]).name
    kept, skip = [], 0
    for word in words:
        if skip:
            skip -= 1
        elif word in NOT_TOLD:
            skip = NOT_TOLD[word]
        else:
            kept.append(word)
    return kept


def common_command(commands):
    """One line for several commands of one form: what differs is left out."""
    lines = [words_of(command) for command in commands]
    if len({len(line) for line in lines}) == 1:
        words = [same[0] if len(set(same)) == 1 else "…" for same in zip(*lines)]
    else:
        begin = shared_length(lines)
        end = shared_length([line[begin:][::-1] for line in lines])
        words = [*lines[0][:begin], "…", *lines[0][len(lines[0]) - end :]]
    return re.sub(r"…( …)+", "…", " ".join(words))


def shared_length(lines):
    """How many words all lines begin with."""
    return next((i for i, same in enumerate(zip(*lines)) if len(set(same)) > 1), min(map(len, lines)))


def algorithms_of(report):
    if "rows" in report:
        return [row["algorithm"] for row in report["rows"]]
    return [report["algorithm"] if "algorithm" in report else report.get("settings", {}).get("algorithm", "")]


def machine_title(report):
    """NVIDIA H200, driver 580.159, CUDA 13.0; or AMD EPYC, 2 threads, AVX-512: that of the two which computed."""
    machine = report["provenance"]["machine"]
    names = machine.get("gpus") or []
    uses_gpu = report.get("gpus") or any("gpu." in name for name in algorithms_of(report))
    if not uses_gpu or not names:
        return ", ".join([machine["cpu"], f"{machine['threads']} threads", machine["instruction_set"]])
    several = f"{len(names)} × " if len(names) > 1 else ""
    versions = [f"{title} {machine[key]}" for key, title in (("driver", "driver"), ("cuda", "CUDA")) if machine.get(key)]
    return ", ".join([several + names[0], *versions])


def distinct(values):
    return list(dict.fromkeys(value for value in values if value))


def caption(reports):
    """Machine, date, commit and command of what a table was made from; machine by machine."""
    machines = {}
    for report in reports:
        provenance = report["provenance"]
        machines.setdefault(machine_title(report), []).append(provenance)
    sentences = []
    for title, sources in machines.items():
        dates = distinct(source["date"][:10] for source in sources)
        commits = distinct(source.get("commit") for source in sources)
        told = [title, *([" to ".join(sorted({dates[0], dates[-1]}))])]
        if commits:
            told.append(f"commit{'s' if len(commits) > 1 else ''} {', '.join(commits)}")
        told.append(f"`{common_command([source['command_line'] for source in sources])}`")
        sentences.append("; ".join(told))
    return ". ".join(sentences) + "."
