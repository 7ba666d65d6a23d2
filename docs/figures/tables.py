"""The tables of the pages and the figures within their sentences, by name; script/figures fills them in."""
from reports import (
    NOTHING, Table, caption, count, error, evaluation_rate, find, load, load_all, milliseconds, option, phases,
    power, rate, rate_of, rows_of, significant, times, unit_rate,
)

TABLES = {}


def table(name):
    def add(make):
        TABLES[name] = make
        return make

    return add


# ---- what a machine does at most ----

PEAKS = ["FP32 multiply-adds", "FP64", "estimates of 1/sqrt(x)"]


def peaks(of):
    return [unit_rate(of["fp32_flops"], "FLOP"), unit_rate(of["fp64_flops"], "FLOP"), unit_rate(of["rsqrt_per_second"])]


@table("peaks of a CPU")
def peaks_of_a_cpu():
    probe = load("epyc/probe")
    rows = [[rates["instruction_set"], *peaks(rates)] for rates in probe["cpu"]["rates"]]
    return Table(["instructions", *PEAKS], rows, caption([probe]))


@table("memory of a CPU")
def memory_of_a_cpu():
    probe = load("epyc/probe")
    samples = probe["cpu"]["bandwidth"]
    most = max(sample["threads"] for sample in samples)
    widths = sorted({sample["width"] for sample in samples})

    def gigabytes(access, width):
        sample = find(samples, access=access, width=width, threads=most)
        return significant(sample and sample["bytes_per_second"] / 1e9)

    rows = [[ACCESS[access], *(gigabytes(access, width) for width in widths)] for access in accesses(samples)]
    return Table(["access", *(f"{width} bytes" for width in widths)], rows)


ACCESS = {"rows": "rows", "columns": "columns", "shifted": "shifted by 4 bytes", "copy": "copy"}


def accesses(samples):
    known = {sample["access"] for sample in samples}
    return [access for access in ACCESS if access in known]


@table("peaks of a GPU")
def peaks_of_a_gpu():
    probe = load("h200/probe")
    cpu, gpu = probe["cpu"], probe["gpus"][0]
    host = f"{cpu['name']}, {cpu['rates'][0]['instruction_set']}, {probe['provenance']['machine']['threads']} threads"
    return Table(["", *PEAKS], [[gpu["name"], *peaks(gpu)], [host, *peaks(cpu)]], caption([probe]))


@table("memory of a GPU")
def memory_of_a_gpu():
    probe = load("h200/probe")
    samples = probe["gpus"][0]["bandwidth"]
    widths = {"rows": (4, 16), "columns": (4, 16), "shifted": (4,), "copy": (16,)}
    threads = [n for n in (16, 64, 256, 1024) if find(samples, threads=n)]

    def gigabytes(access, width, n):
        rates = [s["bytes_per_second"] for s in samples if (s["access"], s["width"], s["threads"]) == (access, width, n)]
        return significant(max(rates) / 1e9 if rates else None)

    rows = [
        [ACCESS[access], str(width), *(gigabytes(access, width, n) for n in threads)]
        for access in accesses(samples)
        for width in widths[access]
    ]
    return Table(["access", "bytes", *map(str, threads)], rows)


@table("links")
def links():
    probe = load("h200/probe")
    kinds = [
        (f"host to GPU, {title}", [l for l in probe["links"] if (l["memory"], l["direction"]) == (memory, "to_gpu")])
        for memory, title in (("pinned", "page-locked"), ("pageable", "pageable"))
    ]
    peers = probe["peers"] or load("h200x4/probe")["peers"]
    kinds.append(("GPU to GPU", [peer for peer in peers if peer["direct"]]))
    rows = [
        [
            title,
            f"{significant(min(copy['microseconds'] for copy in copies))} µs",
            f"{significant(max(copy['bytes_per_second'] for copy in copies) / 1e9)} GB/s",
        ]
        for title, copies in kinds
        if copies
    ]
    return Table(["link", "latency", "bandwidth"], rows)


