#include "sim/simulation/body_edit.hpp"

#include "sim/base/error.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/simulation/added_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

// Beyond that a float has no room for what is computed of it.
constexpr double largest_number = 1e30;

// `from` without the entry at `left_out`, where that is one, and with `more` behind it.
HostArray<double> rebuilt(const HostArray<double>& from, std::optional<std::size_t> left_out,
                          const HostArray<double>& more) {
    HostArray<double> to(from.size() - (left_out ? 1 : 0) + more.size());
    const std::size_t gap = left_out.value_or(from.size());
    double* next = std::copy_n(from.data(), gap, to.data());
    if (left_out) {
        next = std::copy_n(from.data() + gap + 1, from.size() - gap - 1, next);
    }
    std::copy_n(more.data(), more.size(), next);
    return to;
}

VectorArray<double> rebuilt(const VectorArray<double>& from, std::optional<std::size_t> left_out,
                            const VectorArray<double>& more) {
    VectorArray<double> to;
    to.x = rebuilt(from.x, left_out, more.x);
    to.y = rebuilt(from.y, left_out, more.y);
    to.z = rebuilt(from.z, left_out, more.z);
    return to;
}

Bodies<double> rebuilt(const Bodies<double>& from, std::optional<std::size_t> left_out,
                       const Bodies<double>& more) {
    Bodies<double> to;
    to.position = rebuilt(from.position, left_out, more.position);
    to.velocity = rebuilt(from.velocity, left_out, more.velocity);
    to.mass = rebuilt(from.mass, left_out, more.mass);
    return to;
}

std::size_t place_of(const System& system, BodyNumber number) {
    const auto body = system.catalogue.numbers.find(number, system.bodies.size());
    if (!body) {
        throw bad_input("body " + std::to_string(number + 1) + " no longer exists", "",
                        "choose one that exists");
    }
    return *body;
}

void require_finite(const Vector3& v, const char* what) {
    const auto means_something = [](double value) { return std::abs(value) <= largest_number; };
    if (!means_something(v.x) || !means_something(v.y) || !means_something(v.z)) {
        throw bad_input(std::string("the ") + what + " is out of range", "",
                        "give three smaller numbers");
    }
}

void require_mass(double mass) {
    if (!(mass >= 0 && mass <= largest_number)) {
        throw bad_input("a mass must be between 0 and 1e30", "", "give a number such as 0.5");
    }
}

// Writes out what indices said before, so that they may shift.
void number_all(BodyNumbers& numbers, std::size_t count) {
    if (numbers.of.empty()) {
        numbers.of.resize(count);
        std::iota(numbers.of.begin(), numbers.of.end(), BodyNumber{0});
        numbers.given = count;
    }
}

// Bodies that no component claimed so far get one, so that those behind them can.
void cover_all(Catalogue& catalogue, std::size_t count) {
    std::size_t covered = 0;
    for (const Component& component : catalogue.components) {
        covered = component.first + component.count;
    }
    if (covered < count) {
        catalogue.components.push_back({"bodies", covered, count - covered});
    }
}

// The id behind the largest.
std::int64_t next_id(const Catalogue& catalogue) {
    const auto& ids = catalogue.file_ids;
    if (catalogue.ids_have_no_sign) {
        const auto less = [](std::int64_t a, std::int64_t b) {
            return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
        };
        const auto most = static_cast<std::uint64_t>(*std::ranges::max_element(ids, less));
        return static_cast<std::int64_t>(most == ~std::uint64_t{0} ? most : most + 1);
    }
    const std::int64_t most = *std::ranges::max_element(ids);
    return most == std::numeric_limits<std::int64_t>::max() ? most : most + 1;
}

void name_added(Catalogue& catalogue, const NewBodies& added, std::size_t count, double softening) {
    number_all(catalogue.numbers, count);
    cover_all(catalogue, count);
    const std::size_t bodies = added.bodies.size();
    for (std::size_t k = 0; k < bodies; ++k) {
        catalogue.numbers.of.push_back(catalogue.numbers.given++);
    }
    for (Component component : added.components) {
        component.first += count;
        if (!catalogue.components.empty() && catalogue.components.back().name == component.name) {
            catalogue.components.back().count += component.count;
        } else {
            catalogue.components.push_back(std::move(component));
        }
    }
    for (const Label& label : added.labels) {
        catalogue.labels.push_back({label.body + count, label.text});
    }
    if (!catalogue.file_ids.empty()) {
        const auto first = static_cast<std::uint64_t>(next_id(catalogue));
        for (std::size_t k = 0; k < bodies; ++k) {
            catalogue.file_ids.push_back(static_cast<std::int64_t>(first + k));
        }
    }
    if (!catalogue.softenings.empty()) {
        catalogue.softenings.resize(count + bodies, softening);
    }
}

