// Haloes: groups of friends, measured.
//
// Source:  Davis, Efstathiou, Frenk and White, ApJ 292, 371 (1985).
// Cost:    that of the groups, and three passes over their members.

#include "sim/structure/haloes.hpp"

#include "sim/structure/images.hpp"
#include "sim/structure/places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace orrery {
namespace {

// Mass, centre and motion of the bodies of a halo.
Halo halo_of(const Bodies<double>& bodies, std::span<const std::uint32_t> members,
             const Images& images) {
    Halo halo;
    halo.count = members.size();
    for (const std::uint32_t i : members) {
        halo.mass += bodies.mass[i];
    }
    // Bodies without mass, as tracers, count alike.
    const double total = halo.mass > 0 ? halo.mass : static_cast<double>(halo.count);
    const auto part = [&](std::uint32_t i) { return (halo.mass > 0 ? bodies.mass[i] : 1) / total; };
    // About one of its bodies, whose images of the others are the halo in one piece.
    const Vector3 origin = images.inside(vector_of(bodies.position, members.front()));
    const auto way_to = [&](std::uint32_t i) {
        return images.nearest(origin, images.inside(vector_of(bodies.position, i)));
    };
    Vector3 middle;
    for (const std::uint32_t i : members) {
        middle = middle + part(i) * way_to(i);
        halo.velocity = halo.velocity + part(i) * vector_of(bodies.velocity, i);
    }
    for (const std::uint32_t i : members) {
        const Vector3 way = way_to(i) - middle;
        const Vector3 speed = vector_of(bodies.velocity, i) - halo.velocity;
        halo.radius += part(i) * dot(way, way);
        halo.dispersion += part(i) * dot(speed, speed) / 3;
    }
    halo.centre = images.inside(origin + middle);
    halo.radius = std::sqrt(halo.radius);
    halo.dispersion = std::sqrt(halo.dispersion);
    return halo;
}

} // namespace

std::optional<HaloList> find_haloes(const Bodies<double>& bodies, const Friendship& search,
                                    Workers& workers, const std::stop_token& stop) {
    const std::optional<FriendGroups> groups = find_friends(bodies, search, workers, stop);
    if (!groups) {
        return std::nullopt;
    }
    const Images images(search.box);
    std::vector<Halo> haloes(groups->size());
    workers.for_ranges(haloes.size(), 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t h = begin; h < end; ++h) {
            haloes[h] = halo_of(bodies, groups->members_of(h), images);
        }
    });
    std::vector<std::size_t> order(haloes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        const double one = haloes[a].mass, other = haloes[b].mass;
        return one != other ? one > other
                            : groups->members_of(a).front() < groups->members_of(b).front();
    });
    HaloList list;
    list.groups.linked = groups->linked;
    list.groups.members.reserve(groups->members.size());
    for (const std::size_t h : order) {
        const std::span<const std::uint32_t> members = groups->members_of(h);
        list.haloes.push_back(haloes[h]);
        list.groups.members.insert(list.groups.members.end(), members.begin(), members.end());
        list.groups.begin.push_back(list.groups.members.size());
    }
    return list;
}

std::vector<MassBin> mass_function(std::span<const Halo> haloes, std::size_t bins) {
    std::vector<MassBin> all;
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const Halo& halo : haloes) {
        low = halo.mass > 0 ? std::min(low, halo.mass) : low;
        high = std::max(high, halo.mass);
    }
    if (!(high > 0) || bins == 0) {
        return all;
    }
    const double whole = std::log(high / low);
    const std::size_t count = whole > 0 ? bins : 1;
    const auto edge = [&](std::size_t bin) {
        return bin == count
                   ? high
                   : low * std::exp(whole * static_cast<double>(bin) / static_cast<double>(count));
    };
    for (std::size_t bin = 0; bin < count; ++bin) {
        all.push_back({.low = edge(bin), .high = edge(bin + 1)});
    }
    for (const Halo& halo : haloes) {
        if (halo.mass > 0) {
            const auto after = std::ranges::upper_bound(all, halo.mass, {}, &MassBin::high);
            MassBin& bin = after == all.end() ? all.back() : *after;
            ++bin.haloes;
            bin.mass += halo.mass;
        }
    }
    return all;
}

} // namespace orrery
