#!/usr/bin/env python3
"""Writes snapshots as the documentation of GADGET-4 has them, and compares what Orrery makes of them; nothing of Orrery
writes them. Then the other way round: what Orrery writes is read by h5py and compared.

    check_gadget_files.py ORRERY FOLDER

Prints nothing and ends with 0 where all is well. Needs h5py and numpy (Debian: python3-h5py).
"""

import csv
import pathlib
import subprocess
import sys

import h5py
import numpy as np

ORRERY, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
COUNTS = [40, 70, 0, 0, 30, 2]
NAMES = ["gas", "dark matter", "disk", "bulge", "stars", "black holes"]
A, H = 0.5, 0.7
RANDOM = np.random.default_rng(7)


def bodies():
    """For each type positions, velocities, masses and ids, as numbers that single precision holds."""
    first = 1 << 40  # ids of more than 32 bits
    for count in COUNTS:
        yield (
            RANDOM.normal(size=(count, 3)).astype(np.float32),
            RANDOM.normal(size=(count, 3)).astype(np.float32),
            RANDOM.uniform(1, 2, count).astype(np.float32),
            np.arange(first, first + count, dtype=np.uint64),
        )
        first += count


def write(files, comoving, types, kind, **storage):
    """The bodies dealt out to so many files; `kind` is the type of their numbers."""
    for part, name in enumerate(files):
        with h5py.File(name, "w") as file:
            here = [len(range(part, count, len(files))) for count in COUNTS]
            header = file.create_group("Header").attrs
            header["NumPart_ThisFile"] = np.array(here, dtype=np.uint32)
            header["NumPart_Total"] = np.array(COUNTS, dtype=np.uint64)
            header["MassTable"] = np.array([0, 1.5, 0, 0, 0, 0])
            header["Time"] = A if comoving else 3.0
            header["Redshift"] = 1 / A - 1 if comoving else 0.0
            header["BoxSize"] = 100.0
            header["NumFilesPerSnapshot"] = len(files)
            header["Flag_DoublePrecision"] = int(kind == np.float64)
            header["Flag_Cooling"] = 1
            if comoving:
                parameters = file.create_group("Parameters").attrs
                parameters["HubbleParam"] = H
                parameters["Omega0"] = 0.3
                parameters["OmegaLambda"] = 0.7
                parameters["UnitLength_in_cm"] = 3.085678e24
                parameters["UnitMass_in_g"] = 1.989e43
                parameters["UnitVelocity_in_cm_per_s"] = 1e5
                for type_, length in enumerate([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]):
                    parameters[f"SofteningClassOfPartType{type_}"] = type_
                    parameters[f"SofteningComovingClass{type_}"] = length
                    parameters[f"SofteningMaxPhysClass{type_}"] = length / 4
            for type_, (x, v, m, ids) in enumerate(types):
                if here[type_] == 0:
                    continue
                group = file.create_group(f"PartType{type_}")
                every = slice(part, None, len(files))
                group.create_dataset("Coordinates", data=x[every].astype(kind), **storage)
                group.create_dataset("Velocities", data=v[every].astype(kind), **storage)
                group.create_dataset("ParticleIDs", data=ids[every])
                group.create_dataset("Potential", data=m[every])
                if type_ != 1:
                    group.create_dataset("Masses", data=m[every].astype(kind))


