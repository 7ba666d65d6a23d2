#pragma once

// What a mesh has of small cells, as a small group feels it: a series about the group's middle.
//
//   u = r / (2 split) from the middle to a cell, d from there to a target, L = L_1(u^2) of
//   MeshPart:
//
//   pull   m a^2 [L u - (L d + 2 L' (u.d) u) + (d^2 L' u + 2 L'' (u.d)^2 u + 2 L' (u.d) d)]
//
// Idea:    the mesh's part is smooth, so that a whole group feels the same few numbers of it. One
//          lane adds a cell to them, with its second moments, where all lanes would else add the
//          cell to their targets; the cell and its bodies then pull by the whole law, as without a
//          mesh.
// Source:  Taylor's; as the local expansions of Greengard & Rokhlin 1987, of another law.
// Cost:    a cell about 130 operations, a target 60.
// Error:   of third order: 0.45 m a^2 d^3, and as much with the size of a lopsided cell.
// Units:   without lengths but for the potential, so that neither metres nor kilograms leave a
//          float.

#include "sim/base/point_mass.hpp"
#include "sim/solvers/direct/mesh_part.hpp"
#include "sim/tree/moments.hpp"

#include <array>
#include <cstddef>

namespace orrery {

template <class Real>
struct MeshSeries {
    // Sums over cells, in this order: m L_0; m L; and by components m L u, m L' u; then, of
    // symmetric products, 2 m L' u u (6) and 2 m L'' u u u (10); all times a^2.
    static constexpr std::size_t size = 24;
    std::array<Real, size> sums{};

    struct Felt {
        Real x, y, z, potential; // what is to be taken away of the pull, and added to the potential
    };

    // A polynomial's value, slope and half the slope's slope.
    struct Bent {
        Real value = 0, slope = 0, bend = 0;

        template <std::size_t terms>
        constexpr Bent(const std::array<Real, terms>& c, Real v) {
            for (std::size_t k = terms; k-- > 0;) {
                bend = bend * v + slope;
                slope = slope * v + value;
                value = value * v + c[k];
            }
        }
    };

    constexpr MeshSeries() = default;

    // Of a cell at r from the middle, or, without `shape`, of a point.
    constexpr MeshSeries(const MeshPart<Real>& law, Real softening_squared,
                         const PointMass<Real>& r, const Quadrupole<Real>* shape,
                         bool with_potential) {
        const Real a = law.per_unit;
        const Real x = r.x * a, y = r.y * a, z = r.z * a;
        const Real square = r.x * r.x + r.y * r.y + r.z * r.z + softening_squared;
        const Real v = square * law.per_square - 1;
        const Bent pull(law.pull, v);
        constexpr Real per_place = Real(2 / (MeshPart<Real>::end * MeshPart<Real>::end));
        const Real weight = r.mass * a * a;
        const Real level = weight * pull.value;
        const Real slope = weight * per_place * pull.slope; // of x^2
        const Real bend = 4 * weight * per_place * per_place * pull.bend;
        Real potential = 0;
        if (with_potential) {
            for (std::size_t k = law.potential.size(); k-- > 0;) {
                potential = potential * v + law.potential[k];
            }
            potential *= weight;
        }
        Real along = level; // u
        Real shape_x = 0, shape_y = 0, shape_z = 0;
        if (shape != nullptr) {
            const Quadrupole<Real>& q = *shape;
            const Real qx = a * (a * (q.xx * x + q.xy * y + q.xz * z));
            const Real qy = a * (a * (q.xy * x + q.yy * y + q.yz * z));
            const Real qz = a * (a * (q.xz * x + q.yz * y + q.zz * z));
            const Real trace = -2 * a * (a * q.potential_trace);
            const Real uqu = x * qx + y * qy + z * qz;
            along += slope * trace + bend * uqu;
            shape_x = 2 * slope * qx;
            shape_y = 2 * slope * qy;
            shape_z = 2 * slope * qz;
            potential -= Real(0.5) * level * trace + slope * uqu;
        }
        const Real sx = 2 * slope * x, sy = 2 * slope * y, sz = 2 * slope * z;
        const Real bxx = bend * x * x, byy = bend * y * y, bzz = bend * z * z;
        sums = {potential,
                level,
                along * x + shape_x,
                along * y + shape_y,
                along * z + shape_z,
                slope * x,
                slope * y,
                slope * z,
                sx * x,
                sx * y,
                sx * z,
                sy * y,
                sy * z,
                sz * z,
                bxx * x,
                bxx * y,
                bxx * z,
                byy * x,
                bend * x * y * z,
                bzz * x,
                byy * y,
                byy * z,
                bzz * y,
                bzz * z};
    }

    // At r from the middle.
    constexpr Felt at(const MeshPart<Real>& law, const PointMass<Real>& r) const {
        const Real x = r.x * law.per_unit, y = r.y * law.per_unit, z = r.z * law.per_unit;
        const Real d2 = x * x + y * y + z * z;
        const std::array<Real, size>& s = sums;
        const Real along = s[5] * x + s[6] * y + s[7] * z;
        const Real first_x = s[1] * x + (s[8] * x + s[9] * y + s[10] * z);
        const Real first_y = s[1] * y + (s[9] * x + s[11] * y + s[12] * z);
        const Real first_z = s[1] * z + (s[10] * x + s[12] * y + s[13] * z);
        const Real xy = 2 * x * y, xz = 2 * x * z, yz = 2 * y * z;
        const Real xx = x * x, yy = y * y, zz = z * z;
        const Real second_x = d2 * s[5] + 2 * along * x + s[14] * xx + s[15] * xy + s[16] * xz +
                              s[17] * yy + s[18] * yz + s[19] * zz;
        const Real second_y = d2 * s[6] + 2 * along * y + s[15] * xx + s[17] * xy + s[18] * xz +
                              s[20] * yy + s[21] * yz + s[22] * zz;
        const Real second_z = d2 * s[7] + 2 * along * z + s[16] * xx + s[18] * xy + s[19] * xz +
                              s[21] * yy + s[22] * yz + s[23] * zz;
        // The potential is what the pull does on the way from the middle.
        const Real way = s[2] * x + s[3] * y + s[4] * z -
                         Real(0.5) * (first_x * x + first_y * y + first_z * z) +
                         (second_x * x + second_y * y + second_z * z) / 3;
        return {s[2] - first_x + second_x, s[3] - first_y + second_y, s[4] - first_z + second_z,
                (s[0] + way) / law.per_unit};
    }
};

} // namespace orrery
