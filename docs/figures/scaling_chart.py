"""The chart of one evaluation's time by the number of bodies, both axes logarithmic, as SVG."""
import math

from direct_tables import GPU_DIRECT
from fmm_tables import FMM_EVALUATION
from reports import find, load_all, phases, rows_of
from tree_tables import EVALUATION

SIZES = [1 << power for power in range(14, 28, 2)]
LEFT, RIGHT, TOP, BOTTOM = 70, 660, 40, 290
GREY, DIRECT, TREE, FMM = "#707a86", "#c8641e", "#2f7fd6", "#2a8a4a"


def x_of(bodies):
    return 90.4 + 90.59 * math.log(bodies / SIZES[0], 4)


def y_of(ms):
    """From 0.1 ms at the bottom to a second at the top."""
    return BOTTOM - (BOTTOM - TOP) * (math.log10(ms) + 1) / 4


def text(x, y, words, colour=GREY, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}"{more}>{words}</text>'


def grid():
    for ms in ("0.1", "1", "10", "100", "1000"):
        y = y_of(float(ms))
        yield f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="{GREY}" stroke-opacity="0.25"/>' + text(62, y + 4, ms, anchor="end")
    for bodies in SIZES:
        x = x_of(bodies)
        title = f"{bodies >> 10} k" if bodies < 1 << 20 else f"{bodies >> 20} M"
        yield f'<path d="M{x:.1f} {TOP}V{BOTTOM}" stroke="{GREY}" stroke-opacity="0.15"/>' + text(x, 308, title)
    yield text((LEFT + RIGHT) / 2, 330, "bodies")


def line(times, colour, more=""):
    points = "L".join(f"{x_of(bodies):.1f} {y_of(ms):.1f}" for bodies, ms in sorted(times.items()))
    return f'<path d="M{points}" fill="none" stroke="{colour}" stroke-width="2"{more}/>'


def curve(times, colour):
    yield line(times, colour)
    for bodies, ms in sorted(times.items()):
        yield f'<circle cx="{x_of(bodies):.1f}" cy="{y_of(ms):.1f}" r="3.5" fill="{colour}"/>'


def measured(pattern, algorithm, names):
    rows = rows_of(load_all(pattern))
    found = {bodies: find(rows, algorithm=algorithm, bodies=bodies, precision="fp32") for bodies in SIZES}
    times = {bodies: phases(row, *names) for bodies, row in found.items() if row}
    return {bodies: ms for bodies, ms in times.items() if ms}


def scaling_chart():
    direct = measured(GPU_DIRECT, "gpu.symmetric", ["forces"])
    tree = measured("h200/gpu-tree-1e-3*", "gpu.tree", EVALUATION)
    fmm = measured("h200/gpu-fmm-sizes", "gpu.fmm", FMM_EVALUATION)
    million = 1 << 20
    law = {n: tree[million] * n * math.log(n) / (million * math.log(million)) for n in SIZES}
    legend = max(direct), max(tree), max(fmm)
    return "\n".join([
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 340" width="680" height="340" '
        'font-family="sans-serif" font-size="13" role="img">',
        "<title>Time of one force evaluation by the number of bodies, tree, fast multipole method and direct sum</title>",
        text(10, 20, "one evaluation on an H200, milliseconds", anchor="start", more=' font-weight="bold"'),
        *grid(),
        line(law, GREY, ' stroke-dasharray="4 4" stroke-opacity="0.7"'),
        *curve(direct, DIRECT),
        *curve(tree, TREE),
        *curve(fmm, FMM),
        text(x_of(legend[0]) - 8, y_of(direct[legend[0]]) + 2, "gpu.symmetric, N squared", DIRECT, "end"),
        text(x_of(legend[1]) - 45, y_of(tree[legend[1]]) - 6, "gpu.tree", TREE, "end"),
        text(x_of(legend[2]), y_of(fmm[legend[2]]) + 46, "gpu.fmm", FMM, "end"),
        text(201.7, 277.2, "dashed: N log N through 1 M", anchor="start"),
        "</svg>\n",
    ])
