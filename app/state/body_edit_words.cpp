#include "app/state/body_edit_words.hpp"

#include <fmt/format.h>

#include <variant>

namespace orrery {
namespace {

std::string exact(const Vector3& v) {
    return fmt::format("{},{},{}", v.x, v.y, v.z);
}

struct Wording {
    const AppState& app;

    std::string body(BodyNumber number) const {
        const auto place = app.catalogue.numbers.find(number, app.status.count);
        std::string name;
        std::size_t of_that_name = 0;
        for (const Label& label : app.catalogue.labels) {
            name = place && label.body == *place ? label.text : name;
        }
        for (const Label& label : app.catalogue.labels) {
            of_that_name += label.text == name ? 1U : 0U;
        }
        return of_that_name == 1 ? name : std::to_string(number + 1);
    }

    Command operator()(const AddedBody& added) const {
        std::string words = fmt::format("{} at {} velocity {}", added.mass, exact(added.position),
                                        exact(added.velocity));
        if (!added.label.empty()) {
            words += " name " + added.label;
        }
        return {added.component == "black hole" ? "bodies.add_black_hole" : "bodies.add", words};
    }
    Command operator()(const AddedGalaxy& added) const {
        std::string words = fmt::format("{} at {} velocity {} inclination {} node {}", added.bodies,
                                        exact(added.position), exact(added.velocity),
                                        added.inclination, added.node);
        words += added.mass ? fmt::format(" mass {}", *added.mass) : "";
        words += added.scale ? fmt::format(" scale {}", *added.scale) : "";
        return {"bodies.add_galaxy", words + fmt::format(" seed {}", added.seed)};
    }
    Command operator()(const AddedRing& added) const {
        std::string words = std::to_string(added.bodies);
        words += added.about ? " about " + body(*added.about) : "";
        words += added.radius ? fmt::format(" radius {}", *added.radius) : "";
        return {"bodies.add_ring",
                words + fmt::format(" inclination {} node {}", added.inclination, added.node)};
    }
    Command operator()(const RemovedBody& removed) const {
        return {"bodies.remove", body(removed.number)};
    }
    Command operator()(const ChangedBody& change) const {
        const std::string name = body(change.number);
        if (change.velocity) {
            return {"bodies.velocity", name + " " + exact(*change.velocity)};
        }
        if (change.position) {
            return {"bodies.position", name + " " + exact(*change.position)};
        }
        return {"bodies.mass", change.mass ? fmt::format("{} {}", name, *change.mass)
                                           : fmt::format("{} x{}", name, change.mass_factor)};
    }
};

} // namespace

Command exact_command(const BodyEdit& edit, const AppState& app) {
    return std::visit(Wording{app}, edit.what);
}

} // namespace orrery