# ---- direct summation ----

CPU_LADDER = ["cpu.aos", "cpu.aos_tiled", "cpu.soa", "cpu.simd", "cpu.simd_threads", "cpu.symmetric"]
GPU_LADDER = [f"gpu.{name}" for name in "naive soa shared const shuffle texture atomic tiled32 register symmetric".split()]


@table("direct on a CPU")
def direct_on_a_cpu():
    reports = [load("h200/cpu-direct"), load("h200/cpu-direct-fp64")]
    rows = rows_of(reports)

    def line(algorithm):
        small, large, double = (
            find(rows, algorithm=algorithm, bodies=bodies, precision=precision)
            for bodies, precision in ((4096, "fp32"), (16384, "fp32"), (16384, "fp64"))
        )
        return [
            f"`{algorithm}`",
            str(large["threads"]),
            *(rate(rate_of(row)) for row in (small, large)),
            f"{error(large['median_error'])} / {error(large['p99_error'])}",
            rate(rate_of(double)),
        ]

    header = ["algorithm", "threads", "N = 4,096", "N = 16,384", "error, median / p99", "double, N = 16,384"]
    return Table(header, [line(algorithm) for algorithm in CPU_LADDER], caption(reports))


@table("direct on all threads")
def direct_on_all_threads():
    report = load("h200/cpu-direct-all-threads")

    def cell(algorithm, bodies):
        row = find(report["rows"], algorithm=algorithm, bodies=bodies)
        return f"{rate(rate_of(row))} ({milliseconds(row['ms_per_step'])})" if row else NOTHING

    rows = [[f"`{a}`", *(cell(a, n) for n in (16384, 65536))] for a in ("cpu.simd_threads", "cpu.symmetric")]
    return Table(["algorithm", "N = 16,384", "N = 65,536"], rows, caption([report]))


GPU_DIRECT = "h200/gpu-direct*"


def kernel_rate(algorithm, bodies, precision="fp32"):
    rows = rows_of(load_all(GPU_DIRECT))
    return evaluation_rate(find(rows, algorithm=algorithm, bodies=bodies, precision=precision), "forces")


@table("direct on a GPU")
def direct_on_a_gpu():
    reports = load_all(GPU_DIRECT)
    rows = rows_of(reports)

    def line(algorithm):
        errors = find(rows, algorithm=algorithm, bodies=65536, precision="fp32")
        return [
            f"`{algorithm}`",
            *(power(kernel_rate(algorithm, bodies)) for bodies in (4096, 16384, 65536, 1 << 20)),
            error(errors["p99_error"]),
            *(power(kernel_rate(algorithm, bodies, "fp64")) for bodies in (65536, 1 << 20)),
        ]

    header = ["algorithm", "float: 4,096", "16,384", "65,536", "1,048,576", "p99 error", "double: 65,536", "1,048,576"]
    return Table(header, [line(algorithm) for algorithm in GPU_LADDER], caption(reports))


# An H200, and the 128 lanes whose instructions each of its multiprocessors issues in a cycle.
ISSUED_A_SECOND = 132 * 128 * 1.98e9


def issue_limit(instructions, interactions=1):
    return interactions * ISSUED_A_SECOND / instructions


@table("issue limits")
def issue_limits():
    return Table(
        ["", "issue limit"],
        [
            ["one-sided, 13 instructions an interaction (12)",
             f"{power(issue_limit(13))} interactions/s ({power(issue_limit(12))})"],
            ["symmetric, 17 instructions for two (15)",
             f"{power(issue_limit(17, 2))} interactions/s ({power(issue_limit(15, 2))})"],
        ],
    )


# ---- trees ----

EVALUATION = ("sort", "build", "moments", "forces")


