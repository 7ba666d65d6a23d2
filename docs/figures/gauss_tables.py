"""Tables of densities: the Gauss transform by its methods."""
from reports import Table, caption, count, load, load_all, milliseconds, option, power, table


def report():
    found = load("h200/gauss")
    found["gpus"] = True  # the machine has one, and it was used
    return found


@table("densities by method")
def densities_by_method():
    found = report()
    rows = found["results"]
    cases = list(dict.fromkeys((row["bodies"], row["error"]) for row in rows))
    by_case = {(row["method"], row["bodies"], row["error"]): row for row in rows}
    gone = ("cpu.gauss", "gpu.gauss.hermite")
    methods = list(dict.fromkeys(row["method"] for row in rows if row["method"] not in gone))

    def time(method, case):
        row = by_case.get((method, *case))
        return milliseconds(row["milliseconds"] if row and row["repeats"] else None)

    lines = [[f"`{method}`", *(time(method, case) for case in cases)] for method in methods]
    header = ["", *(f"{count(bodies)}, {option(error)}" for bodies, error in cases)]
    return Table(header, lines, caption([found]))


@table("many densities")
def many_densities():
    reports = [load("h200/gauss-large"), load("h200/gauss-double")]
    for found in reports:
        found["gpus"] = True
    lines = [
        [
            f"`{row['method']}`",
            row["precision"],
            option(row["error"]),
            count(row["bodies"]),
            milliseconds(row["on_gpu_milliseconds"]),
            milliseconds(row["milliseconds"]),
            power(row["measured_error"], 1),
        ]
        for found in reports
        for row in found["results"]
        if row["repeats"]
    ]
    header = ["", "precision", "error asked for", "bodies", "on the GPU", "whole call", "measured error"]
    return Table(header, lines, caption(reports))


@table("the method chosen")
def method_chosen():
    """Beside the quickest of the others."""
    reports = load_all("h200/gauss-choice-*")
    lines = []
    for found in reports:
        found["gpus"] = True
        scene = found["provenance"]["command_line"].split(" gauss ")[1].split()[0]
        for chosen in (row for row in found["results"] if row["method"] == "gauss"):
            others = [
                row
                for row in found["results"]
                if row["method"] != "gauss" and row["repeats"] and row["error"] == chosen["error"]
            ]
            best = min(others, key=lambda row: row["milliseconds"])
            lines.append([
                f"`{scene}`", f"{chosen['sigma']:g}", option(chosen["error"]), milliseconds(chosen["milliseconds"]),
                f"`{chosen['chosen']}`", milliseconds(best["milliseconds"]), f"`{best['method']}`",
            ])
    header = ["65,536 bodies", "sigma", "error", "`gauss`", "by", "quickest of the others", "by"]
    return Table(header, lines, caption(reports))


@table("Hermite series in a plane")
def hermite_in_a_plane():
    found = report()
    rows = found["hermite_in_plane"]
    points = sorted({row["points"] for row in rows})
    orders = sorted({row["order"] for row in rows})
    by_case = {(row["order"], row["points"]): row for row in rows}
    fields = {"16 threads": "points_per_second", "GPU": "gpu_points_per_second"}
    lines = [
        [str(order), by, *(f"{power(by_case[order, n][field], 1)}/s" for n in points)]
        for order in orders
        for by, field in fields.items()
    ]
    return Table(["order", "by", *(count(n) for n in points)], lines, caption([found]))
