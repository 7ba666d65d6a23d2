"""Arrays in a GPU's memory, by the driver's own calls: no library of arrays is needed."""

import ctypes
import subprocess
import sys

import numpy
import pytest

import orrery


class Driver:
    """CUDA's driver, with the context that every library of the process shares."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status != 0:
            raise RuntimeError(f"{name}: {status}")


try:
    DRIVER = Driver()
    WHY = ""
except (OSError, RuntimeError) as error:
    DRIVER, WHY = None, f"no GPU: {error}"
pytestmark = pytest.mark.skipif(DRIVER is None, reason=WHY)


class OnGpu:
    """A copy of an array there, as CUDA's libraries describe theirs; rows may be apart."""

    def __init__(self, array, apart=1):
        whole = numpy.zeros((len(array) * apart, *array.shape[1:]), array.dtype)
        whole[::apart] = array
        self.address = ctypes.c_uint64()
        DRIVER.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(max(whole.nbytes, 1)))
        DRIVER.call("cuMemcpyHtoD_v2", self.address, ctypes.c_void_p(whole.ctypes.data), ctypes.c_size_t(whole.nbytes))
        self.__cuda_array_interface__ = {
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (self.address.value, False),
            "strides": whole[::apart].strides,
            "version": 3,
        }

    def __del__(self):
        DRIVER.call("cuMemFree_v2", self.address)


def seen_by_its_interface(array):
    """What another library would read there."""
    facts = array.__cuda_array_interface__
    count = 1 + sum((n - 1) * s for n, s in zip(facts["shape"], facts["strides"])) // int(facts["typestr"][2:])
    memory = numpy.empty(count, facts["typestr"])
    DRIVER.call("cuMemcpyDtoH_v2", ctypes.c_void_p(memory.ctypes.data), ctypes.c_uint64(facts["data"][0]),
                ctypes.c_size_t(memory.nbytes))
    return numpy.lib.stride_tricks.as_strided(memory, facts["shape"], facts["strides"])


def some_bodies(count, dtype):
    random = numpy.random.default_rng(1)
    return random.standard_normal((count, 3)).astype(dtype), random.random(count).astype(dtype)


def largest_error(found, truth):
    return (numpy.linalg.norm(found - truth, axis=1) / numpy.linalg.norm(truth, axis=1)).max()


@pytest.mark.parametrize("dtype, most", [(numpy.float32, 2e-4), (numpy.float64, 1e-11)])
@pytest.mark.parametrize("apart", [1, 3])
def test_forces_are_those_of_the_host(dtype, most, apart):
    x, m = some_bodies(3000, dtype)
    truth = orrery.forces(x, m, softening=0.05, precision="fp64", algorithm="cpu.simd_threads")
    found = orrery.forces(OnGpu(x, apart), OnGpu(m, apart), softening=0.05, algorithm="gpu.shared")
    assert found.algorithm == "gpu.shared"
    assert found.acceleration.shape == (3000, 3) and found.acceleration.dtype == numpy.dtype(dtype).name
    assert found.acceleration.device == 0 and len(found.potential) == 3000
    assert largest_error(found.acceleration.numpy(), truth.acceleration) < most
    assert numpy.abs(found.potential.numpy() / truth.potential - 1).max() < most


def test_what_suits_is_chosen_and_keeps_its_promise():
    x, m = some_bodies(50_000, numpy.float32)
    truth = orrery.forces(x, m, softening=0.05, precision="fp64", algorithm="cpu.simd_threads", targets=x[::50] + 0)
    found = orrery.forces(OnGpu(x), OnGpu(m), softening=0.05, error=1e-3, targets=OnGpu(x[::50]))
    assert found.algorithm == "gpu.fmm"
    errors = numpy.linalg.norm(found.acceleration.numpy() - truth.acceleration, axis=1) / numpy.linalg.norm(
        truth.acceleration, axis=1)
    assert numpy.percentile(errors, 99) < found.promised_error


