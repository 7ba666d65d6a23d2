#pragma once

#include "sim/periodic/cloud.hpp"
#include "sim/periodic/ewald.hpp"
#include "sim/periodic/ewald_split.hpp"

#include <cmath>

namespace orrery {

// The half of an Ewald sum that pairs have (EwaldSplit), one pair at a time and in double: what the
// vectors of other solvers are held to.
class BoxPairs {
public:
    // Bodies are in contact, and do not pull each other, below this R^2 = r^2 + eps^2.
    BoxPairs(const EwaldSplit& split, double contact_squared)
        : split_(split), softening2_(split.softening * split.softening), contact2_(contact_squared),
          cubed_(split.alpha * split.alpha * split.alpha) {}

    // What a unit mass adds: strength r to the pull, and strength v + change (r.v) r to its change
    // when it moves with v relative to the target.
    struct Term {
        Vector3 r; // from the target to the source
        double strength, change, potential;
    };

    // Calls visit(term) for the nearest image of a source and for others within the cutoff. A body
    // and `itself` have their cloud alone.
    template <class Visit>
    void for_each(const Vector3& target, const Vector3& source, bool itself,
                  const Visit& visit) const {
        const Vector3 nearest = nearest_image(split_.box, source - target);
        visit(term(nearest, nearest, itself));
        for (std::size_t i = 1; i < split_.images.size(); ++i) {
            const Vector3 image = nearest + split_.images[i];
            if (dot(image, image) < split_.cutoff * split_.cutoff) {
                visit(term(nearest, image, false));
            }
        }
    }

private:
    Term term(const Vector3& nearest, const Vector3& r, bool itself) const {
        const double r2 = dot(r, r);
        const double softened2 = r2 + softening2_;
        const double softened = std::sqrt(softened2);
        Term term{undirected_at_half(nearest, r), 0, 0, 0};
        if (r2 < split_.cutoff * split_.cutoff) {
            const Cloud<double> cloud(split_.alpha * softened);
            term.strength = -cubed_ * cloud.pull;
            term.change = cubed_ * split_.alpha * split_.alpha * cloud.change;
            term.potential = split_.alpha * cloud.potential;
        } else {
            term.strength = -1 / (softened * softened2);
            term.change = 3 / (softened * softened2 * softened2);
            term.potential = 1 / softened;
        }
        if (!itself && softened2 >= contact2_ && softened2 > 0) {
            term.strength += 1 / (softened * softened2);
            term.change -= 3 / (softened * softened2 * softened2);
            term.potential -= 1 / softened;
        }
        return term;
    }

    // At half an edge there are two nearest images, which together have no direction along it.
    Vector3 undirected_at_half(const Vector3& nearest, const Vector3& r) const {
        const auto along = [](double from, double edge, double image) {
            return std::abs(from) == edge / 2 ? 0 : image;
        };
        const auto& [x, y, z] = split_.box.lengths;
        return {along(nearest.x, x, r.x), along(nearest.y, y, r.y), along(nearest.z, z, r.z)};
    }

    EwaldSplit split_;
    double softening2_, contact2_, cubed_;
};

} // namespace orrery
