"""Tables of what a machine does at most, as `orrery probe` measured it."""
from reports import Table, caption, find, load, significant, table, unit_rate

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