def test_others_read_it_without_a_copy():
    x, _ = some_bodies(700, numpy.float64)
    found = orrery.forces(OnGpu(x), 0.5, softening=0.1)
    kept, expected = found.acceleration, found.acceleration.numpy()
    del found
    assert numpy.array_equal(seen_by_its_interface(kept), expected)
    assert kept.__dlpack_device__() == (2, 0)
    again = orrery.forces(kept, 0.5, softening=0.1)  # ours by __cuda_array_interface__ …
    there = orrery.forces(ByDlpack(kept), 0.5, softening=0.1)  # … and by DLPack
    assert largest_error(again.acceleration.numpy(), there.acceleration.numpy()) < 1e-13  # sums in any order
    truth = orrery.forces(expected, 0.5, softening=0.1, algorithm="cpu.simd")
    assert largest_error(again.acceleration.numpy(), truth.acceleration) < 1e-11


class ByDlpack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **wishes):
        return self.array.__dlpack__(**wishes)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class VersionedTensor(ctypes.Structure):
    """DLPack's, as far as its flags."""

    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64)]


def read_only_flag(array, **wishes):
    """None: the capsule is of a version that has none."""
    capsule = array.__dlpack__(**wishes)
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    if "dltensor_versioned" not in repr(capsule):
        return None
    tensor = ctypes.cast(pointer(capsule, b"dltensor_versioned"), ctypes.POINTER(VersionedTensor))[0]
    assert tensor.major == 1
    return bool(tensor.flags & 1)


def test_dlpack_says_what_is_to_be_read_only():
    simulation = orrery.Simulation("plummer", bodies=500, algorithm="gpu.shared")
    theirs = simulation.on_gpu().positions
    own = orrery.forces(theirs, 0.002, algorithm="gpu.shared").acceleration
    for version in ((1, 0), (1, 3), (2, 0)):
        assert read_only_flag(theirs, max_version=version, stream=None, dl_device=(2, 0), copy=None)
        assert read_only_flag(own, max_version=version, stream=1) is False
    for wishes in ({}, {"max_version": None}, {"max_version": (0, 8)}):
        assert read_only_flag(theirs, **wishes) is None
    for wishes in ({"copy": True}, {"dl_device": (1, 0)}):
        with pytest.raises(BufferError):
            theirs.__dlpack__(**wishes)


def test_no_bodies_are_no_trouble():
    found = orrery.forces(OnGpu(numpy.empty((0, 3))), 1.0, algorithm="gpu.shared")
    assert found.acceleration.numpy().shape == (0, 3)


def test_what_does_not_fit_is_refused():
    x, m = some_bodies(100, numpy.float32)
    for words, arguments in {
        "processor": dict(algorithm="cpu.simd"),
        "masses": dict(masses=OnGpu(m.astype(numpy.float64))),
        r"\(100,\)": dict(masses=OnGpu(m[:50])),
        "precision": dict(precision="fp64"),
    }.items():
        with pytest.raises(orrery.InputError, match=words):
            orrery.forces(OnGpu(x), **{"masses": 1.0, **arguments})


def address(array):
    return array.__cuda_array_interface__["data"][0]


@pytest.mark.parametrize("algorithm, dtype", [("gpu.shared", "float32"), ("gpu.fmm", "float32"), ("gpu.shared", "float64")])
def test_a_simulations_bodies_are_seen_where_they_are(algorithm, dtype):
    simulation = orrery.Simulation("plummer", bodies=3000, algorithm=algorithm,
                                   precision="fp64" if dtype == "float64" else "fp32")
    simulation.step(3)
    there = simulation.on_gpu()
    order = numpy.arange(3000) if there.numbers is None else there.numbers.numpy()
    assert sorted(order) == list(range(3000))
    for name in ("positions", "velocities", "accelerations", "masses"):
        array = getattr(there, name)
        assert array.dtype == dtype and array.__cuda_array_interface__["data"][1], "to be read"
        assert numpy.array_equal(seen_by_its_interface(array), getattr(simulation, name)[order]), name
        assert address(getattr(simulation.on_gpu(), name)) == address(array), "a copy"
    pull = orrery.forces(there.positions, there.masses, softening=simulation.softening or 0.0, algorithm=algorithm)
    assert pull.acceleration.shape == (3000, 3)  # taken as they are


