"""Arrays in a GPU's memory, and of other libraries: what is taken, and what is said of what is not."""

import numpy
import pytest

import orrery


MODERN = tuple(map(int, numpy.__version__.split(".")[:2])) >= (2, 1)


class There:
    """As a CUDA library describes an array; nothing is where it says."""

    def __init__(self, shape=(4, 3), typestr="<f4", **more):
        self.__cuda_array_interface__ = {
            "shape": shape,
            "typestr": typestr,
            "data": (0x7F0000000000, False),
            "strides": None,
            "version": 3,
            **more,
        }


class ByDlpack:
    """An array of a library that speaks DLPack alone: as it is asked to, or the version before 1."""

    def __init__(self, array, old=False):
        self.array, self.old = array, old

    def __dlpack__(self, **wishes):
        return self.array.__dlpack__(**({} if self.old else wishes))

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_of_any_library_on_the_host_are_taken():
    x = numpy.random.default_rng(1).standard_normal((50, 3))
    m = numpy.full(50, 0.02)
    plain = orrery.forces(x, m).acceleration
    for old in (True, False) if MODERN else (True,):
        assert numpy.array_equal(orrery.forces(ByDlpack(x, old), ByDlpack(m, old)).acceleration, plain)


@pytest.mark.skipif(not MODERN, reason="NumPy before 2.1 gives nobody what is read-only by DLPack")
def test_what_is_read_only_is_taken_by_dlpack():
    x = numpy.random.default_rng(1).standard_normal((50, 3))
    plain = orrery.forces(x, 0.02).acceleration
    x.flags.writeable = False
    assert numpy.array_equal(orrery.forces(ByDlpack(x), 0.02).acceleration, plain)


def test_results_are_taken_by_other_libraries_without_a_copy():
    x = numpy.random.default_rng(1).standard_normal((50, 3))
    pull = orrery.forces(x, 0.02).acceleration
    there = numpy.from_dlpack(pull)
    assert numpy.shares_memory(there, pull) and numpy.array_equal(there, pull)


@pytest.mark.parametrize(
    "positions, words",
    [
        (There(shape=(4, 2)), r"\(N, 3\)"),
        (There(shape=(12,)), r"\(N, 3\)"),
        (There(typestr="<i4"), "<i4"),
        (There(mask=There()), "mask"),
        (There(data=(1,)), "data"),
        (There(data=None), "data"),
        (There(shape=("4", 3)), "shape"),
        (There(shape=(-4, 3)), "shape"),
        (There(strides=(13, 4)), "apart"),
        (There(strides=(4,)), "strides"),
    ],
)
def test_a_description_that_is_no_good_is_refused(positions, words):
    with pytest.raises(orrery.InputError, match=words):
        orrery.forces(positions, 1.0)


def test_a_description_that_is_none_is_refused():
    nothing = There()
    nothing.__cuda_array_interface__ = 7
    with pytest.raises(orrery.InputError, match="no dictionary"):
        orrery.forces(nothing, 1.0)
    missing = There()
    del missing.__cuda_array_interface__["typestr"]
    with pytest.raises(orrery.InputError, match="typestr"):
        orrery.forces(missing, 1.0)


def test_an_address_of_no_gpu_is_not_followed():
    with pytest.raises(orrery.InputError, match="GPU"):  # without a driver, or with one
        orrery.forces(There(), 1.0)
    with pytest.raises(orrery.InputError, match="GPU"):
        orrery.forces(There(), There(shape=(4,)), targets=There())


def test_arrays_of_a_gpu_and_of_the_host_do_not_mix():
    with pytest.raises(TypeError):
        orrery.forces(There(), numpy.ones(4))
    with pytest.raises(TypeError):
        orrery.forces(numpy.zeros((4, 3)), There(shape=(4,)))


def test_who_breaks_when_asked_for_its_place_is_refused():
    class Broken:
        def __dlpack_device__(self):
            raise RuntimeError("not today")

        def __dlpack__(self, **_):
            raise RuntimeError("not today")

    class Lying(Broken):
        def __dlpack_device__(self):
            return (2, 0)

    with pytest.raises(TypeError):
        orrery.forces(Broken(), 1.0)
    with pytest.raises(orrery.InputError, match="__dlpack__"):
        orrery.forces(Lying(), 1.0)


@pytest.mark.parametrize("place", [("gpu", 0), (None, 0), (), 7, (1e400, 0), (2**70, 0), ([], 0)])
def test_a_place_that_is_none_is_refused(place):
    class Odd:
        def __dlpack_device__(self):
            return place

    with pytest.raises(TypeError):
        orrery.forces(Odd(), 1.0)