def tree_rows(pattern, **wanted):
    rows = [row for row in rows_of(load_all(pattern)) if all(row.get(key) == value for key, value in wanted.items())]
    return sorted(rows, key=lambda row: (row["bodies"], -row["options"].get("error", 0)))


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
    report = load("h200/gpu-tree-1e-3")
    rows = report["rows"]
    return Table(
        ["N", *(count(row["bodies"]) for row in rows)],
        [
            ["evaluation, ms", *(significant(phases(row, *EVALUATION)) for row in rows)],
            ["p99 error", *(error(row["p99_error"]) for row in rows)],
        ],
        caption([report]),
    )


@table("trees on a CPU")
def trees_on_a_cpu():
    pattern = "epyc/cpu-tree-*"
    lines = [
        [count(row["bodies"]), option(row["options"]["error"]), milliseconds(row["ms_per_step"]), error(row["p99_error"])]
        for row in tree_rows(pattern)
    ]
    return Table(["N", "`error`", "time", "p99 error"], lines, caption(load_all(pattern)))


# ---- several GPUs ----

MODES = [f"multigpu.{mode}" for mode in ("threads", "single_thread", "peer", "nccl")]
SHARED = ("exchange", "forces")


@table("direct on several GPUs")
def direct_on_several_gpus():
    report = load("h200x4/multi-gpu-direct-4")

    def cell(algorithm, bodies):
        row, single = (find(report["rows"], algorithm=a, bodies=bodies) for a in (algorithm, "gpu.symmetric"))
        if row is None:
            return NOTHING
        alone = evaluation_rate(row, *SHARED)
        told = [rate(alone)] if alone else []
        if row is not single and single:
            base = evaluation_rate(single, *SHARED) if alone else rate_of(single)
            told.append(times((alone or rate_of(row)) / base))
        return f"{rate(rate_of(row))} ({', '.join(told)})" if told else rate(rate_of(row))

    sizes = (65536, 1 << 18, 1 << 20)
    rows = [[title, *(cell(algorithm, bodies) for bodies in sizes)]
            for title, algorithm in (("one GPU", "gpu.symmetric"), *((f"`{mode}`", mode) for mode in MODES))]
    return Table(["mode", *(f"N = {count(bodies)}" for bodies in sizes)], rows, caption([report]))


@table("trees on several GPUs")
def trees_on_several_gpus():
    reports = {n: load(f"h200x4/multi-gpu-tree-{n}") for n in (1, 2, 3, 4)}
    sizes = (1 << 20, 1 << 22, 1 << 24)

    def cell(gpus, bodies):
        row, single = (find(reports[n]["rows"], bodies=bodies) for n in (gpus, 1))
        text = f"{milliseconds(row['ms_per_step'])} ({significant(phases(row, 'forces'))})"
        return text if gpus == 1 else f"{text}, {times(single['ms_per_step'] / row['ms_per_step'])}"

    rows = [[str(gpus), *(cell(gpus, bodies) for bodies in sizes)] for gpus in reports]
    return Table(["GPUs", *(f"N = {count(n)}" for n in sizes)], rows, caption(list(reports.values())))


# ---- the window ----

WINDOWS_ON_A_GPU = {
    "h200/window-galaxy-64k": "",
    "h200/window-galaxy-1M-tree": "",
    "h200/window-galaxy-1M-tree-boxes": ", the octree's boxes drawn",
    "h200x4/window-galaxy-1M-multi-tree": " on four GPUs, with a body's walk",
    "h200/window-galaxy-1M-tree-1e-5": ", `error=1e-5`",
    "h200/window-plummer-4M-tree": "",
    "h200/window-plummer-1M": "",
    "h200/window-plummer-4M": "",
}


def step_and_frames(state):
    steps, frames = state["steps"], state["frames"]
    step = milliseconds(steps["milliseconds_p50"])
    if steps["count"] == 0:
        step = f"over {significant(state['seconds'], 2)} s"
    return [step, *(milliseconds(frames[key]) for key in ("milliseconds_p50", "milliseconds_p99"))]


