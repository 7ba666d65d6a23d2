#include "sim/python/words.hpp"

#include "sim/base/error.hpp"
#include "sim/simulation/properties.hpp"

#include <nanobind/stl/string.h>

#include <type_traits>
#include <variant>

namespace orrery::python {

std::string words_of(nb::handle value, const std::string& name) {
    if (nb::isinstance<bool>(value)) {
        return nb::cast<bool>(value) ? "on" : "off";
    }
    if (nb::isinstance<nb::str>(value)) {
        return nb::cast<std::string>(value);
    }
    // Numbers, NumPy's among them: their shortest text that reads back as the same.
    if (PyIndex_Check(value.ptr()) != 0) {
        return nb::cast<std::string>(nb::str(nb::steal(PyNumber_Index(value.ptr()))));
    }
    if (PyNumber_Check(value.ptr()) != 0) {
        return nb::cast<std::string>(nb::str(nb::steal(PyNumber_Float(value.ptr()))));
    }
    throw bad_input("is neither a number nor a text nor a truth value", name, "");
}

nb::object as_python(const SettingValue& value) {
    return std::visit(
        [](const auto& given) -> nb::object {
            using Given = std::remove_cvref_t<decltype(given)>;
            if constexpr (std::is_same_v<Given, std::monostate>) {
                return nb::none();
            } else {
                return nb::cast(given);
            }
        },
        value);
}

OptionValue option_of(nb::handle value, const std::string& name) {
    if (nb::isinstance<nb::str>(value)) {
        return nb::cast<std::string>(value);
    }
    double number = 0;
    if (!nb::try_cast(value, number)) {
        throw bad_input("is neither a number nor a text", name, "");
    }
    return number;
}

void set(Settings& settings, const std::string& name, nb::handle value) {
    const Property* const property = find_property(name);
    if (property == nullptr) {
        set_option(settings, name, words_of(value, name));
    } else if (const SettingValue standard = property->member.get(Settings());
               value.equal(as_python(standard))) {
        property->member.set(settings, standard); // which may be outside of its range, as 0 is
    } else if (value.is_none()) {
        throw bad_input("cannot be None", name, "");
    } else {
        property->read(settings, words_of(value, name));
    }
}

void set_all(Settings& settings, const nb::kwargs& values) {
    for (const bool options : {false, true}) {
        for (const auto& [key, value] : values) {
            const auto name = nb::cast<std::string>(key);
            if (options == (find_property(name) == nullptr)) {
                set(settings, name, value);
            }
        }
    }
}

} // namespace orrery::python
