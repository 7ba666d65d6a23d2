#include "app/commands/gauss_arguments.hpp"

#include "app/numbers.hpp"
#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace orrery {
namespace {

constexpr std::string_view family = "cpu.gauss.";

std::string short_name(const GaussMethod& method) {
    const std::string_view id = method.id;
    return std::string(method.automatic         ? "automatic"
                       : id.starts_with(family) ? id.substr(family.size())
                                                : id);
}

std::vector<std::string> short_names() {
    std::vector<std::string> names;
    for (const GaussMethod& method : gauss_methods()) {
        names.push_back(short_name(method));
    }
    return names;
}

} // namespace

const GaussMethod& gauss_method_called(const std::string& name) {
    for (const GaussMethod& method : gauss_methods()) {
        if (name != method.id && name != short_name(method)) {
            continue;
        }
        if (const std::string reason = method.unavailable(); !reason.empty()) {
            throw bad_input(fmt::format("{} cannot run here: {}", method.id, reason), "--method",
                            "use another method");
        }
        return method;
    }
    throw bad_input(fmt::format("unknown method '{}'", name), "--method",
                    did_you_mean(name, short_names(), "orrery density --help"));
}

std::string gauss_method_names() {
    return fmt::format("{}", fmt::join(short_names(), "|"));
}

double parse_positive(const std::string& text, const char* flag) {
    const double number = parse_number(text, flag);
    if (number <= 0) {
        throw bad_input(fmt::format("'{}' is not positive", text), flag, "");
    }
    return number;
}

} // namespace orrery