@table("window beside a GPU")
def window_beside_a_gpu():
    states = {name: load(name) for name in WINDOWS_ON_A_GPU}
    lines = [
        [
            f"`{state['settings']['source']}`, {count(state['settings']['bodies'])} bodies,"
            f" `{state['settings']['algorithm']}`{WINDOWS_ON_A_GPU[name]}",
            *step_and_frames(state),
            milliseconds(state["frames"]["publish_gpu_milliseconds"]),
        ]
        for name, state in states.items()
    ]
    header = ["system", "step", "frame p50", "frame p99", "publishing, GPU time"]
    return Table(header, lines, caption(list(states.values())))


@table("window beside long steps")
def window_beside_long_steps():
    states = [load(f"epyc/window-{algorithm}") for algorithm in ("cpu.aos", "cpu.simd_threads")]
    lines = [[f"`{state['settings']['algorithm']}`", *step_and_frames(state)] for state in states]
    return Table(["algorithm", "one step", "frame p50", "frame p99"], lines, caption(states))


# ---- long runs ----

LONG_RUNS = {
    "h200/long-run-plummer": "",
    "h200/long-run-plummer-theta": ", theta 0.5",
    "h200/long-run-plummer-tree": ", `error=1e-3`",
    "h200/long-run-cold-sphere-128": "",
    "h200/long-run-cold-sphere-512": "",
    "epyc/long-run-cold-sphere-seed-2": ", seed 2",
    "epyc/long-run-cold-sphere-seed-3": ", seed 3",
}


@table("long runs")
def long_runs():
    reports = {name: load(name) for name in LONG_RUNS}

    def line(name, run):
        conservation = run["conservation"]
        seconds = run["ms_per_step"] and run["ms_per_step"] * run["steps"] / 1e3
        return [
            f"`{run['scene']}`, dt 1/{round(1 / run['time_step'])}, to T = {significant(run['time'])}",
            f"`{run['algorithm']}`{LONG_RUNS[name]}",
            count(run["steps"]) + (f" in {significant(seconds)} s" if seconds else ""),
            error(conservation["energy"]["worst_relative_error"]),
            error(conservation["energy"]["relative_error"]),
            error(conservation["momentum"]["relative_error"]),
            significant(conservation["virial_ratio"]["final"]),
        ]

    header = ["run", "algorithm", "steps", "worst energy error", "at the end",
              "momentum, relative to sum m abs(v)", "virial ratio at the end"]
    return Table(header, [line(*named) for named in reports.items()], caption(list(reports.values())))


# ---- the README ----


@table("in brief")
def in_brief():
    cpu = find(load("h200/cpu-direct")["rows"], algorithm="cpu.symmetric", bodies=16384)
    four = find(load("h200x4/multi-gpu-direct-4")["rows"], algorithm="multigpu.peer", bodies=1 << 20)
    cpu_tree = load("epyc/cpu-tree-2e-3")["rows"][0]
    gpu_tree = load("h200/gpu-tree-5e-3")["rows"][0]

    def direct(what, bodies, value):
        return [f"direct sum, {what}", count(bodies), f"{power(value)} interactions/s"]

    def tree(what, row, ms):
        return [f"tree, {what}", count(row["bodies"]), f"{milliseconds(ms)}, 99 in 100 errors below {error(row['p99_error'])}"]

    return Table(
        ["", "bodies", ""],
        [
            direct("two threads of a Xeon (AVX-512)", cpu["bodies"], rate_of(cpu)),
            direct("NVIDIA H200", 1 << 20, kernel_rate("gpu.symmetric", 1 << 20)),
            direct("four H200", four["bodies"], rate_of(four)),
            tree("two cores of an EPYC", cpu_tree, cpu_tree["ms_per_step"]),
            tree("NVIDIA H200", gpu_tree, phases(gpu_tree, *EVALUATION)),
        ],
    )
