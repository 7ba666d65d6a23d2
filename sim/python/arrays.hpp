#pragma once

// Arrays of Python's and ours. Python has a vector a body, (N, 3); the solvers have all x, then all
// y and z. What Orrery gives is its own memory seen as (N, 3) and is not copied; what it takes is
// copied once, into memory with the alignment and padding that vector code needs.

#include "sim/bodies.hpp"
#include "sim/force_request.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>

namespace orrery::python {

namespace nb = nanobind;

// Vectors or numbers of any floating-point or whole type and any strides, in host memory; also
// what numpy makes such an array of: lists, and numbers in another machine's byte order, as FITS
// has them.
struct GivenArray : nb::ndarray<nb::ro, nb::device::cpu> {
    using Array = nb::ndarray<nb::ro, nb::device::cpu>;
    GivenArray() = default;
    explicit GivenArray(Array array) : Array(std::move(array)) {}
};

// A number a body, or one that all share.
using GivenNumbers = std::variant<double, GivenArray>;

// Throws bad_input, naming the argument, for another shape or type.
template <class Real>
VectorArray<Real> vectors_of(const GivenArray& given, const char* argument);
template <class Real>
HostArray<Real> numbers_of(const GivenNumbers& given, std::size_t count, const char* argument);

bool is_single_precision(const GivenArray& given);

// Three columns and one more in one block, each padded as HostArray is.
template <class Real>
class Columns {
public:
    explicit Columns(std::size_t count);

    AccelerationsView<Real> view(bool with_potential);
    // Seen as (N, 3) and (N,): the arrays keep the memory alive.
    nb::object vectors() const;
    nb::object numbers() const;

private:
    std::size_t count_, stride_;
    std::shared_ptr<HostArray<Real>> memory_;
};

// Arrays of ours as Python's; they own what they show.
nb::object as_numpy(const VectorArray<double>& vectors);
nb::object as_numpy(HostArray<double> numbers);

} // namespace orrery::python

template <>
struct nanobind::detail::type_caster<orrery::python::GivenArray> {
    using ArrayCaster = make_caster<orrery::python::GivenArray::Array>;
    NB_TYPE_CASTER(orrery::python::GivenArray, ArrayCaster::Name)

    bool from_python(handle given, std::uint32_t flags, cleanup_list* cleanup) noexcept;
};