def orrery(*arguments):
    run = subprocess.run([ORRERY, *map(str, arguments)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


def table(source, *options):
    """What Orrery reads, by id, and the comments above it."""
    lines = orrery("convert", source, "-", "--format", "csv", *options).splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return {int(row["id"]): row for row in rows}, [line for line in lines if line.startswith("#")]


def close(found, wanted, what):
    assert abs(found - wanted) <= 1e-6 * abs(wanted), f"{what}: {found} instead of {wanted}"


def compare(rows, types, length=1.0, velocity=1.0, mass=1.0, softening=None):
    assert len(rows) == sum(COUNTS), len(rows)
    for type_, (x, v, m, ids) in enumerate(types):
        for i, id_ in enumerate(ids):
            row = rows[int(id_)]
            assert row["component"] == NAMES[type_], row
            for axis, name in enumerate("xyz"):
                close(float(row[name]), float(x[i][axis]) * length, name)
                close(float(row["v" + name]), float(v[i][axis]) * velocity, "v" + name)
            close(float(row["mass"]), (1.5 if type_ == 1 else float(m[i])) * mass, "mass")
            if softening:
                close(float(row["softening"]), softening(type_), "softening")


def check_reading(types):
    one = FOLDER / "one.hdf5"
    for kind in (np.float32, np.float64, ">f4"):
        write([one], False, types, kind)
        rows, comments = table(one)
        compare(rows, types)
        assert "# orrery: time = 3" in comments, comments
        assert "# orrery: units = kpc, kpc/(km/s), 10^10 Msun" in comments, comments
    write([one], False, types, np.float32, chunks=(2, 3), compression="gzip", shuffle=True)
    compare(table(one)[0], types)

    parts = [FOLDER / f"snap_007.{part}.hdf5" for part in range(3)]
    write(parts, True, types, np.float32)
    for name in (parts[2], FOLDER / "snap_007", FOLDER / "snap_007.hdf5"):
        rows, comments = table(name)
        # Comoving, in units over h: physical; of the softenings the greatest physical one holds.
        compare(rows, types, A / H, A**0.5, 1 / H, lambda type_: (type_ + 1) * 0.1 / 4 / H)
        assert "# orrery: units = Mpc, Mpc/(km/s), 10^10 Msun" in comments, comments
    sampled, _ = table(parts[0], "--sample", "7")
    assert len(sampled) == sum(-(-count // 7) for count in COUNTS), len(sampled)
    for id_, row in sampled.items():
        close(float(row["mass"]), 7 * float(rows[id_]["mass"]), "mass of a sample")
        assert row["x"] == rows[id_]["x"]


def same_header(copy, original):
    """All that the original says of its run, the copy says, too."""
    with h5py.File(copy) as found, h5py.File(original) as wanted:
        for group in ("Header", "Parameters"):
            for name, value in wanted[group].attrs.items() if group in wanted else ():
                if name in ("NumFilesPerSnapshot", "NumPart_ThisFile"):
                    continue
                assert np.array_equal(found[group].attrs[name], value), (name, found[group].attrs[name], value)
        for type_ in range(6):
            if f"PartType{type_}" not in wanted:
                continue
            numbers = ["Coordinates", "Velocities"] + (["Masses"] if type_ != 1 else [])
            a, b = found[f"PartType{type_}"], wanted[f"PartType{type_}"]
            for name in numbers if wanted["Header"].attrs["NumFilesPerSnapshot"] == 1 else ():
                assert a[name].dtype == b[name].dtype, name
                np.testing.assert_allclose(a[name], b[name], rtol=0 if b[name].dtype == np.float32 else 1e-15)


def check_headers(types):
    one, copy, session = FOLDER / "run.hdf5", FOLDER / "copy.hdf5", FOLDER / "run.orrery"
    for comoving in (False, True):
        for kind in (np.float32, np.float64):
            factor = 1.1 if kind == np.float64 else 1  # to numbers that need all digits
            # First of that kind, then times the factor: NumPy 1 leaves float32 times float64 as float32.
            write([one], comoving, [(x.astype(kind) * factor, v, m, ids) for x, v, m, ids in types], kind)
            orrery("convert", one, copy)
            same_header(copy, one)
        said = orrery("convert", one, session)
        assert "box 100" in said, said
        orrery("convert", session, copy)
        same_header(copy, one)
    # Of one that has moved, the scale factor is that of its time.
    said = orrery("simulate", one, "--steps", "2", "-o", copy)
    assert "h 0.7; z 1, scale factor 0.5" in said, said
    with h5py.File(copy) as moved, h5py.File(one) as before:
        assert moved["Header"].attrs["BoxSize"] == before["Header"].attrs["BoxSize"]
        assert A < moved["Header"].attrs["Time"] < 1, moved["Header"].attrs["Time"]
        close(moved["Header"].attrs["Redshift"], 1 / moved["Header"].attrs["Time"] - 1, "redshift")
    parts = [FOLDER / f"snap_008.{part}.hdf5" for part in range(3)]
    write(parts, True, types, np.float32)
    orrery("convert", parts[1], copy)
    same_header(copy, parts[0])


SWIFT_NAMES = ["gas", "dark matter", "background dark matter", "sinks", "stars", "black holes", "neutrinos"]


def write_swift(name, comoving):
    """The layout that SWIFT's documentation describes: attributes are lists, types have aliases, numbers checksums."""
    counts = [4, 5, 3, 2, 6, 2, 3]
    with h5py.File(name, "w") as file:
        header = file.create_group("Header").attrs
        header["Code"] = np.bytes_("SWIFT")
        header["BoxSize"] = np.array([25.0, 25.0, 25.0])
        header["Dimension"] = np.array([3], dtype=np.int32)
        header["NumPartTypes"] = np.array([7], dtype=np.int32)
        header["NumPart_ThisFile"] = np.array(counts, dtype=np.int64)
        header["NumPart_Total"] = np.array(counts, dtype=np.uint32)
        header["NumPart_Total_HighWord"] = np.zeros(7, dtype=np.uint32)
        header["MassTable"] = np.zeros(7)
        header["InitialMassTable"] = np.ones(7)
        header["NumFilesPerSnapshot"] = np.array([1], dtype=np.int32)
        header["ThisFile"] = np.array([0], dtype=np.int32)
        header["OutputType"] = np.bytes_("FullVolume")
        header["Time"] = np.array([0.02])
        header["Redshift"] = np.array([1 / A - 1 if comoving else 0.0])
        header["Scale-factor"] = np.array([A if comoving else 1.0])
        cosmology = file.create_group("Cosmology").attrs
        cosmology["Cosmological run"] = np.array([int(comoving)], dtype=np.int32)
        cosmology["Scale-factor"] = np.array([A if comoving else 1.0])
        cosmology["h"] = np.array([H])
        for group in ("Units", "InternalCodeUnits"):
            units = file.create_group(group).attrs
            units["Unit mass in cgs (U_M)"] = np.array([1.98841e43])
            units["Unit length in cgs (U_L)"] = np.array([3.08567758e24])
            units["Unit time in cgs (U_t)"] = np.array([3.08567758e19])
            units["Unit current in cgs (U_I)"] = np.array([1.0])
            units["Unit temperature in cgs (U_T)"] = np.array([1.0])
        file.create_group("Parameters").attrs["Gravity:comoving_DM_softening"] = np.bytes_("0.003")
        aliases = ["Gas", "DM", "DMBackground", "Sink", "Stars", "BH", "Neutrino"]
        first = 0
        for type_, (count, alias) in enumerate(zip(counts, aliases)):
            group = file.create_group(f"PartType{type_}")
            file[f"{alias}Particles"] = h5py.SoftLink(f"/PartType{type_}")
            kept = dict(chunks=True, compression="gzip", shuffle=True, fletcher32=True)
            group.create_dataset("Coordinates", data=RANDOM.uniform(0, 25, (count, 3)), **kept)
            group["Coordinates"].attrs["a-scale exponent"] = np.array([1.0])
            group.create_dataset("Velocities", data=RANDOM.normal(size=(count, 3)).astype(np.float32), **kept)
            masses = "DynamicalMasses" if type_ == 5 else "Masses"
            group.create_dataset(masses, data=np.full(count, 0.5, dtype=np.float32), **kept)
            group.create_dataset("ParticleIDs", data=np.arange(first, first + count, dtype=np.int64) * 3 + 10, **kept)
            first += count


def check_swift():
    name = FOLDER / "swift_0007.hdf5"
    for comoving in (False, True):
        write_swift(name, comoving)
        rows, comments = table(name)
        assert "# orrery: units = Mpc, Mpc/(km/s), 10^10 Msun" in comments, comments
        with h5py.File(name) as file:
            assert len(rows) == file["Header"].attrs["NumPart_Total"].sum()
            for type_ in range(7):
                group = file[f"PartType{type_}"]
                for i, id_ in enumerate(group["ParticleIDs"]):
                    row = rows[int(id_)]
                    assert row["component"] == SWIFT_NAMES[type_], row
                    close(float(row["mass"]), 0.5, "mass")
                    for axis in range(3):
                        length = A if comoving else 1
                        close(float(row["xyz"[axis]]), group["Coordinates"][i][axis] * length, "x")
                        close(float(row["v" + "xyz"[axis]]), group["Velocities"][i][axis], "v")


def check_writing():
    for scene in ("galaxy_collision", "plummer", "solar_system"):
        file = FOLDER / f"{scene}.hdf5"
        orrery("convert", scene, file, *(["--bodies", "500"] if scene != "solar_system" else []))
        rows = list(csv.DictReader(line for line in orrery(
            "convert", scene, "-", "--format", "csv",
            *(["--bodies", "500"] if scene != "solar_system" else [])).splitlines() if not line.startswith("#")))
        with h5py.File(file) as snapshot:
            header, seen = snapshot["Header"].attrs, 0
            assert header["NumPart_Total"].sum() == len(rows)
            for type_ in range(6):
                count = header["NumPart_ThisFile"][type_]
                if count == 0:
                    continue
                group = snapshot[f"PartType{type_}"]
                assert group["ParticleIDs"].dtype == np.uint64
                for i, id_ in enumerate(group["ParticleIDs"][:]):
                    row = rows[int(id_)]
                    mass = header["MassTable"][type_] or group["Masses"][i]
                    assert mass == float(row["mass"])
                    assert list(group["Coordinates"][i]) == [float(row[axis]) for axis in "xyz"]
                    assert list(group["Velocities"][i]) == [float(row["v" + axis]) for axis in "xyz"]
                    seen += 1
            assert seen == len(rows)


TYPES = list(bodies())
check_reading(TYPES)
check_headers(TYPES)
check_swift()
check_writing()
