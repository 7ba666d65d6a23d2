"""Figures that stand within sentences of the pages, by name; script/figures fills them in."""
from reports import error, evaluation_rate, find, load, milliseconds, phases, power, rate, rate_of, significant, times
from direct_tables import issue_limit, kernel_rate
from several_gpus_tables import SHARED
from tree_tables import EVALUATION

LARGE, MILLION = 65536, 1 << 20


def percent(part, whole):
    return f"{100 * part / whole:.0f} %"


def one(name, **wanted):
    row = find(load(name)["rows"], **wanted)
    if row is None:
        raise LookupError(f"docs/figures/{name}.json has no row with {wanted}")
    return row


def gain(name, bodies, better="cpu.symmetric", than="cpu.simd_threads"):
    return times(rate_of(one(name, algorithm=better, bodies=bodies)) / rate_of(one(name, algorithm=than, bodies=bodies)))


def kernel_gain(better, than, bodies=LARGE):
    return kernel_rate(better, bodies) / kernel_rate(than, bodies)


def tree_ms(name, **wanted):
    return milliseconds(phases(one(name, **wanted), *EVALUATION))


def two_gpus(bodies):
    return one("h200x4/multi-gpu-direct-2", bodies=bodies)


def one_gpu(bodies):
    return one("h200x4/multi-gpu-direct-4", algorithm="gpu.symmetric", bodies=bodies)


def measured(name):
    """2026-11-21, commit 1bab4ee."""
    provenance = load(name)["provenance"]
    return f"{provenance['date'][:10]}, commit {provenance['commit']}"


def span(values, text):
    low, high = map(text, sorted(values))
    return f"{low} to {high}" if low != high else low


def translated(way, order):
    """At the most translations."""
    return one("h200/m2l", algorithm=way, order=order, translations=2359152)


def times_fused(way, field, order):
    return f"{translated(way, order)[field] / translated('gpu.fused', order)['milliseconds']:.2f}"


def parts_read_a_second(order):
    row = translated("gpu.unfused", order)
    return 8 * order * row["translations"] / row["reduction_milliseconds"] * 1e3


def register_kernel(bodies):
    return power(rate_of(one("h200x4/multi-gpu-direct-4-register", bodies=bodies)), 1) + "/s"


SENTENCES = {
    # performance.md
    "third law, two threads": lambda: gain("h200/cpu-direct", 16384),
    "third law, all threads": lambda: gain("h200/cpu-direct-all-threads", 65536),
    "third law, EPYC": lambda: gain("epyc/cpu-direct", 16384),
    **{
        f"EPYC {algorithm}": lambda algorithm=algorithm: rate(rate_of(one("epyc/cpu-direct", algorithm=algorithm, bodies=16384)))
        for algorithm in ("cpu.soa", "cpu.simd", "cpu.simd_threads", "cpu.symmetric")
    },
    "EPYC, measured": lambda: measured("epyc/cpu-direct"),
    "tree in double, 64k": lambda: tree_ms("h200/gpu-tree-fp64", bodies=LARGE),
    "tree in double, 1M": lambda: tree_ms("h200/gpu-tree-fp64", bodies=MILLION),
    "tree at theta 0.75": lambda: tree_ms("h200/gpu-tree-theta-0.75"),
    "error at theta 0.75": lambda: error(one("h200/gpu-tree-theta-0.75")["p99_error"]),
    "tree at theta 0.5": lambda: tree_ms("h200/gpu-tree-theta-0.5"),
    "error at theta 0.5": lambda: error(one("h200/gpu-tree-theta-0.5")["p99_error"]),
    "two GPUs, 64k": lambda: rate(rate_of(two_gpus(LARGE))),
    "two GPUs, 64k, forces": lambda: rate(evaluation_rate(two_gpus(LARGE), *SHARED)),
    "two GPUs, 64k, gain": lambda: times(
        evaluation_rate(two_gpus(LARGE), *SHARED) / evaluation_rate(one_gpu(LARGE), *SHARED)
    ),
    "two GPUs, 1M": lambda: rate(rate_of(two_gpus(MILLION))),
    "two GPUs, 1M, gain": lambda: times(rate_of(two_gpus(MILLION)) / rate_of(one_gpu(MILLION))),
    "four GPUs, register, 64k": lambda: register_kernel(LARGE),
    "four GPUs, register, 1M": lambda: register_kernel(MILLION),
    "four GPUs, register, measured": lambda: measured("h200x4/multi-gpu-direct-4-register"),
    "switch": lambda: milliseconds(load("epyc/window-switch")["simulation"]["last_switch_milliseconds"]),
    "quit": lambda: milliseconds(load("epyc/window-switch")["quit_milliseconds"]),
    **{
        f"{way} {what}, p = {order}": lambda way=way, field=field, order=order: times_fused(f"gpu.{way}", field, order)
        for way in ("unfused", "unrolled")
        for what, field in (("over fused", "milliseconds"), ("kernel over fused", "translation_milliseconds"))
        for order in (8, 16)
    },
    "parts read a second": lambda: span(
        (parts_read_a_second(order) / 1e12 for order in (8, 16)), lambda terabytes: f"{terabytes:.1f}"
    ) + " TB/s",
    # algorithms.md: the ladder of kernels
    **{
        f"rate of {kernel}": lambda kernel=kernel: rate(kernel_rate(f"gpu.{kernel}", LARGE))
        for kernel in ("naive", "const", "shuffle", "texture")
    },
    **{
        f"rate of {kernel}, 1M": lambda kernel=kernel: rate(kernel_rate(f"gpu.{kernel}", MILLION))
        for kernel in ("shared", "register", "symmetric")
    },
    "register in double": lambda: span(
        (kernel_rate("gpu.register", bodies, "fp64") for bodies in (LARGE, MILLION)), lambda value: power(value, 1)
    ) + "/s",
    "register over shared": lambda: span(
        (kernel_gain("gpu.register", "gpu.shared", bodies) for bodies in (LARGE, MILLION)),
        lambda gain: f"{100 * (gain - 1):.0f}",
    ) + " %",
    "rate of tiled32, 16k": lambda: rate(kernel_rate("gpu.tiled32", 16384)),
    "pairs of atomic": lambda: power(kernel_rate("gpu.atomic", LARGE) / 2, 1) + " pairs/s",
    "naive of the limit": lambda: percent(kernel_rate("gpu.naive", LARGE), issue_limit(13)),
    "shared of the limit": lambda: percent(kernel_rate("gpu.shared", MILLION), issue_limit(13)),
    "shuffle of the limit": lambda: percent(kernel_rate("gpu.shuffle", LARGE), issue_limit(17)),
    "register of the limit": lambda: percent(kernel_rate("gpu.register", MILLION), issue_limit(12)),
    "symmetric of the limit": lambda: percent(kernel_rate("gpu.symmetric", MILLION), issue_limit(15, 2)),
    "ladder above naive": lambda: significant(kernel_gain("gpu.symmetric", "gpu.naive"), 2),
    "shared over naive": lambda: significant(kernel_gain("gpu.shared", "gpu.naive"), 2),
    "shared over atomic": lambda: significant(kernel_gain("gpu.shared", "gpu.atomic"), 2),
    "tiled32 over atomic": lambda: significant(kernel_gain("gpu.tiled32", "gpu.atomic"), 2),
}
