#include "sim/snapshots/body_values.hpp"

#include "sim/base/error.hpp"
#include "sim/body_arrays.hpp"

#include <cstdint>
#include <cstdio>
#include <span>
#include <utility>

namespace orrery {
namespace {

template <class Values>
void require_valid(const Values& values, Quantity quantity, const char* name,
                   const std::filesystem::path& file, std::size_t first) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!is_valid(values[i], quantity)) {
            throw failure("the " + std::string(name) + " of body " + std::to_string(first + i) +
                              " " + what_is_wrong(values[i]) + ", so nothing was written",
                          file.string(), "go back to a state where the numbers still make sense");
        }
    }
}

bool covers(const std::vector<Component>& components, std::size_t count) {
    std::size_t next = 0;
    for (const Component& component : components) {
        if (component.first != next || component.count > count - next) {
            return false;
        }
        next += component.count;
    }
    return components.empty() || next == count;
}

} // namespace

bool fits(const Catalogue& catalogue, std::size_t count) {
    for (const Label& label : catalogue.labels) {
        if (label.body >= count) {
            return false;
        }
    }
    const auto none_or_all = [count](std::size_t size) { return size == 0 || size == count; };
    return covers(catalogue.components, count) && none_or_all(catalogue.file_ids.size()) &&
           none_or_all(catalogue.softenings.size());
}

std::string id_text(const Catalogue& catalogue, std::size_t body) {
    if (catalogue.file_ids.empty()) {
        return std::to_string(body);
    }
    const std::int64_t id = catalogue.file_ids[body];
    return catalogue.ids_have_no_sign ? std::to_string(static_cast<std::uint64_t>(id))
                                      : std::to_string(id);
}

std::string what_is_wrong(double value) {
    if (!std::isfinite(value)) {
        return "is not a finite number";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return "is negative (" + std::string(text) + ")";
}

void require_writable(const System& system, const std::filesystem::path& file, std::size_t first) {
    const Bodies<double>& bodies = system.bodies;
    if (body_count(system) == 0) {
        throw failure("no bodies to write", file.string(), "load a scene or file first");
    }
    if (!fits(system.catalogue, body_count(system))) {
        throw failure("the catalogue does not fit the bodies, so nothing was written",
                      file.string(), "please report this");
    }
    const std::pair<const char*, double> numbers[] = {
        {"time", system.time},
        {"time step", system.time_step},
        {"softening", system.softening},
        {"viewpoint's distance", system.viewpoint.distance}};
    for (const auto& [name, number] : numbers) {
        if (!is_valid(number, Quantity::coordinate)) {
            throw failure("the " + std::string(name) + " " + what_is_wrong(number) +
                              ", so nothing was written",
                          file.string(), "give it a sensible value first");
        }
    }
    std::size_t array = 0;
    for (const HostArray<double>* numbers : arrays_of(bodies)) {
        require_valid(*numbers, array == 0 ? Quantity::mass : Quantity::coordinate,
                      array == 0  ? "mass"
                      : array < 4 ? "position"
                                  : "velocity",
                      file, first);
        ++array;
    }
    require_valid(std::span(system.catalogue.softenings), Quantity::softening, "softening", file,
                  0);
}

} // namespace orrery
