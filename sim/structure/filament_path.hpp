#pragma once

#include "sim/structure/haloes.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace orrery {

// A closed way from halo to halo along the threads between them. In a periodic box it may come back
// to where it began in another one of the boxes: after each round it is further by `round`.
class FilamentPath {
public:
    FilamentPath(std::vector<Vector3> points, const Vector3& round);

    double length() const { return along_.back(); } // of a round
    // At so much of its length, of any round: smooth, and about as fast everywhere.
    Vector3 at(double way) const;

private:
    Vector3 point(std::ptrdiff_t place) const;

    std::vector<Vector3> points_;
    Vector3 round_;
    std::vector<double> along_; // the length up to each point, and of the round
};

// Past the heaviest of the haloes, at most `stops` of them. `through_faces`: by nearest images, so
// that it leaves the box and goes on in those beside it. nullopt: fewer than three haloes, or
// stopped.
std::optional<FilamentPath> filament_path(const Bodies<double>& bodies,
                                          std::span<const Halo> haloes, const PeriodicBox& box,
                                          std::size_t stops, bool through_faces, Workers& workers,
                                          const std::stop_token& stop);

} // namespace orrery
