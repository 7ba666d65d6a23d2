#!/usr/bin/env python3
"""Makes the small snapshots of snapshots/ with the programs of other people, which Orrery must read as they do.

    python3 -m pip install pynbody swiftsimio h5py
    make_snapshots.py FOLDER

Written with pynbody 2.8.0, swiftsimio 12.4.0, h5py 3.16.0 and numpy 2.4.6. GIZMO is no library, so gizmo.hdf5 is h5py's,
with the attributes that GIZMO's io.c writes.
"""

import pathlib
import sys
import warnings

import h5py
import numpy as np
import pynbody
import pynbody.snapshot.gadget
import pynbody.snapshot.tipsy
import swiftsimio
import unyt

FOLDER = pathlib.Path(sys.argv[1])
RANDOM = np.random.default_rng(26)
KPC, SUN = 3.085678e21, 1.989e33


def header(file, counts, **more):
    attributes = file.create_group("Header").attrs
    attributes["NumPart_ThisFile"] = np.array(counts, dtype=np.uint32)
    attributes["NumPart_Total"] = np.array(counts, dtype=np.uint32)
    attributes["NumPart_Total_HighWord"] = np.zeros(len(counts), dtype=np.uint32)
    attributes["MassTable"] = np.zeros(len(counts))
    attributes["NumFilesPerSnapshot"] = 1
    for name, value in more.items():
        attributes[name] = value


def bodies(file, type_, count, **more):
    group = file.create_group(f"PartType{type_}")
    group["Coordinates"] = RANDOM.normal(size=(count, 3)).astype("f4")
    group["Velocities"] = RANDOM.normal(size=(count, 3)).astype("f4")
    group["Masses"] = np.arange(1, count + 1, dtype="f4")
    for name, values in more.items():
        if values is None:
            del group[name]
        else:
            group[name] = values
    return group


def gadget_ids(name, first, kind):
    """Six bodies whose ids count from `first`, backwards, so that no place is an id by chance."""
    with h5py.File(FOLDER / name, "w") as file:
        header(file, [2, 4, 0, 0, 0, 0], Time=0.0)
        gas = bodies(file, 0, 2, ParticleIDs=np.array([first + 5, first + 4], kind))
        gas["InternalEnergy"] = np.array([100.5, 200.25], "f4")
        gas["InternalEnergy"].attrs["to_cgs"] = 1e10
        gas["Density"] = np.array([0.5, 0.25])
        gas["Metallicity"] = np.array([[0.01, 0.02, 0.03], [0.04, 0.05, 0.06]])
        gas["SmoothingLength"] = np.array([1.5, 2.5], "f4")
        bodies(file, 1, 4, ParticleIDs=np.array([first + 3, first + 2, first + 1, first], kind))


def gizmo():
    """A comoving run: code units over h, which the attributes in cgs have in them."""
    h = 0.7
    with h5py.File(FOLDER / "gizmo.hdf5", "w") as file:
        header(file, [3, 2, 0, 0, 0, 0], Time=0.5, Redshift=1.0, BoxSize=60.0, HubbleParam=h,
               ComovingIntegrationOn=np.int32(1), Omega_Matter=0.3, Omega_Lambda=0.7, Omega_Baryon=0.05,
               Omega_Radiation=0.0, UnitLength_In_CGS=1e3 * KPC / h, UnitMass_In_CGS=SUN / h,
               UnitVelocity_In_CGS=1e5, Gravitational_Constant_In_Code_Inits=4.30071057317063e-9,
               Fixed_ForceSoftening_Keplerian_Kernel_Extent=np.array([0.28, 0.56, 0, 0, 0, 0.0]),
               Kernel_Function_ID=np.int32(3), Flag_Metals=np.int32(1), GIZMO_version=np.int32(2022))
        bodies(file, 0, 3, ParticleIDs=np.array([3, 1, 2], "u4"), InternalEnergy=np.array([1.5, 2.5, 3.5]),
               ParticleIDGenerationNumber=np.zeros(3, "u4"))
        bodies(file, 1, 2, ParticleIDs=np.array([5, 4], "u4"))


