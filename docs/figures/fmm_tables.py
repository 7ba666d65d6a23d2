"""Tables of the fast multipole method, on a GPU."""
from reports import (
    Table, caption, count, error, find, load, load_all, milliseconds, option, phases, power, rows_of, significant, table,
    times, unit_rate,
)


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


PHASES = (
    ("sort and build", ("sort", "build")), ("moments", ("moments",)), ("lists", ("lists",)), ("M2L", ("m2l",)),
    ("L2L, beside the near field", ("downward",)), ("rest of the near field", ("near",)),
    ("L2P and M2P", ("evaluate",)),
)
FMM_EVALUATION = [name for _, names in PHASES for name in names]


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

    lines = [[f"`{way}`", *(figures(way, order) for order in orders)] for way in ways_of(rows)]
    return Table(["", *(f"p = {order}" for order in orders)], lines, caption([report]))


def ways_of(rows):
    return list(dict.fromkeys(row["algorithm"] for row in rows))


@table("translations by their number")
def translations_by_number():
    report = load("h200/m2l")
    rows = report["rows"]
    numbers = sorted({row["translations"] for row in rows})

    def figures(**wanted):
        found = (find(rows, translations=number, **wanted) for number in numbers)
        return [f"{row['translations_per_second'] / 1e6:,.0f}" for row in found]

    lines = [
        [str(order), f"`{way}`", *figures(algorithm=way, order=order)]
        for order in sorted({row["order"] for row in rows})
        for way in ways_of(rows)
    ]
    return Table(["p", "million/s of", *map(count, numbers)], lines, caption([report]))


@table("fused against separate reduction")
def fused_against_separate():
    """Where the parts fit the second-level cache, and where they do not."""
    report = load("h200/m2l")

    def figures(**wanted):
        apart = find(report["rows"], **wanted)
        fused = find(report["rows"], **{**wanted, "algorithm": "gpu.fused"})
        steps = apart["translation_milliseconds"], apart["reduction_milliseconds"]
        both, one = apart["milliseconds"], fused["milliseconds"]
        return [*map(milliseconds, [*steps, both, one]), times(both / one)]

    lines = [
        [str(order), count(number), f"`{way}`", *figures(algorithm=way, order=order, translations=number)]
        for way in ("gpu.unfused", "gpu.unrolled")
        for order in (8, 12, 16)
        for number in (147312, 2359152)
    ]
    header = ["p", "translations", "separate", "translation", "its reduction", "both", "`gpu.fused`", "both over fused"]
    return Table(header, lines, caption([report]))
