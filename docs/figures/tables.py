"""All tables of the pages by name; script/figures fills them in."""
import fmm_tables, gauss_tables, machine_tables, running_tables, several_gpus_tables  # noqa: F401  which have only tables
from direct_tables import kernel_rate
from reports import Table, count, error, find, load, milliseconds, phases, power, rate_of, table
from tree_tables import EVALUATION


@table("in brief")
def in_brief():
    cpu = find(load("h200/cpu-direct")["rows"], algorithm="cpu.symmetric", bodies=16384)
    four = find(load("h200x4/multi-gpu-direct-4")["rows"], algorithm="gpu.symmetric", sharing="peer", bodies=1 << 20)
    cpu_tree = load("epyc/cpu-tree-2e-3")["rows"][0]
    gpu_tree = load("h200/gpu-tree-5e-3")["rows"][0]
    cpu_fmm = find(load("epyc/cpu-fmm-5e-4")["rows"], algorithm="cpu.fmm", bodies=1 << 20)
    gpu_fmm = load("h200/fmm-1M-4e-4")["rows"][0]

    def direct(what, bodies, value):
        return [f"direct sum, {what}", count(bodies), f"{power(value)} interactions/s"]

    def fast(method, what, row, ms):
        return [f"{method}, {what}", count(row["bodies"]), f"{milliseconds(ms)}, 99 % of errors below {error(row['p99_error'])}"]

    return Table(
        ["", "bodies", ""],
        [
            direct("two threads of a Xeon (AVX-512)", cpu["bodies"], rate_of(cpu)),
            direct("NVIDIA H200", 1 << 20, kernel_rate("gpu.symmetric", 1 << 20)),
            direct("four H200", four["bodies"], rate_of(four)),
            fast("tree", "two cores of an EPYC", cpu_tree, cpu_tree["ms_per_step"]),
            fast("tree", "NVIDIA H200", gpu_tree, phases(gpu_tree, *EVALUATION)),
            fast("fast multipole method", "two cores of an EPYC", cpu_fmm, cpu_fmm["ms_per_step"]),
            fast("fast multipole method", "NVIDIA H200", gpu_fmm, gpu_fmm["ms_per_step"]),
        ],
    )
