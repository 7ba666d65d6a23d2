"""Tables of the fast multipole method, on a GPU."""
from reports import Table, caption, count, error, load_all, milliseconds, option, phases, rows_of, significant, table


def of(rows, algorithm):
    return sorted(
        (row for row in rows if row["algorithm"] == algorithm),
        key=lambda row: (row["bodies"], -row["options"]["error"]),
    )


def figures_of(row):
    return [milliseconds(row["ms_per_step"]), error(row["p99_error"])]


@table("cells on cells beside the tree")
def beside_the_tree():
    reports = load_all("h200/gpu-fmm-*e-*")
    rows = rows_of(reports)
    lines = [
        [count(tree["bodies"]), option(tree["options"]["error"]), *figures_of(tree), *figures_of(fmm)]
        for tree, fmm in zip(of(rows, "gpu.tree"), of(rows, "gpu.fmm"), strict=True)
    ]
    header = ["N", "`error`", "`gpu.tree`", "its p99 error", "`gpu.fmm`", "its p99 error"]
    return Table(header, lines, caption(reports))


PHASES = (
    ("sort and build", ("sort", "build")), ("moments", ("moments",)), ("lists", ("lists",)), ("M2L", ("m2l",)),
    ("L2L", ("downward",)), ("near field", ("near",)), ("L2P and M2P", ("evaluate",)),
)


@table("the fast multipole method by number of bodies")
def by_number_of_bodies():
    reports = load_all("h200/gpu-fmm-sizes")
    rows = rows_of(reports)
    lines = [[f"{name}, ms", *(significant(phases(row, *of_phase)) for row in rows)] for name, of_phase in PHASES]
    lines.append(["step, ms", *(significant(row["ms_per_step"]) for row in rows)])
    lines.append(["p99 error", *(error(row["p99_error"]) for row in rows)])
    return Table(["N", *(count(row["bodies"]) for row in rows)], lines, caption(reports))
