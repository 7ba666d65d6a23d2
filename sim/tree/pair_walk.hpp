#pragma once

#include "sim/tree/pair_acceptance.hpp"
#include "sim/tree/tree.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// Bits of a cell's tag beside its index.
inline constexpr std::uint32_t leaf_bit = 0x80000000U;
inline constexpr std::uint32_t small_bit = 0x40000000U; // so few bodies that they cost less than
                                                        // the cell's multipoles at a body

// Cells as a walk of pairs sees them, an array of each number so that a vector of cells can be
// tested at once; entries for a vector's width beyond the last may be read.
template <class Real>
struct CellArrays {
    // A cell's index, with leaf_bit if it is a leaf, and small_bit if it is a small one.
    std::vector<std::uint32_t> tag;
    std::vector<Real> x, y, z;           // centre
    std::vector<Real> radius;            // of a sphere about the centre that holds its bodies
    std::vector<Real> spread, mass_root; // s of the estimate, and sqrt(M)

    static constexpr std::size_t padding = 16;

    void resize(std::size_t count);
    // For a vector's width more than `count`, and for reading one that begins behind those.
    void make_room(std::size_t count);
    std::size_t bytes() const;
};

// The target of a walk.
template <class Real>
struct WalkedTarget {
    Real x, y, z;
    TargetBounds<Real> bounds;
    bool is_leaf;
};

// The lists that a target's cells go to: their indices. Every body of the sources is in one of
// them, or in a cell of the list that goes to the target's children.
template <class Real>
struct PairLists {
    std::vector<std::uint32_t> far;    // accepted
    std::vector<std::uint32_t> single; // too near for a target leaf, but not for its bodies
    std::vector<std::uint32_t> near;   // leaves that a target leaf meets body by body
    std::vector<std::uint32_t> open;   // to be opened, while the walk lasts
    std::size_t far_count = 0, single_count = 0, near_count = 0, open_count = 0;

    // For a vector's width more than there are.
    void make_room();
};

} // namespace orrery
