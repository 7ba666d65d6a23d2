// Edits of a system by hand: adds a body, a galaxy, a ring; removes a body or changes it.
#include "sim/simulation/body_edit.hpp"

#include "sim/base/error.hpp"
#include "sim/body_arrays.hpp"
#include "sim/scenes/galaxy_model.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/portable_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// Beyond that a float has no room for what is computed of it.
constexpr double largest_number = 1e30;

// The bodies to add, with the names of their parts, which begin with their first body.
struct NewBodies {
    Bodies<double> bodies;
    std::vector<Component> components;
    std::vector<Label> labels;
};

// A galaxy of no given mass has this share of what is there, and its disk ends at this share of
// the radius that holds half of the bodies.
constexpr double usual_mass_share = 0.25, usual_size_share = 0.5;
constexpr double disk_lengths = 4; // of the disk, that the eye takes for its end

Vector3 position_of(const Bodies<double>& bodies, std::size_t body) {
    return phase_point(bodies, body).position;
}

// How far from `centre` half of the bodies are.
double half_radius(const Bodies<double>& bodies, const Vector3& centre) {
    std::vector<double> distances(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        distances[i] = length(position_of(bodies, i) - centre);
    }
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle;
}

Vector3 centre_of_mass(const Bodies<double>& bodies) {
    Vector3 sum;
    double mass = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        sum = sum + bodies.mass[i] * position_of(bodies, i);
        mass += bodies.mass[i];
    }
    return mass > 0 ? (1 / mass) * sum : Vector3{};
}

double total_mass(const Bodies<double>& bodies) {
    return std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
}

std::string numbered(const Catalogue& catalogue, const std::string& name) {
    const auto taken = [&](const std::string& text) {
        return std::any_of(catalogue.labels.begin(), catalogue.labels.end(),
                           [&](const Label& label) { return label.text == text; });
    };
    int number = 1;
    while (taken(name + " " + std::to_string(number))) {
        ++number;
    }
    return name + " " + std::to_string(number);
}

struct GalaxySize {
    double mass = 1, length = 1; // of a unit of the model
};

