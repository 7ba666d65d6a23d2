"""Tables of what people see: frames and steps of the window, and what long runs conserve."""
from reports import Table, caption, count, error, load, load_all, machine_title, milliseconds, power, significant, table

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


@table("drawing on a GPU")
def drawing_on_a_gpu():
    states = [load(f"h200/draw-{name}") for name in ("plummer-1M", "plummer-4M", "collision-4M")]
    lines = [
        [
            f"`{state['settings']['source']}`, {count(state['settings']['bodies'])} bodies",
            milliseconds(state["frames"]["draw_gpu_milliseconds"]),
            *step_and_frames(state),
        ]
        for state in states
    ]
    return Table(["scene", "drawing, GPU time", "step", "frame p50", "frame p99"], lines, caption(states))


SPRITES = {"glow": "sprites of adaptive size, mist", "points": "points"}


def drawing_alone():
    found = load("h200/draw-alone")
    found["gpus"] = True  # the machine has one, and it drew
    return found


@table("nothing but drawing")
def nothing_but_drawing():
    found = drawing_alone()
    lines = [
        [
            count(row["bodies"]),
            SPRITES[row["sprite"]],
            milliseconds(row["milliseconds"]),
            f"{power(row['bodies_per_second'])}/s",
        ]
        for row in found["results"]
    ]
    return Table(["bodies", "as", "a picture, GPU time", "bodies"], lines, caption([found]))


@table("passes of a picture")
def passes_of_a_picture():
    found = drawing_alone()
    rows = [row for row in found["results"] if row["sprite"] == "glow"]
    lines = [
        [name, *(milliseconds(row["passes"].get(name)) for row in rows)] for name in rows[0]["passes"]
    ]
    return Table(["pass", *(count(row["bodies"]) for row in rows)], lines, caption([found]))


@table("window beside long steps")
def window_beside_long_steps():
    states = [load(f"epyc/window-{algorithm}") for algorithm in ("cpu.aos", "cpu.simd_threads")]
    lines = [[f"`{state['settings']['algorithm']}`", *step_and_frames(state)] for state in states]
    return Table(["algorithm", "one step", "frame p50", "frame p99"], lines, caption(states))


@table("steady steps")
def steady_steps():
    """A minute of each machine that measured it; steps that take longer than others are what people see."""
    states = load_all("*/steady-steps")
    lines = [
        [
            machine_title(state).split(",")[0],
            f"`{state['settings']['source']}`, {count(state['settings']['bodies'])} bodies",
            f"`{state['settings']['algorithm']}`",
            count(state["steps"]["count"]),
            *(milliseconds(state["steps"][f"milliseconds_{which}"]) for which in ("p50", "p99", "longest")),
        ]
        for state in states
    ]
    return Table(["machine", "system", "algorithm", "steps", "p50", "p99", "longest"], lines, caption(states))


# ---- long runs ----

LONG_RUNS = {
    "h200/long-run-plummer": "",
    "epyc/long-run-plummer-fmm": "",
    "h200/long-run-plummer-gpu-fmm": "",
    "h200/long-run-plummer-theta": ", theta 0.5",
    "h200/long-run-plummer-tree": ", `error=1e-3`",
}

COLD_SPHERES = {
    "epyc/cold-sphere-128": "`--dt 1/128`",
    "epyc/cold-sphere-128-seed-2": "`--dt 1/128 --seed 2`",
    "epyc/cold-sphere-128-seed-3": "`--dt 1/128 --seed 3`",
    "epyc/cold-sphere-512": "`--dt 1/512`",
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


@table("cold collapse")
def cold_collapse():
    reports = {name: load(name) for name in COLD_SPHERES}

    def line(name, run):
        energy = run["conservation"]["energy"]
        return [
            COLD_SPHERES[name],
            count(run["steps"]),
            error(energy["worst_relative_error"]),
            error(energy["relative_error"]),
            error(run["conservation"]["momentum"]["relative_error"]),
            significant(run["conservation"]["virial_ratio"]["final"]),
        ]

    header = ["step", "steps", "worst energy error", "at the end", "momentum, relative to sum m abs(v)",
              "virial ratio at the end"]
    return Table(header, [line(*named) for named in reports.items()], caption(list(reports.values())))
