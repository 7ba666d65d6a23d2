#include "sim/python/arrays.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace orrery::python {
namespace {

Error wrong(const std::string& problem, const char* argument) {
    return bad_input(problem, argument, "");
}

std::string shape_of(const GivenArray& given) {
    std::string text = "(";
    for (std::size_t k = 0; k < given.ndim(); ++k) {
        text += (k > 0 ? ", " : "") + std::to_string(given.shape(k));
    }
    return text + (given.ndim() == 1 ? ",)" : ")");
}

// Calls visit(first element, strides in elements) with the array's own type.
template <class Visit>
void visit_elements(const GivenArray& given, const char* argument, const Visit& visit) {
    const nb::dlpack::dtype type = given.dtype();
    const auto as = [&]<class Element>(Element) {
        visit(static_cast<const Element*>(given.data()));
    };
    if (type == nb::dtype<double>()) {
        as(double{});
    } else if (type == nb::dtype<float>()) {
        as(float{});
    } else if (type == nb::dtype<std::int64_t>()) {
        as(std::int64_t{});
    } else if (type == nb::dtype<std::int32_t>()) {
        as(std::int32_t{});
    } else {
        throw wrong("is no array of float32, float64, int32 or int64", argument);
    }
}

// An array that owns `memory` through a capsule.
template <class Real, class Memory>
nb::object numpy_array(Real* data, std::initializer_list<std::size_t> shape,
                       std::initializer_list<std::int64_t> strides, const Memory& memory) {
    auto kept = std::make_unique<Memory>(memory);
    const nb::capsule owner(kept.get(), [](void* pointer) noexcept {
        const std::unique_ptr<Memory> freed(static_cast<Memory*>(pointer));
    });
    static_cast<void>(kept.release()); // the capsule's now
    return nb::cast(nb::ndarray<nb::numpy, Real>(data, shape, owner, strides));
}

} // namespace

template <class Real>
VectorArray<Real> vectors_of(const GivenArray& given, const char* argument) {
    if (given.ndim() != 2 || given.shape(1) != 3) {
        throw wrong("has the shape " + shape_of(given) + ", not (N, 3)", argument);
    }
    const std::size_t count = given.shape(0);
    VectorArray<Real> vectors(count);
    visit_elements(given, argument, [&](const auto* element) {
        const std::int64_t next = given.stride(0), axis = given.stride(1);
        for (std::size_t i = 0; i < count; ++i) {
            const auto* const own = element + static_cast<std::int64_t>(i) * next;
            vectors.x[i] = static_cast<Real>(own[0]);
            vectors.y[i] = static_cast<Real>(own[axis]);
            vectors.z[i] = static_cast<Real>(own[2 * axis]);
        }
    });
    return vectors;
}

template <class Real>
HostArray<Real> numbers_of(const GivenNumbers& given, std::size_t count, const char* argument) {
    HostArray<Real> numbers(count);
    if (const double* const shared = std::get_if<double>(&given)) {
        std::fill(numbers.begin(), numbers.end(), static_cast<Real>(*shared));
        return numbers;
    }
    const GivenArray& array = std::get<GivenArray>(given);
    const bool one_for_all = array.ndim() == 0; // as NumPy's numbers are
    if (!one_for_all && (array.ndim() != 1 || array.shape(0) != count)) {
        throw wrong("has the shape " + shape_of(array) + ", not (" + std::to_string(count) + ",)",
                    argument);
    }
    visit_elements(array, argument, [&](const auto* element) {
        const std::int64_t next = one_for_all ? 0 : array.stride(0);
        for (std::size_t i = 0; i < count; ++i) {
            numbers[i] = static_cast<Real>(element[static_cast<std::int64_t>(i) * next]);
        }
    });
    return numbers;
}

bool is_single_precision(const GivenArray& given) {
    return given.dtype() == nb::dtype<float>();
}

template <class Real>
Columns<Real>::Columns(std::size_t count)
    : count_(count), stride_(HostArray<Real>(count).padded_size()),
      memory_(std::make_shared<HostArray<Real>>(4 * stride_)) {}

template <class Real>
AccelerationsView<Real> Columns<Real>::view(bool with_potential) {
    Real* const first = memory_->data();
    AccelerationsView<Real> view{.x = first, .y = first + stride_, .z = first + 2 * stride_};
    view.potential = with_potential ? first + 3 * stride_ : nullptr;
    return view;
}

template <class Real>
nb::object Columns<Real>::vectors() const {
    return numpy_array(memory_->data(), {count_, 3}, {1, static_cast<std::int64_t>(stride_)},
                       memory_);
}

template <class Real>
nb::object Columns<Real>::numbers() const {
    return numpy_array(memory_->data() + 3 * stride_, {count_}, {1}, memory_);
}

nb::object as_numpy(const VectorArray<double>& vectors) {
    // One block, so that it can be seen as one array.
    const std::size_t count = vectors.size();
    const auto memory = std::make_shared<HostArray<double>>(3 * count);
    double* to = memory->data();
    for (const HostArray<double>* from : {&vectors.x, &vectors.y, &vectors.z}) {
        to = std::copy(from->begin(), from->end(), to);
    }
    return numpy_array(memory->data(), {count, 3}, {1, static_cast<std::int64_t>(count)}, memory);
}

nb::object as_numpy(HostArray<double> numbers) {
    const std::size_t count = numbers.size();
    const auto memory = std::make_shared<HostArray<double>>(std::move(numbers));
    return numpy_array(memory->data(), {count}, {1}, memory);
}

template VectorArray<float> vectors_of(const GivenArray&, const char*);
template VectorArray<double> vectors_of(const GivenArray&, const char*);
template HostArray<float> numbers_of(const GivenNumbers&, std::size_t, const char*);
template HostArray<double> numbers_of(const GivenNumbers&, std::size_t, const char*);
template class Columns<float>;
template class Columns<double>;

} // namespace orrery::python

namespace nanobind::detail {

bool type_caster<orrery::python::GivenArray>::from_python(handle given, std::uint32_t flags,
                                                          cleanup_list* cleanup) noexcept {
    const auto take = [&](handle array) {
        ArrayCaster caster;
        if (!caster.from_python(array, flags, cleanup)) {
            return false;
        }
        value = orrery::python::GivenArray(std::move(caster.value));
        return true;
    };
    if (take(given)) {
        return true;
    }
    if ((flags & static_cast<std::uint32_t>(cast_flags::convert)) == 0) {
        return false;
    }
    try {
        const object array = module_::import_("numpy").attr("asarray")(given);
        return take(array.attr("astype")(array.attr("dtype").attr("newbyteorder")("=")));
    } catch (const python_error&) { // it makes none, as of an array on a GPU
        return false;
    }
}

} // namespace nanobind::detail
