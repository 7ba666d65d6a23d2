"""Tables of the fast multipole method, on a GPU and a CPU."""
from reports import (
    NOTHING, Table, caption, count, error, find, load, load_all, milliseconds, option, phases, power, rows_of, significant,
    table, times, unit_rate,
)


PRECISIONS = {"fp32": "float", "fp64": "double"}


def of(rows, algorithm):
    return sorted(
        (row for row in rows if row["algorithm"] == algorithm),
        key=lambda row: (row["bodies"], -row["options"]["error"]),
    )


def figures_of(row):
    return [milliseconds(row["ms_per_step"]), error(row["p99_error"])]


def by_decades(row):
    """The rows that a first look wants: errors of 3e-3, 1e-3, 1e-4, 1e-5; not every number of bodies."""
    return row["options"]["error"] in (3e-3, 1e-3, 1e-4, 1e-5)


def beside_the_tree(wanted):
    reports = load_all("h200/fmm-beside-tree-*")
    rows = [row for row in rows_of(reports) if wanted(row)]
    lines = [
        [count(tree["bodies"]), option(tree["options"]["error"]), *figures_of(tree), *figures_of(fmm)]
        for tree, fmm in zip(of(rows, "gpu.tree"), of(rows, "gpu.fmm"), strict=True)
    ]
    header = ["N", "`error`", "`gpu.tree`", "its p99 error", "`gpu.fmm`", "its p99 error"]
    return Table(header, lines, caption(reports))


@table("cells on cells beside the tree")
def beside_the_tree_by_decades():
    return beside_the_tree(by_decades)


@table("cells on cells beside the tree, every error")
def beside_the_tree_every_error():
    return beside_the_tree(lambda row: True)


def beside_the_tree_on_a_cpu(wanted):
    reports = load_all("epyc/cpu-fmm-*")
    rows = [row for row in rows_of(reports) if wanted(row)]

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


@table("cells on cells beside the tree on a CPU")
def beside_the_tree_on_a_cpu_by_decades():
    return beside_the_tree_on_a_cpu(lambda row: by_decades(row) and row["bodies"] != 262144)


@table("cells on cells beside the tree on a CPU, every error")
def beside_the_tree_on_a_cpu_every_error():
    return beside_the_tree_on_a_cpu(lambda row: True)


def by_error_and_order(pattern):
    """Reports, and their rows as {error: {order: row}}."""
    reports = load_all(pattern)
    grid = {}
    for row in rows_of(reports):
        grid.setdefault(row["options"]["error"], {})[row["options"]["order"]] = row
    return reports, grid


@table("orders of the fast multipole method")
def orders():
    """Time over p99 error: rows are errors wanted, columns are orders."""
    reports, grid = by_error_and_order("h200/fmm-orders-*")
    columns = sorted({order for row in grid.values() for order in row})

    def cell(row):
        return " at ".join(figures_of(row)) if row else NOTHING

    lines = [
        [option(wanted), *(cell(grid[wanted].get(order)) for order in columns)] for wanted in sorted(grid, reverse=True)
    ]
    return Table(["`error`", *(f"order {order}" for order in columns)], lines, caption(reports))


@table("high orders of the fast multipole method")
def high_orders():
    reports = load_all("h200/fmm-order-float-*") + load_all("h200/fmm-order-double-*")
    rows = rows_of(reports)
    sets = sorted({(row["precision"], row["options"]["error"]) for row in rows}, key=lambda one: (one[0], -one[1]))

    def figures(order, precision, wanted):
        row = next(
            (
                row
                for row in rows
                if (row["precision"], row["options"]["error"], row["options"]["order"]) == (precision, wanted, order)
            ),
            None,
        )
        return figures_of(row) if row else [NOTHING, NOTHING]

    header = ["order"]
    for precision, wanted in sets:
        header += [f"{PRECISIONS[precision]}, `error={option(wanted)}`", "its p99 error"]
    lines = [
        [str(order), *(text for one in sets for text in figures(order, *one))]
        for order in sorted({row["options"]["order"] for row in rows})
    ]
    return Table(header, lines, caption(reports))


# What is to be reached (milliseconds at a p99 error), and the report that shows how near it is come.
WANTED = (
    ("1,048,576, `plummer`", "2.2 ms at 1e-3", "h200/fmm-beside-tree-1M-1e-3"),
    ("1,048,576, `plummer`", "2.8 ms at 2e-4", "h200/fmm-1M-4e-4"),
    ("1,048,576, `plummer`", "7 ms at 1e-5", "h200/fmm-1M-2e-5"),
    ("16,777,216, `plummer`", "26 ms at 1e-3", "h200/fmm-16M-1e-3"),
    ("16,777,216, `plummer`", "32 ms at 2e-4", "h200/fmm-16M-3e-4"),
    ("4,194,304, `uniform_cube`", "5 ms at 8e-4", "h200/fmm-cube-4M-1e-3"),
    ("4,194,304, `uniform_cube`", "8 ms at 3e-4", "h200/fmm-cube-4M-3e-4"),
    ("1,048,576, `plummer`, double", "60 ms at 1e-6", "h200/fmm-double-1M"),
)


@table("what the fast multipole method is to reach")
def to_reach():
    reports = [load(report) for _, _, report in WANTED]
    rows = [find(report["rows"], algorithm="gpu.fmm") for report in reports]
    lines = [
        [system, wanted, option(row["options"]["error"]), *figures_of(row)]
        for (system, wanted, _), row in zip(WANTED, rows, strict=True)
    ]
    return Table(["bodies", "to reach", "`error`", "reached", "its p99 error"], lines, caption(reports))


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
