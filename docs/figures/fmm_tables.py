"""Tables of the fast multipole method, on a GPU and a CPU."""
from reports import (
    NOTHING, Table, caption, count, error, find, load, load_all, milliseconds, option, phases, power, rows_of, significant, table,
    unit_rate,
)


PRECISIONS = {"fp32": "float", "fp64": "double"}


def of(rows, algorithm):
    return sorted(
        (row for row in rows if row["algorithm"] == algorithm),
        key=lambda row: (row["bodies"], -row["options"]["error"]),
    )


def figures_of(row):
    return [milliseconds(row["ms_per_step"]), error(row["p99_error"])]


@table("cells on cells beside the tree")
def beside_the_tree():
    reports = load_all("h200/gpu-fmm-*e-*") + load_all("h200x2/gpu-fmm-*")
    measured = {(row["algorithm"], row["bodies"], row["options"]["error"]): row for row in rows_of(reports)}
    rows = list(measured.values())  # those measured last
    lines = [
        [count(tree["bodies"]), option(tree["options"]["error"]), *figures_of(tree), *figures_of(fmm)]
        for tree, fmm in zip(of(rows, "gpu.tree"), of(rows, "gpu.fmm"), strict=True)
    ]
    header = ["N", "`error`", "`gpu.tree`", "its p99 error", "`gpu.fmm`", "its p99 error"]
    return Table(header, lines, caption(reports))


@table("cells on cells beside the tree on a CPU")
def beside_the_tree_on_a_cpu():
    reports = load_all("epyc/cpu-fmm-*")
    rows = rows_of(reports)

    def key(row):
        return row["precision"], row["bodies"], row["options"]["error"]

    trees = {key(row): row for row in of(rows, "cpu.tree")}
    lines = [
        [
            PRECISIONS[row["precision"]], count(row["bodies"]), option(row["options"]["error"]),
            *(figures_of(trees[key(row)]) if key(row) in trees else [NOTHING, NOTHING]), *figures_of(row),
        ]
        for row in sorted(of(rows, "cpu.fmm"), key=lambda row: row["precision"])
    ]
    header = ["", "N", "`error`", "`cpu.tree`", "its p99 error", "`cpu.fmm`", "its p99 error"]
    return Table(header, lines, caption(reports))


PHASES = (
    ("sort and build", ("sort", "build")), ("moments", ("moments",)), ("lists", ("lists",)), ("M2L", ("m2l",)),
    ("L2L, beside the near field", ("downward",)), ("rest of the near field", ("near",)),
    ("L2P and M2P", ("evaluate",)),
)


@table("the fast multipole method by number of bodies")
def by_number_of_bodies():
    reports = load_all("h200/gpu-fmm-sizes")
    rows = rows_of(reports)
    lines = [[f"{name}, ms", *(significant(phases(row, *of_phase)) for row in rows)] for name, of_phase in PHASES]
    lines.append(["step, ms", *(significant(row["ms_per_step"]) for row in rows)])
    lines.append(["p99 error", *(error(row["p99_error"]) for row in rows)])
    return Table(["N", *(count(row["bodies"]) for row in rows)], lines, caption(reports))


@table("ways to translate multipoles")
def ways_to_translate():
    """At the most translations, by order; and what arithmetic the GPU was measured to do."""
    report = load("h200/m2l")
    most = max(row["translations"] for row in report["rows"])
    rows = [row for row in report["rows"] if row["translations"] == most]
    orders = sorted({row["order"] for row in rows})

    def figures(way, order):
        row = find(rows, algorithm=way, order=order)
        return f"{power(row['translations_per_second'], 1)}/s, {unit_rate(row['operations_per_second'], 'op')}"

    ways = list(dict.fromkeys(row["algorithm"] for row in rows))
    lines = [[f"`{way}`", *(figures(way, order) for order in orders)] for way in ways]
    return Table(["", *(f"p = {order}" for order in orders)], lines, caption([report]))
