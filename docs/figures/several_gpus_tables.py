"""Tables of what several GPUs make of one step."""
from reports import (
    NOTHING, Table, caption, count, error, evaluation_rate, find, load, load_all, milliseconds, phases, rate,
    rate_of, rows_of, significant, table, times,
)

MODES = ("threads", "single_thread", "peer", "nccl")
SHARED = ("exchange", "forces")


@table("direct on several GPUs")
def direct_on_several_gpus():
    report = load("h200x4/multi-gpu-direct-4")

    def cell(sharing, bodies):
        row, single = (find(report["rows"], sharing=way, bodies=bodies) for way in (sharing, "none"))
        if row is None:
            return NOTHING
        alone = evaluation_rate(row, *SHARED)
        told = [rate(alone)] if alone else []
        if row is not single and single:
            base = evaluation_rate(single, *SHARED) if alone else rate_of(single)
            told.append(times((alone or rate_of(row)) / base))
        return f"{rate(rate_of(row))} ({', '.join(told)})" if told else rate(rate_of(row))

    sizes = (65536, 1 << 18, 1 << 20)
    rows = [[title, *(cell(sharing, bodies) for bodies in sizes)]
            for title, sharing in (("one GPU", "none"), *((f"`{mode}`", mode) for mode in MODES))]
    return Table(["shared by", *(f"N = {count(bodies)}" for bodies in sizes)], rows, caption([report]))


@table("trees on several GPUs")
def trees_on_several_gpus():
    """When each GPU built the whole tree: of the program of then."""
    reports = {n: load(f"h200x4/multi-gpu-tree-{n}") for n in (1, 2, 3, 4)}
    sizes = (1 << 20, 1 << 22, 1 << 24)

    def cell(gpus, bodies):
        row, single = (find(reports[n]["rows"], bodies=bodies) for n in (gpus, 1))
        text = f"{milliseconds(row['ms_per_step'])} ({significant(phases(row, 'forces'))})"
        return text if gpus == 1 else f"{text}, {times(single['ms_per_step'] / row['ms_per_step'])}"

    rows = [[str(gpus), *(cell(gpus, bodies) for bodies in sizes)] for gpus in reports]
    return Table(["GPUs", *(f"N = {count(n)}" for n in sizes)], rows, caption(list(reports.values())))


@table("domains on several GPUs")
def domains_on_several_gpus():
    reports = {n: load_all(f"h200x4/multi-gpu-trees-{n}*") for n in (2, 4)}
    lines = []
    for bodies in (1 << 20, 1 << 22, 1 << 24, 1 << 26):
        for algorithm in ("gpu.tree", "gpu.fmm"):
            wanted = {"algorithm": algorithm, "bodies": bodies}
            one = find(rows_of(reports[4]), **wanted, sharing="none")
            shared = {n: find(rows_of(of), **wanted, sharing="peer") for n, of in reports.items()}
            cells = [
                f"{milliseconds(row['ms_per_step'])} ({times(one['ms_per_step'] / row['ms_per_step'])})" if row else NOTHING
                for row in shared.values()
            ]
            lines.append([count(bodies), f"`{algorithm}`", milliseconds(one["ms_per_step"]), *cells,
                          error(shared[4]["p99_error"])])
    return Table(["N", "algorithm", "one GPU", "two", "four", "p99 error"], lines, caption(sum(reports.values(), [])))
