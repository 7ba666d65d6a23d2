#include "sim/python/device_arrays.hpp"

#include "sim/python/arrays.hpp"
#include "sim/python/bindings.hpp"

#include "sim/base/error.hpp"
#include "sim/machine/device_memory.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <string>
#include <type_traits>
#include <utility>

namespace orrery::python {
namespace {

constexpr const char* interface_name = "__cuda_array_interface__";

Error unusable(const std::string& problem, const char* argument) {
    return bad_input(problem, argument, "");
}

// An entry of the dictionary that __cuda_array_interface__ is.
template <class Value>
Value entry(const nb::dict& facts, const char* name, const char* argument) {
    Value value{};
    if (!facts.contains(name) || !nb::try_cast(facts[name], value)) {
        throw unusable(std::string("has no good '") + name + "' in its " + interface_name,
                       argument);
    }
    return value;
}

template <class Number>
std::vector<Number> numbers_in(const nb::tuple& tuple, const char* argument) {
    std::vector<Number> numbers;
    for (const nb::handle one : tuple) {
        std::int64_t number = 0;
        if (!nb::try_cast(one, number) || (std::is_unsigned_v<Number> && number < 0)) {
            throw unusable(std::string("has no good shape in its ") + interface_name, argument);
        }
        numbers.push_back(static_cast<Number>(number));
    }
    return numbers;
}

std::vector<std::int64_t> one_after_the_other(const std::vector<std::size_t>& shape) {
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t k = shape.size(); k-- > 1;) {
        strides[k - 1] = strides[k] * static_cast<std::int64_t>(shape[k]);
    }
    return strides;
}

std::vector<std::int64_t> strides_in(const nb::dict& facts, const ArrayThere& array,
                                     const char* argument) {
    if (!facts.contains("strides") || facts["strides"].is_none()) {
        return one_after_the_other(array.shape);
    }
    auto strides = numbers_in<std::int64_t>(entry<nb::tuple>(facts, "strides", argument), argument);
    const std::int64_t size = array.single ? sizeof(float) : sizeof(double);
    for (std::int64_t& stride : strides) { // bytes
        if (stride % size != 0) {
            throw unusable("has numbers that are no whole numbers apart", argument);
        }
        stride /= size;
    }
    if (strides.size() != array.shape.size()) {
        throw unusable("has not as many strides as dimensions", argument);
    }
    return strides;
}

// https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html, version 3
ArrayThere by_interface(const nb::object& object, const char* argument) {
    nb::dict facts;
    if (!nb::try_cast(object.attr(interface_name), facts)) {
        throw unusable(std::string("has an ") + interface_name + " that is no dictionary",
                       argument);
    }
    ArrayThere array;
    const auto type = entry<std::string>(facts, "typestr", argument);
    array.single = type == "<f4";
    if (!array.single && type != "<f8") {
        throw unusable("is no array of float32 or float64, but of '" + type + "'", argument);
    }
    if (facts.contains("mask") && !facts["mask"].is_none()) {
        throw unusable("has a mask", argument);
    }
    const auto place = entry<nb::tuple>(facts, "data", argument);
    std::uintptr_t address = 0;
    if (place.size() != 2 || !nb::try_cast(place[0], address)) {
        throw unusable(std::string("has no good 'data' in its ") + interface_name, argument);
    }
    array.data = reinterpret_cast<const void*>(address);
    array.shape = numbers_in<std::size_t>(entry<nb::tuple>(facts, "shape", argument), argument);
    array.strides = strides_in(facts, array, argument);
    array.owner = object;
    return array;
}

ArrayThere by_dlpack(const nb::object& object, const char* argument) {
    nb::ndarray<nb::ro, nb::device::cuda> given;
    if (!nb::try_cast(object, given)) {
        throw unusable("says that it is on a GPU, and its __dlpack__ gives no such array",
                       argument);
    }
    ArrayThere array;
    array.single = given.dtype() == nb::dtype<float>();
    if (!array.single && given.dtype() != nb::dtype<double>()) {
        throw unusable("is no array of float32 or float64", argument);
    }
    array.data = given.data();
    for (std::size_t k = 0; k < given.ndim(); ++k) {
        array.shape.push_back(given.shape(k));
        array.strides.push_back(given.stride(k));
    }
    array.owner = object;
    return array;
}

template <class Real>
void require_type(const ArrayThere& array, const char* argument) {
    if (array.single != std::is_same_v<Real, float>) {
        throw bad_input("has another type than the positions", argument,
                        "On a GPU all arrays are float32, or all float64.");
    }
}

nb::dlpack::dtype real_type(std::size_t bytes) {
    return bytes == sizeof(float) ? nb::dtype<float>() : nb::dtype<double>();
}

// As NumPy has it: "float" or "int", and the number of bits.
std::string type_name(const DeviceArrayOfOurs& array) {
    const bool whole = array.type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
    return (whole ? "int" : "float") + std::to_string(array.type.bits);
}

nb::tuple shape_of(const DeviceArrayOfOurs& array) {
    nb::list shape;
    for (const std::size_t count : array.shape) {
        shape.append(count);
    }
    return nb::tuple(shape);
}

nb::dict interface_of(const DeviceArrayOfOurs& array) {
    nb::list strides;
    for (const std::int64_t stride : array.strides) {
        strides.append(stride * static_cast<std::int64_t>(array.number_bytes()));
    }
    nb::dict facts;
    facts["shape"] = shape_of(array);
    facts["strides"] = nb::tuple(strides);
    facts["typestr"] = "<" + type_name(array).substr(0, 1) + std::to_string(array.number_bytes());
    facts["data"] = nb::make_tuple(reinterpret_cast<std::uintptr_t>(array.data()), array.read_only);
    facts["version"] = 3;
    facts["stream"] = nb::none(); // it is there
    return facts;
}

template <class... Kind>
nb::object seen_by_dlpack(nb::handle self) {
    const auto& array = nb::cast<const DeviceArrayOfOurs&>(self);
    return nb::cast(nb::ndarray<nb::array_api, Kind...>(
        const_cast<void*>(array.data()), array.shape.size(), array.shape.data(), self,
        array.strides.data(), array.type, nb::device::cuda::value, array.device));
}

// Who asks for version 1 or later (`max_version`) is told what is to be read only; an older one has
// no word for it.
nb::object dlpack_of(nb::handle self, const nb::kwargs& wishes) {
    const bool read_only = nb::cast<const DeviceArrayOfOurs&>(self).read_only;
    const nb::object there = read_only ? seen_by_dlpack<nb::ro>(self) : seen_by_dlpack<>(self);
    nb::dict passed;
    for (const auto& [name, value] : wishes) {
        if (nb::cast<std::string>(name) != "stream") { // it is there, for every stream
            passed[name] = value;
        }
    }
    return there.attr("__dlpack__")(**passed);
}

// The memory from the first number to the last, and the view of it that the array is.
template <class Number>
nb::object copied_to_host(const DeviceArrayOfOurs& array) {
    std::size_t extent = 1;
    for (std::size_t k = 0; k < array.shape.size(); ++k) {
        if (array.shape[k] == 0) {
            extent = 0;
            break;
        }
        extent += (array.shape[k] - 1) * static_cast<std::size_t>(array.strides[k]);
    }
    auto numbers = std::make_unique<HostArray<Number>>(extent);
    if (extent > 0) {
        const nb::gil_scoped_release unlocked;
        copy_from_device(numbers->data(), array.data(), extent * sizeof(Number));
    }
    Number* const first = numbers->data();
    const nb::capsule owner(numbers.get(), [](void* pointer) noexcept {
        const std::unique_ptr<HostArray<Number>> freed(static_cast<HostArray<Number>*>(pointer));
    });
    static_cast<void>(numbers.release()); // the capsule's now
    return nb::cast(nb::ndarray<nb::numpy, Number>(first, array.shape.size(), array.shape.data(),
                                                   owner, array.strides.data()));
}

} // namespace