def odd_spellings():
    """No velocities, `Mass`, `ParticleID`, and a type that no program has."""
    with h5py.File(FOLDER / "odd.hdf5", "w") as file:
        header(file, [0, 3, 0, 0, 0, 0, 0, 0, 0, 2])
        group = bodies(file, 1, 3, ParticleID=np.array([7, 8, 9], "u8"), Velocities=None)
        group["Mass"] = group["Masses"][:]
        del group["Masses"]
        bodies(file, 9, 2)


def swift():
    units = unyt.UnitSystem("galactic", "Mpc", "1e10*Msun", "977.792*Gyr")
    writer = swiftsimio.Writer(unit_system=units, boxsize=swiftsimio.cosmo_array([10.0] * 3, "Mpc", comoving=True,
                               scale_factor=0.5, scale_exponent=1), scale_factor=0.5)

    def array(values, unit, exponent):
        return swiftsimio.cosmo_array(values, unit, comoving=True, scale_factor=0.5, scale_exponent=exponent)

    for part, count in ((writer.gas, 3), (writer.dark_matter, 4)):
        part.coordinates = array(RANDOM.uniform(0, 10, (count, 3)), "Mpc", 1)
        part.velocities = array(RANDOM.normal(size=(count, 3)), "km/s", 0)
        part.masses = array(np.full(count, 0.5), "1e10*Msun", 0)
        part.particle_ids = np.arange(1, count + 1) + (0 if count == 3 else 3)
    writer.gas.internal_energy = array(np.array([4.0, 5.0, 6.0]), "km**2/s**2", -2)
    writer.gas.smoothing_lengths = array(np.full(3, 0.1), "Mpc", 1)
    writer.write(str(FOLDER / "swiftsimio.hdf5"))


def pynbody_files():
    snapshot = pynbody.new(gas=3, dm=4, star=2)
    count = len(snapshot)
    snapshot["pos"] = RANDOM.normal(size=(count, 3))
    snapshot["vel"] = RANDOM.normal(size=(count, 3))
    snapshot["mass"] = RANDOM.uniform(1, 2, count)
    snapshot["eps"] = np.where(np.arange(count) < 7, 0.25, 0.5)
    snapshot.gas["rho"] = [1.0, 2.0, 3.0]
    snapshot.gas["temp"] = [1e4, 2e4, 3e4]
    snapshot.gas["metals"] = [0.01, 0.02, 0.03]
    snapshot.star["metals"] = [0.5, 0.25]
    snapshot.star["tform"] = [1.5, 2.5]
    snapshot["phi"] = -np.arange(1.0, count + 1)
    snapshot.properties["a"] = 1.0
    snapshot.write(fmt=pynbody.snapshot.tipsy.TipsySnap, filename=str(FOLDER / "pynbody.tipsy"))


def gadget_binary():
    """Format 1, as GADGET-2's users' guide has it: the header, positions, velocities, ids, masses."""
    count = 3
    head = np.zeros(64, "i4")
    head[1] = head[25] = count
    blocks = [head.tobytes(), RANDOM.normal(size=(count, 3)).astype("f4").tobytes(), bytes(12 * count),
              np.arange(1, count + 1, dtype="u4").tobytes(), np.ones(count, "f4").tobytes()]
    for name, named in (("gadget_1.bin", False), ("gadget_2.bin", True)):
        with open(FOLDER / name, "wb") as file:
            for block, label in zip(blocks, ("HEAD", "POS ", "VEL ", "ID  ", "MASS")):
                size = np.int32(len(block)).tobytes()
                if named:
                    eight = np.int32(8).tobytes()
                    file.write(eight + label.encode() + np.int32(len(block) + 8).tobytes() + eight)
                file.write(size + block + size)


warnings.simplefilter("ignore")
FOLDER.mkdir(exist_ok=True)
gadget_ids("ids_from_0.hdf5", 0, "u4")
gadget_ids("ids_from_1.hdf5", 1, "u8")
gadget_ids("ids_above_2_63.hdf5", 9223372036854775810, "u8")
gizmo()
odd_spellings()
swift()
pynbody_files()
gadget_binary()
