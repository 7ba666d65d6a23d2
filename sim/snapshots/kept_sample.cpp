#include "sim/snapshot.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// The bodies that stay, by their places before.
std::vector<std::size_t> sampled_places(const System& system, std::size_t sample) {
    std::vector<Component> parts = system.catalogue.components;
    if (parts.empty()) {
        parts.push_back({"", 0, system.bodies.size()});
    }
    std::vector<std::size_t> places;
    for (const Component& part : parts) {
        for (std::size_t i = 0; i < part.count; i += sample) {
            places.push_back(part.first + i);
        }
    }
    return places;
}

template <class Values>
void pick(Values& values, const std::vector<std::size_t>& places) {
    if (values.empty()) {
        return;
    }
    Values some(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        some[i] = values[places[i]];
    }
    values = std::move(some);
}

} // namespace

void keep_sample(System& system, std::size_t sample) {
    if (sample <= 1) {
        return;
    }
    const std::vector<std::size_t> places = sampled_places(system, sample);
    Bodies<double>& bodies = system.bodies;
    for (VectorArray<double>* vectors : {&bodies.position, &bodies.velocity}) {
        pick(vectors->x, places);
        pick(vectors->y, places);
        pick(vectors->z, places);
    }
    pick(bodies.mass, places);
    for (double& mass : bodies.mass) {
        mass *= static_cast<double>(sample);
    }
    Catalogue& catalogue = system.catalogue;
    pick(catalogue.file_ids, places);
    pick(catalogue.softenings, places);
    keep_rows(system.columns, places);
    std::size_t next = 0;
    for (Component& component : catalogue.components) {
        component.count = (component.count + sample - 1) / sample;
        component.first = next;
        next += component.count;
    }
    std::erase_if(catalogue.labels, [&](Label& label) {
        const auto place = std::ranges::lower_bound(places, label.body);
        const bool gone = place == places.end() || *place != label.body;
        label.body = static_cast<std::size_t>(place - places.begin());
        return gone;
    });
}

} // namespace orrery