bool says_it_is_there(nb::handle object) {
    if (PyObject_HasAttrString(object.ptr(), interface_name) != 0) {
        return true;
    }
    if (PyObject_HasAttrString(object.ptr(), "__dlpack_device__") == 0) {
        return false;
    }
    const nb::object place =
        nb::steal(PyObject_CallMethod(object.ptr(), "__dlpack_device__", nullptr));
    if (!place.is_valid()) {
        PyErr_Clear();
        return false;
    }
    // As a number or, as PyTorch has it, an enumeration; what it is else, may throw when it is
    // asked.
    const nb::object type = nb::steal(PySequence_GetItem(place.ptr(), 0));
    const nb::object whole = nb::steal(type.is_valid() ? PyNumber_Long(type.ptr()) : nullptr);
    int number = 0;
    if (!whole.is_valid() || !nb::try_cast(whole, number)) {
        PyErr_Clear();
        return false;
    }
    return number == nb::device::cuda::value || number == nb::device::cuda_managed::value;
}

ArrayThere array_there(const GivenThere& given, const char* argument) {
    return nb::hasattr(given.object, interface_name) ? by_interface(given.object, argument)
                                                     : by_dlpack(given.object, argument);
}

template <class Real>
DeviceRows<Real> rows_of(const ArrayThere& array, const char* argument) {
    if (array.shape.size() != 2 || array.shape[1] != 3) {
        throw unusable("has another shape than (N, 3)", argument);
    }
    require_type<Real>(array, argument);
    return {static_cast<const Real*>(array.data), array.shape[0], array.strides[0],
            array.strides[1]};
}