template <class T>
void erase_at(std::vector<T>& per_body, std::size_t body) {
    if (!per_body.empty()) {
        per_body.erase(per_body.begin() + static_cast<std::ptrdiff_t>(body));
    }
}

void forget(Catalogue& catalogue, std::size_t body, std::size_t count) {
    number_all(catalogue.numbers, count);
    erase_at(catalogue.numbers.of, body);
    erase_at(catalogue.file_ids, body);
    erase_at(catalogue.softenings, body);
    for (Component& component : catalogue.components) {
        const bool holds = body >= component.first && body < component.first + component.count;
        component.count -= holds ? 1 : 0;
        component.first -= component.first > body ? 1 : 0;
    }
    std::erase_if(catalogue.components, [](const Component& c) { return c.count == 0; });
    std::erase_if(catalogue.labels, [=](const Label& label) { return label.body == body; });
    for (Label& label : catalogue.labels) {
        label.body -= label.body > body ? 1 : 0;
    }
}

void add(System& system, const NewBodies& added) {
    const std::size_t count = system.bodies.size();
    name_added(system.catalogue, added, count, system.softening);
    system.bodies = rebuilt(system.bodies, std::nullopt, added.bodies);
}

struct Editor {
    System& system;
    const EditForces& forces;

    void operator()(const AddedBody& added) const {
        require_mass(added.mass);
        require_finite(added.position, "position");
        require_finite(added.velocity, "velocity");
        add(system, new_bodies(system, added, forces));
    }
    void operator()(const AddedGalaxy& added) const {
        require_finite(added.position, "position");
        require_finite(added.velocity, "velocity");
        add(system, new_bodies(system, added, forces));
    }
    void operator()(const AddedRing& added) const {
        if (added.about) {
            place_of(system, *added.about);
        }
        add(system, new_bodies(system, added, forces));
    }
    void operator()(const RemovedBody& removed) const {
        const std::size_t body = place_of(system, removed.number);
        if (system.bodies.size() == 1) {
            throw bad_input("this is the last body", "", "add another body first");
        }
        std::vector<std::size_t> others(system.bodies.size());
        std::iota(others.begin(), others.end(), std::size_t{0});
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(body));
        keep_rows(system.columns, others);
        forget(system.catalogue, body, system.bodies.size());
        system.bodies = rebuilt(system.bodies, body, Bodies<double>());
    }
    void operator()(const ChangedBody& change) const {
        const std::size_t body = place_of(system, change.number);
        const double mass = change.mass.value_or(system.bodies.mass[body]) * change.mass_factor;
        require_mass(mass);
        PhasePoint point = phase_point(system.bodies, body);
        point.position = change.position.value_or(point.position);
        point.velocity = change.velocity.value_or(point.velocity);
        require_finite(point.position, "position");
        require_finite(point.velocity, "velocity");
        place(system.bodies, body, point, mass);
    }
};

} // namespace

std::optional<std::size_t> BodyNumbers::find(BodyNumber number, std::size_t count) const {
    if (of.empty()) {
        return number < count ? std::optional<std::size_t>(number) : std::nullopt;
    }
    const auto found = std::lower_bound(of.begin(), of.end(), number);
    return found != of.end() && *found == number
               ? std::optional(static_cast<std::size_t>(found - of.begin()))
               : std::nullopt;
}

System edited(System system, const BodyEdit& edit, const EditForces& forces) {
    std::visit(Editor{system, forces}, edit.what);
    return system;
}

std::size_t heaviest_body(const Bodies<double>& bodies) {
    return static_cast<std::size_t>(std::max_element(bodies.mass.begin(), bodies.mass.end()) -
                                    bodies.mass.begin());
}

} // namespace orrery
