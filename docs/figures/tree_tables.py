"""Tables of trees, on CPUs and a GPU."""
from reports import Table, caption, count, error, load_all, milliseconds, option, phases, rows_of, significant, table

EVALUATION = ("sort", "build", "moments", "forces")


def tree_rows(pattern):
    return sorted(rows_of(load_all(pattern)), key=lambda row: (row["bodies"], -row["options"].get("error", 0)))


@table("trees on a GPU")
def trees_on_a_gpu():
    pattern, default = "h200/gpu-tree-*e-*", 1e-3
    rows = [row for row in tree_rows(pattern) if row["options"]["error"] != default]
    lines = [
        [
            count(row["bodies"]),
            option(row["options"]["error"]),
            milliseconds(phases(row, "sort", "build", "moments")),
            milliseconds(phases(row, "forces")),
            milliseconds(phases(row, *EVALUATION)),
            count(round(row["interactions_per_step"] / row["bodies"])),
            f"{error(row['median_error'])} / {error(row['p99_error'])}",
        ]
        for row in rows
    ]
    reports = [report for report in load_all(pattern) if any(row in rows for row in report["rows"])]
    header = ["N", "`error`", "sort + build + moments", "forces", "in all", "terms a body", "error, median / p99"]
    return Table(header, lines, caption(reports))


@table("trees by number of bodies")
def trees_by_number_of_bodies():
    reports = load_all("h200/gpu-tree-1e-3*")
    rows = rows_of(reports)
    return Table(
        ["N", *(count(row["bodies"]) for row in rows)],
        [
            ["evaluation, ms", *(significant(phases(row, *EVALUATION)) for row in rows)],
            ["p99 error", *(error(row["p99_error"]) for row in rows)],
        ],
        caption(reports),
    )


@table("trees on a CPU")
def trees_on_a_cpu():
    pattern = "epyc/cpu-tree-*"
    lines = [
        [count(row["bodies"]), option(row["options"]["error"]), milliseconds(row["ms_per_step"]), error(row["p99_error"])]
        for row in tree_rows(pattern)
    ]
    return Table(["N", "`error`", "time", "p99 error"], lines, caption(load_all(pattern)))
