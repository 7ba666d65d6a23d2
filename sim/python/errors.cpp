// Our errors as Python's: orrery.Error, and orrery.InputError, which is a ValueError as well, for
// what the caller can mend.

#include "sim/python/bindings.hpp"

#include "sim/base/error.hpp"

#include <exception>

namespace orrery::python {
namespace {

namespace nb = nanobind;

nb::object new_exception(nb::module_& module, const char* name, const char* text,
                         const nb::tuple& bases) {
    const std::string whole = std::string("orrery.") + name;
    nb::object made =
        nb::steal(PyErr_NewExceptionWithDoc(whole.c_str(), text, bases.ptr(), nullptr));
    module.attr(name) = made;
    return made;
}

// `types`: a tuple of both, which the module keeps.
void translate(const std::exception_ptr& thrown, void* types) {
    try {
        std::rethrow_exception(thrown);
    } catch (const Error& error) {
        const int place = error.kind() == ErrorKind::bad_input ? 1 : 0;
        PyErr_SetString(PyTuple_GetItem(static_cast<PyObject*>(types), place), error.what());
    }
}

} // namespace

void bind_errors(nb::module_& module) {
    const nb::object error =
        new_exception(module, "Error", "Something that should have worked did not.",
                      nb::make_tuple(nb::handle(PyExc_RuntimeError)));
    const nb::object input_error =
        new_exception(module, "InputError", "A value, a name or a file that cannot be used.",
                      nb::make_tuple(error, nb::handle(PyExc_ValueError)));
    const nb::tuple types = nb::make_tuple(error, input_error);
    module.attr("_errors") = types;
    nb::register_exception_translator(translate, types.ptr());
}

} // namespace orrery::python
