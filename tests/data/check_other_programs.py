#!/usr/bin/env python3
"""What Orrery makes of the files of other programs (make_snapshots.py), read by those programs again.

    python3 -m pip install pynbody yt swiftsimio h5py
    check_other_programs.py ORRERY FOLDER

Prints what it has compared, and ends with 0 where all is well. FOLDER is for what is written.
"""

import csv
import pathlib
import subprocess
import sys
import warnings

import h5py
import numpy as np
import pynbody
import swiftsimio
import yt

ORRERY, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
MADE = pathlib.Path(__file__).parent / "snapshots"
warnings.simplefilter("ignore")
yt.set_log_level("error")


def convert(source, target):
    run = subprocess.run([ORRERY, "convert", str(source), str(target)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stderr


def rows(file):
    with open(file, encoding="utf-8") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def check_ids():
    for name in ("ids_from_0", "ids_from_1", "ids_above_2_63"):
        source, copy, table = MADE / f"{name}.hdf5", FOLDER / f"{name}.hdf5", FOLDER / f"{name}.csv"
        convert(source, copy)
        said = convert(copy, table)
        assert "InternalEnergy" in said, said
        with h5py.File(source) as a, h5py.File(copy) as b:
            ids = []
            for group in ("PartType0", "PartType1"):
                for dataset in a[group]:
                    assert np.array_equal(a[group][dataset], b[group][dataset]), (name, group, dataset)
                    kinds = a[group][dataset].dtype, b[group][dataset].dtype
                    assert dataset == "ParticleIDs" or kinds[0] == kinds[1], kinds
                ids += [str(id_) for id_ in a[group]["ParticleIDs"]]
            assert b["PartType0/InternalEnergy"].attrs["to_cgs"] == 1e10
        assert [row["id"] for row in rows(table)] == ids, name
        snapshot = pynbody.load(str(copy))
        assert np.allclose(snapshot.gas["u"], [100.5, 200.25]), snapshot.gas["u"]
        assert [str(id_) for id_ in snapshot["iord"].astype("u8")] == ids
        data = yt.load(str(copy)).all_data()
        assert np.allclose(sorted(data["PartType0", "InternalEnergy"].d), [100.5, 200.25])
    print("ids, energies, metals, densities: h5py, pynbody, yt")


def check_gizmo():
    """Masses and lengths as yt and pynbody have them from the file itself, and from the copy."""
    source, copy, table = MADE / "gizmo.hdf5", FOLDER / "gizmo.hdf5", FOLDER / "gizmo.csv"
    convert(source, copy)
    convert(source, table)
    found = {row["id"]: row for row in rows(table)}
    for file in (source, copy):
        snapshot = pynbody.load(str(file))
        snapshot.physical_units(distance="Mpc", velocity="km s^-1", mass="Msol")
        for i, id_ in enumerate(snapshot["iord"]):
            row = found[str(int(id_))]
            for axis in range(3):
                assert np.isclose(snapshot["pos"][i][axis], float(row["xyz"[axis]]), rtol=1e-3), (file, id_)
                assert np.isclose(snapshot["vel"][i][axis], float(row["v" + "xyz"[axis]]), rtol=1e-3), (file, id_)
            assert np.isclose(snapshot["mass"][i], float(row["mass"]), rtol=1e-3), (file, id_)
    print("GIZMO: places, velocities and masses as pynbody has them, of the file and its copy")


def check_swift():
    source, copy, table = MADE / "swiftsimio.hdf5", FOLDER / "swift.hdf5", FOLDER / "swift.csv"
    assert "SWIFT's groups Units and Cosmology are lost" in convert(source, copy)
    convert(source, table)
    data = swiftsimio.load(str(source))
    wanted = np.concatenate([data.gas.coordinates.to_physical().to("Mpc").value,
                             data.dark_matter.coordinates.to_physical().to("Mpc").value])
    found = np.array([[float(row[axis]) for axis in "xyz"] for row in rows(table)])
    assert np.allclose(found, wanted, rtol=1e-12)
    again = FOLDER / "swift_again.csv"
    convert(copy, again)
    assert np.allclose([[float(row[axis]) for axis in "xyz"] for row in rows(again)], wanted, rtol=1e-12)
    print("SWIFT: places as swiftsimio has them, in physical Mpc")


def check_tipsy():
    source, copy, middle = MADE / "pynbody.tipsy", FOLDER / "copy.tipsy", FOLDER / "tipsy.hdf5"
    convert(source, copy)
    convert(source, middle)
    back = FOLDER / "back.tipsy"
    assert "phi is lost" in convert(middle, back)
    a = pynbody.load(str(source))
    for file in (copy, back):
        b = pynbody.load(str(file))
        # Through HDF5 bodies get ids, and a body of tipsy has room for one of both.
        for name in ("pos", "vel", "mass", "eps") + (("phi",) if file == copy else ()):
            assert np.array_equal(a[name], b[name]), (file, name)
        for name in ("rho", "temp", "metals"):
            assert np.array_equal(a.gas[name], b.gas[name]), (file, name)
        for name in ("tform", "metals"):
            assert np.array_equal(a.star[name], b.star[name]), (file, name)
    print("tipsy: places, velocities, masses, softenings, temperatures, metals, ages: pynbody")


def check_binary():
    """What the message about GADGET's binaries advises."""
    for name in ("gadget_1.bin", "gadget_2.bin"):
        run = subprocess.run([ORRERY, "convert", str(MADE / name), "x.csv"], capture_output=True, text=True)
        assert run.returncode == 2 and "pynbody" in run.stderr, run.stderr
        snapshot, out = pynbody.load(str(MADE / name)), FOLDER / f"{name}.tipsy"
        snapshot.write(fmt=pynbody.snapshot.tipsy.TipsySnap, filename=str(out))
        convert(out, FOLDER / "binary.csv")
        found = np.array([[float(row[axis]) for axis in "xyz"] for row in rows(FOLDER / "binary.csv")])
        assert np.allclose(found, snapshot["pos"], rtol=1e-5), (found, snapshot["pos"])
    print("GADGET's binaries: refused, and read after pynbody has made them tipsy")


FOLDER.mkdir(exist_ok=True)
for check in (check_ids, check_gizmo, check_swift, check_tipsy, check_binary):
    check()