template <class Real>
DeviceMasses<Real> masses_of(const MassesThere& masses, std::size_t count) {
    if (const double* const shared = std::get_if<double>(&masses)) {
        return {nullptr, 1, static_cast<Real>(*shared)};
    }
    const ArrayThere& array = std::get<ArrayThere>(masses);
    if (array.shape.size() != 1 || array.shape[0] != count) {
        throw unusable("has another shape than (" + std::to_string(count) + ",)", "masses");
    }
    require_type<Real>(array, "masses");
    return {static_cast<const Real*>(array.data), array.strides[0], 0};
}

DeviceColumns::DeviceColumns(int device, std::size_t count, std::size_t real_bytes)
    : device_(device), count_(count), real_bytes_(real_bytes),
      memory_(device_memory(device, 4 * count * real_bytes)) {}

DeviceArrayOfOurs DeviceColumns::vectors() const {
    const auto stride = static_cast<std::int64_t>(count_);
    return {memory_, device_, real_type(real_bytes_), 0, {count_, 3}, {1, stride}};
}

DeviceArrayOfOurs DeviceColumns::numbers() const {
    return {memory_, device_, real_type(real_bytes_), 3 * count_, {count_}, {1}};
}

BodiesThere::BodiesThere(const BodiesOnDevice& bodies) {
    const auto stride = static_cast<std::int64_t>(bodies.stride);
    const auto seen = [&](std::shared_ptr<const void> memory, nb::dlpack::dtype type,
                          std::vector<std::size_t> shape, std::vector<std::int64_t> strides) {
        return DeviceArrayOfOurs{std::move(memory), bodies.device,      type, 0,
                                 std::move(shape),  std::move(strides), true};
    };
    const nb::dlpack::dtype real = real_type(bodies.real_bytes);
    positions = seen(bodies.position, real, {bodies.count, 3}, {1, stride});
    velocities = seen(bodies.velocity, real, {bodies.count, 3}, {1, stride});
    accelerations = seen(bodies.acceleration, real, {bodies.count, 3}, {1, stride});
    masses = seen(bodies.mass, real, {bodies.count}, {1});
    if (bodies.numbers != nullptr) { // that many bodies as have the last bit fit on no GPU
        numbers = seen(bodies.numbers, nb::dtype<std::int32_t>(), {bodies.count}, {1});
    }
}

void bind_device_arrays(nb::module_& module) {
    nb::class_<DeviceArrayOfOurs>(
        module, "DeviceArray",
        "Numbers of Orrery's in a GPU's memory. CuPy, PyTorch, JAX and Numba take it without a "
        "copy: `cupy.asarray(a)`, `torch.from_dlpack(a)`. They are there for every stream.")
        .def_prop_ro("shape", shape_of)
        .def_prop_ro("dtype", type_name)
        .def_ro("device", &DeviceArrayOfOurs::device, "the GPU, as CUDA counts")
        .def("__len__", [](const DeviceArrayOfOurs& self) { return self.shape.front(); })
        .def_prop_ro(interface_name, interface_of)
        .def("__dlpack__", dlpack_of, nb::arg("wishes"))
        .def("__dlpack_device__",
             [](const DeviceArrayOfOurs& self) {
                 return nb::make_tuple(int(nb::device::cuda::value), self.device);
             })
        .def(
            "numpy",
            [](const DeviceArrayOfOurs& self) {
                if (self.type == nb::dtype<std::int32_t>()) {
                    return copied_to_host<std::int32_t>(self);
                }
                return self.type == nb::dtype<float>() ? copied_to_host<float>(self)
                                                       : copied_to_host<double>(self);
            },
            "A copy in the host's memory.");
    nb::class_<BodiesThere>(
        module, "BodiesOnGpu",
        "The bodies of a simulation at one moment, where its GPU has them: nothing is copied. They "
        "are to be read. They stay as they are for as long as they are held; a step that "
        "would write over them takes other memory.")
        .def_ro("positions", &BodiesThere::positions, "(N, 3)")
        .def_ro("velocities", &BodiesThere::velocities,
                "(N, 3); momenta per mass where space expands")
        .def_ro("accelerations", &BodiesThere::accelerations, "(N, 3)")
        .def_ro("masses", &BodiesThere::masses, "(N,)")
        .def_ro("numbers", &BodiesThere::numbers,
                "(N,), int32: which body each is, in original order; None: as they lie. Bodies lie "
                "in the order that suits the algorithm: `x[numbers] = positions` undoes that.");
}

template DeviceRows<float> rows_of(const ArrayThere&, const char*);
template DeviceRows<double> rows_of(const ArrayThere&, const char*);
template DeviceMasses<float> masses_of(const MassesThere&, std::size_t);
template DeviceMasses<double> masses_of(const MassesThere&, std::size_t);

} // namespace orrery::python
