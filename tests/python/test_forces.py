"""orrery.forces against sums written in NumPy, and what it says of what it cannot do."""

import numpy
import pytest

import orrery


def some_bodies(count, seed=1, dtype=numpy.float64):
    random = numpy.random.default_rng(seed)
    return random.standard_normal((count, 3)).astype(dtype), random.random(count).astype(dtype)


def direct_sum(targets, sources, masses, softening):
    apart = sources[None, :, :] - targets[:, None, :]
    squared = (apart**2).sum(axis=2) + softening**2
    with numpy.errstate(divide="ignore"):
        inverse = numpy.where(squared > 0, squared, numpy.inf) ** -0.5
    pull = (masses[None, :, None] * apart * inverse[:, :, None] ** 3).sum(axis=1)
    return pull, -(masses[None, :] * inverse).sum(axis=1)


def relative_errors(computed, truth):
    return numpy.linalg.norm(computed - truth, axis=1) / numpy.linalg.norm(truth, axis=1)


def test_a_direct_sum_in_double_is_numpys():
    x, m = some_bodies(300)
    truth, potential = direct_sum(x, x, m, 0.01)
    potential += m / 0.01  # a body is not its own neighbour
    found = orrery.forces(x, m, softening=0.01)
    assert found.acceleration.dtype == numpy.float64
    assert relative_errors(found.acceleration, truth).max() < 1e-12
    assert numpy.abs(found.potential / potential - 1).max() < 1e-12


@pytest.mark.parametrize("algorithm", ["cpu.tree", "cpu.fmm"])
@pytest.mark.parametrize("error", [1e-2, 1e-4])
def test_what_approximates_keeps_the_error_that_it_promises(algorithm, error):
    x, m = some_bodies(20_000)
    some = numpy.arange(0, len(x), 41)
    truth, _ = direct_sum(x[some], x, m, 0.05)
    found = orrery.forces(x, m, algorithm=algorithm, error=error, softening=0.05)
    errors = relative_errors(found.acceleration[some], truth)
    assert found.algorithm == algorithm
    assert numpy.percentile(errors, 99) < found.promised_error
    assert error <= found.promised_error < 10 * error


def test_single_precision_stays_single_precision():
    x, m = some_bodies(100, dtype=numpy.float32)
    assert orrery.forces(x, m).acceleration.dtype == numpy.float32
    assert orrery.forces(x, m, precision="fp64").acceleration.dtype == numpy.float64


def test_targets_feel_and_do_not_pull():
    x, m = some_bodies(200)
    points, _ = some_bodies(37, seed=2)
    truth, potential = direct_sum(points, x, m, 0)
    found = orrery.forces(x, m, targets=points)
    assert relative_errors(found.acceleration, truth).max() < 1e-12
    assert numpy.abs(found.potential / potential - 1).max() < 1e-12


def test_arrays_may_have_any_strides_and_masses_be_one_number():
    x, _ = some_bodies(120)
    plain = orrery.forces(x, 0.5).acceleration
    for same in (numpy.asfortranarray(x), x[::-1][::-1], numpy.repeat(x, 2, axis=0)[::2]):
        assert numpy.array_equal(orrery.forces(same, numpy.full(120, 0.5)).acceleration, plain)


def test_lists_and_another_byte_order_are_taken():
    x, m = some_bodies(10)
    expected = orrery.forces(x, m).acceleration
    for given in (x.tolist(), x.astype(">f8")):
        assert (orrery.forces(given, m.tolist()).acceleration == expected).all()
    single = orrery.forces(x.astype(">f4"), m)
    assert single.acceleration.dtype == numpy.float32


def test_results_are_not_copied():
    x, m = some_bodies(1000)
    found = orrery.forces(x, m)
    addresses = {found.acceleration.__array_interface__["data"][0] for _ in range(3)}
    assert len(addresses) == 1
    assert not found.acceleration.flags.owndata and not found.potential.flags.owndata
    # Both lie in one block of the program's: x, y, z and the potential, each in a column.
    column = found.acceleration.strides[1]
    assert found.potential.__array_interface__["data"][0] == addresses.pop() + 3 * column
    kept = found.acceleration
    expected = kept.copy()
    del found
    assert numpy.array_equal(kept, expected)  # the array keeps its memory


def test_a_box_is_summed_over_its_images():
    x = numpy.array([[0.0, 0, 0], [0.25, 0, 0]])
    found = orrery.forces(x, numpy.array([1.0, 0.0]), box=(1, 1, 1), precision="fp64")
    assert found.acceleration[1, 0] == pytest.approx(-14.753540423540, abs=1e-9)


def test_no_bodies_are_no_trouble():
    found = orrery.forces(numpy.empty((0, 3)), numpy.empty(0))
    assert found.acceleration.shape == (0, 3)


@pytest.mark.parametrize(
    "arguments, words",
    [
        (dict(algorithm="cpu.nothing"), "cpu.nothing"),
        (dict(softening=-1), "softening"),
        (dict(algorithm="cpu.tree", options={"depth": 3}), "depth"),
        (dict(error=-1.0), "error"),
        (dict(algorithm="cpu.mesh", error=1e-3), "error"),
        (dict(precision="fp16"), "fp16"),
        (dict(algorithm="cpu.soa", box=(1, 1, 1)), "cpu.soa"),
        (dict(box=(1, 1, 0)), "box"),
        (dict(box=(1, 1, numpy.nan)), "box"),
    ],
)
def test_what_cannot_be_done_is_said(arguments, words):
    x, m = some_bodies(10)
    with pytest.raises(orrery.InputError, match=words):
        orrery.forces(x, m, **arguments)
    assert issubclass(orrery.InputError, ValueError)


@pytest.mark.parametrize(
    "x, m, words",
    [
        (numpy.zeros((4, 2)), 1.0, r"\(4, 2\)"),
        (numpy.zeros((4, 3)), numpy.ones(5), r"\(5,\)"),
        (numpy.zeros((4, 3), dtype=complex), 1.0, "float64"),
        (numpy.full((4, 3), numpy.nan), 1.0, "finite"),
    ],
)
def test_arrays_that_are_no_bodies_are_refused(x, m, words):
    with pytest.raises(orrery.InputError, match=words):
        orrery.forces(x, m)
