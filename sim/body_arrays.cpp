#include "sim/body_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace orrery {
namespace {

template <class Values>
void pick(Values& values, std::span<const std::size_t> places) {
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

std::vector<std::size_t> sampled_places(const Catalogue& catalogue, std::size_t bodies,
                                        std::size_t sample) {
    std::vector<Component> parts = catalogue.components;
    if (parts.empty()) {
        parts.push_back({"", 0, bodies});
    }
    std::vector<std::size_t> places;
    for (const Component& part : parts) {
        for (std::size_t i = 0; i < part.count; i += sample) {
            places.push_back(part.first + i);
        }
    }
    return places;
}

void keep_bodies(System& system, std::span<const std::size_t> places) {
    const auto place_of = [&](std::size_t body) {
        return static_cast<std::size_t>(std::ranges::lower_bound(places, body) - places.begin());
    };
    for (HostArray<double>* numbers : arrays_of(system.bodies)) {
        pick(*numbers, places);
    }
    Catalogue& catalogue = system.catalogue;
    pick(catalogue.file_ids, places);
    pick(catalogue.softenings, places);
    pick(catalogue.numbers.of, places);
    keep_rows(system.columns, places);
    for (Component& component : catalogue.components) {
        const std::size_t end = place_of(component.first + component.count);
        component.first = place_of(component.first);
        component.count = end - component.first;
    }
    std::erase_if(catalogue.components, [](const Component& one) { return one.count == 0; });
    std::erase_if(catalogue.labels, [&](Label& label) {
        const std::size_t place = place_of(label.body);
        const bool gone = place == places.size() || places[place] != label.body;
        label.body = place;
        return gone;
    });
}

void keep_first(System& system, std::size_t count) {
    if (count >= system.bodies.size()) {
        return;
    }
    std::vector<std::size_t> places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    keep_bodies(system, places);
    if (!system.catalogue.softenings.empty()) {
        system.softening = mean_softening(system.bodies, system.catalogue.softenings);
    }
}

void keep_sample(System& system, std::size_t sample) {
    if (sample <= 1) {
        return;
    }
    keep_bodies(system, sampled_places(system.catalogue, system.bodies.size(), sample));
    for (double& mass : system.bodies.mass) {
        mass *= static_cast<double>(sample);
    }
}

double mean_softening(const Bodies<double>& bodies, std::span<const double> softenings) {
    if (softenings.empty()) {
        return 0;
    }
    if (std::ranges::all_of(softenings, [&](double one) { return one == softenings.front(); })) {
        return softenings.front(); // to the last digit
    }
    double mass = 0;
    double weighted = 0;
    double sum = 0;
    for (std::size_t i = 0; i < softenings.size(); ++i) {
        mass += bodies.mass[i];
        weighted += softenings[i] * bodies.mass[i];
        sum += softenings[i];
    }
    const double mean = weighted / mass; // not finite for no mass, or masses beyond all measure
    return std::isfinite(mean) ? mean : sum / static_cast<double>(softenings.size());
}

} // namespace orrery