GalaxySize size_of(const System& system, const AddedGalaxy& added) {
    GalaxySize size;
    if (system.units.length == "kpc" && system.units.mass == "10^10 Msun") {
        size = {galaxy_mass_unit, kiloparsecs(1)};
    } else if (system.bodies.size() > 1 && total_mass(system.bodies) > 0) {
        const Vector3 centre = centre_of_mass(system.bodies);
        size.mass = usual_mass_share * total_mass(system.bodies) / GalaxyModel::total_mass;
        size.length = usual_size_share * half_radius(system.bodies, centre) / disk_lengths;
    }
    if (added.mass) {
        size.mass = *added.mass / GalaxyModel::total_mass;
    }
    size.length = added.scale.value_or(size.length);
    if (!(size.mass > 0) || !(size.length > 0)) {
        throw bad_input("the galaxy would have no mass or no size", "add galaxy",
                        "give both: mass 1 scale 0.5");
    }
    return size;
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

// Turns a vector of the plane z = 0 into that of an orbit; angles in degrees.
Vector3 tilted(const Vector3& v, double inclination, double node) {
    const portable::CosSin tilt = portable::circle_of_degrees(inclination);
    const portable::CosSin turn = portable::circle_of_degrees(node);
    const double y = tilt.cosine * v.y - tilt.sine * v.z;
    const double z = tilt.sine * v.y + tilt.cosine * v.z;
    return {turn.cosine * v.x - turn.sine * y, turn.sine * v.x + turn.cosine * y, z};
}

NewBodies new_bodies(const System& system, const AddedBody& added, const EditForces&) {
    require_mass(added.mass);
    require_finite(added.position, "position");
    require_finite(added.velocity, "velocity");
    NewBodies next{Bodies<double>(1), {}, {}};
    place(next.bodies, 0, {added.position, added.velocity}, added.mass);
    next.components.push_back({added.component, 0, 1});
    next.labels.push_back(
        {0, added.label.empty() ? numbered(system.catalogue, added.component) : added.label});
    return next;
}

NewBodies new_bodies(const System& system, const AddedGalaxy& added, const EditForces& forces) {
    require_finite(added.position, "position");
    require_finite(added.velocity, "velocity");
    constexpr std::size_t fewest = 16;
    if (added.bodies < fewest) {
        throw bad_input("a galaxy needs at least 16 bodies", "add galaxy", "add galaxy 2k");
    }
    const GalaxySize size = size_of(system, added);
    SceneDraft draft({added.bodies, added.seed, one_process()});
    const GalaxyPose pose{{}, added.inclination, added.node};
    add_galaxy(draft, GalaxyModel(), pose, draft.all(), "added ");
    const double speed = std::sqrt(forces.gravity * size.mass / size.length);
    draft.move_each(draft.all(), [&](const PhasePoint& point) -> PhasePoint {
        return {added.position + size.length * point.position,
                added.velocity + speed * point.velocity};
    });
    System& galaxy = draft.system;
    for (double& mass : galaxy.bodies.mass) {
        mass *= size.mass;
    }
    return {std::move(galaxy.bodies), std::move(galaxy.catalogue.components), {}};
}

// As fast as the body alone would have it, softened as all forces are.
NewBodies new_bodies(const System& system, const AddedRing& added, const EditForces& forces) {
    const std::size_t centre =
        added.about ? place_of(system, *added.about) : heaviest_body(system.bodies);
    const PhasePoint middle = phase_point(system.bodies, centre);
    const double mass = system.bodies.mass[centre];
    const double radius = added.radius.value_or(0.5 * half_radius(system.bodies, middle.position));
    if (added.bodies == 0 || !(radius > 0) || !(mass > 0)) {
        throw bad_input("a ring needs bodies, a radius and a mass to orbit", "add ring",
                        "add ring 200 radius 1 about the heaviest body");
    }
    const double softened = radius * radius + forces.softening * forces.softening;
    const double speed =
        std::sqrt(forces.gravity * mass * radius * radius / (softened * std::sqrt(softened)));
    NewBodies next{Bodies<double>(added.bodies), {{"tracers", 0, added.bodies}}, {}};
    for (std::size_t i = 0; i < added.bodies; ++i) {
        const auto [x, y] =
            portable::circle(static_cast<double>(i) / static_cast<double>(added.bodies));
        const Vector3 out = tilted({x, y, 0}, added.inclination, added.node);
        const Vector3 along = tilted({-y, x, 0}, added.inclination, added.node);
        place(next.bodies, i, {middle.position + radius * out, middle.velocity + speed * along}, 0);
    }
    return next;
}

Bodies<double> with_more(const Bodies<double>& bodies, const Bodies<double>& more) {
    Bodies<double> all(bodies.size() + more.size());
    const auto first = arrays_of(bodies), behind = arrays_of(more);
    const auto to = arrays_of(all);
    for (std::size_t k = 0; k < to.size(); ++k) {
        std::ranges::copy(*behind[k], std::ranges::copy(*first[k], to[k]->begin()).out);
    }
    return all;
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

struct Editor {
    System& system;
    const EditForces& forces;

    template <class Added>
    void operator()(const Added& wanted) const {
        const NewBodies added = new_bodies(system, wanted, forces);
        name_added(system.catalogue, added, system.bodies.size(), system.softening);
        system.bodies = with_more(system.bodies, added.bodies);
    }
    void operator()(const RemovedBody& removed) const {
        const std::size_t body = place_of(system, removed.number);
        if (system.bodies.size() == 1) {
            throw bad_input("this is the last body", "", "add another body first");
        }
        std::vector<std::size_t> others(system.bodies.size());
        std::iota(others.begin(), others.end(), std::size_t{0});
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(body));
        number_all(system.catalogue.numbers, system.bodies.size());
        keep_bodies(system, others);
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
