#pragma once

// Arrays in a GPU's memory, both ways: what other libraries give (by __cuda_array_interface__ or
// __dlpack__), and ours, which offers both. Nothing here needs CUDA or a driver to be imported.

#include "sim/simulation/forces_on_device.hpp"
#include "sim/state/bodies_on_device.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace orrery::python {

namespace nb = nanobind;

// An object that says that its numbers are on a GPU; read by array_there.
struct GivenThere {
    nb::object object;
};

// Where they are. Strides count numbers. `owner` keeps the memory.
struct ArrayThere {
    const void* data = nullptr;
    bool single = false; // float32; else float64
    std::vector<std::size_t> shape;
    std::vector<std::int64_t> strides;
    nb::object owner;
};

// A mass for each body, or one that all share.
using MassesThere = std::variant<ArrayThere, double>;

// Throws bad_input, naming the argument, for what is no array of such numbers.
ArrayThere array_there(const GivenThere& given, const char* argument);

// The same as solvers take them. Throws bad_input for another shape or type than Real.
template <class Real>
DeviceRows<Real> rows_of(const ArrayThere& array, const char* argument);
template <class Real>
DeviceMasses<Real> masses_of(const MassesThere& masses, std::size_t count);

// An array of ours there. Python's `orrery.DeviceArray`.
struct DeviceArrayOfOurs {
    std::shared_ptr<const void> memory;
    int device = 0;
    nb::dlpack::dtype type = nb::dtype<float>();
    std::size_t offset = 0; // in numbers
    std::vector<std::size_t> shape;
    std::vector<std::int64_t> strides;
    bool read_only = false;

    std::size_t number_bytes() const { return type.bits / 8U; }
    const void* data() const {
        return static_cast<const std::byte*>(memory.get()) + offset * number_bytes();
    }
};

// Of a simulation, where its GPU has them: Python's `orrery.BodiesOnGpu`.
struct BodiesThere {
    explicit BodiesThere(const BodiesOnDevice& bodies);

    DeviceArrayOfOurs positions, velocities, accelerations, masses;
    std::optional<DeviceArrayOfOurs> numbers;
};

// Three columns and one more in one block of a GPU's memory.
class DeviceColumns {
public:
    // Throws failure where there is not so much memory.
    DeviceColumns(int device, std::size_t count, std::size_t real_bytes);

    template <class Real>
    AccelerationsView<Real> view(bool with_potential) {
        Real* const first = static_cast<Real*>(memory_.get());
        AccelerationsView<Real> view{first, first + count_, first + 2 * count_};
        view.potential = with_potential ? first + 3 * count_ : nullptr;
        return view;
    }
    // Seen as (N, 3) and (N,).
    DeviceArrayOfOurs vectors() const;
    DeviceArrayOfOurs numbers() const;

private:
    int device_;
    std::size_t count_, real_bytes_;
    std::shared_ptr<void> memory_;
};

// Whether an object's numbers are on a GPU, by what it says itself.
bool says_it_is_there(nb::handle object);

} // namespace orrery::python

template <>
struct nanobind::detail::type_caster<orrery::python::GivenThere> {
    NB_TYPE_CASTER(orrery::python::GivenThere, const_name("DeviceArray"))

    bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
        if (!orrery::python::says_it_is_there(source)) {
            return false;
        }
        value.object = borrow(source);
        return true;
    }
};