def test_what_is_held_of_a_simulation_stays_as_it_is():
    simulation = orrery.Simulation("plummer", bodies=3000, algorithm="gpu.fmm")
    places = set()
    for _ in range(40):  # nobody holds it for longer than a step: two arrays serve, sorted or not
        places.add(address(simulation.on_gpu().positions))
        simulation.step()
    held = [simulation.on_gpu() for _ in range(2)]
    then = [array.numpy() for array in (held[0].positions, held[0].velocities, held[0].accelerations)]
    numbers = held[0].numbers.numpy()
    for _ in range(40):
        simulation.step()
        places.add(address(simulation.on_gpu().positions))
    assert address(held[1].positions) == address(held[0].positions)
    assert address(simulation.on_gpu().positions) != address(held[0].positions)
    now = (held[0].positions, held[0].velocities, held[0].accelerations)
    assert all(numpy.array_equal(array.numpy(), before) for array, before in zip(now, then))
    assert numpy.array_equal(held[0].numbers.numpy(), numbers)
    assert len(places) < 10
    del simulation
    assert numpy.array_equal(held[1].positions.numpy(), then[0])


# Libraries of arrays, where they are: what they give is taken, and what comes back is theirs without a copy.
@pytest.mark.parametrize("name", ["torch", "cupy"])
def test_arrays_of_other_libraries_go_in_and_come_out(name):
    library = pytest.importorskip(name)
    if name == "torch" and not library.cuda.is_available():
        pytest.skip("PyTorch has no GPU here")
    x, m = some_bodies(2000, numpy.float32)
    truth = orrery.forces(x, m, softening=0.05, precision="fp64", algorithm="cpu.simd_threads").acceleration
    if name == "torch":
        places, masses = (library.from_numpy(array).cuda() for array in (x, m))
    else:
        places, masses = library.asarray(x), library.asarray(m)
    found = orrery.forces(places, masses, softening=0.05, algorithm="gpu.shared").acceleration
    theirs = library.from_dlpack(found)
    assert tuple(theirs.shape) == (2000, 3)
    assert numpy.array_equal(theirs.cpu().numpy() if name == "torch" else theirs.get(), found.numpy())
    assert largest_error(found.numpy(), truth) < 2e-4
    assert address_of(theirs) == address(found)
    bodies = orrery.Simulation("plummer", bodies=2000, algorithm="gpu.fmm").on_gpu()
    for array in (bodies.positions, bodies.accelerations, bodies.masses, bodies.numbers):
        if array is not None:
            assert address_of(library.from_dlpack(array)) == address(array)


def address_of(array):
    return array.data_ptr() if hasattr(array, "data_ptr") else array.data.ptr


WITH_JAX = """
import numpy, orrery, jax
x = numpy.random.default_rng(1).standard_normal((2000, 3)).astype(numpy.float32)
places = jax.numpy.asarray(x)
print(places.devices().pop().platform, flush=True)
found = orrery.forces(places, 5e-4, softening=0.05, algorithm="gpu.shared").acceleration
truth = orrery.forces(x, 5e-4, softening=0.05, algorithm="gpu.shared").acceleration
print(numpy.array_equal(found.numpy(), truth), flush=True)
masses = orrery.Simulation("plummer", bodies=2000, algorithm="gpu.fmm").on_gpu().masses
theirs = jax.dlpack.from_dlpack(masses)
print(theirs.unsafe_buffer_pointer() == masses.__cuda_array_interface__["data"][0], flush=True)
"""


def test_arrays_of_jax_go_in_and_come_out():
    # In a process of its own: where JAX does not start, it ends the whole program.
    told = subprocess.run([sys.executable, "-c", WITH_JAX], capture_output=True, text=True)
    words = told.stdout.split()
    if "gpu" not in words:
        pytest.skip(f"JAX has no GPU here: {(told.stderr.strip() or told.stdout).splitlines()[-1]}")
    assert words == ["gpu", "True", "True"], told.stderr
