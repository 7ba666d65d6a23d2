"""Tables of direct sums, on CPUs and a GPU."""
from reports import (
    NOTHING, Table, caption, error, evaluation_rate, find, load, load_all, milliseconds, power, rate,
    rate_of, rows_of, table,
)

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
