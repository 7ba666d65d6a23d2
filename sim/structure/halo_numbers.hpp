#pragma once

#include "sim/structure/haloes.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// Numbers that haloes keep from one moment to another, from 1 on: a halo has that of the one before
// which most of its bodies were in, unless a heavier halo has it.
class HaloNumbers {
public:
    // Of the haloes of a list, in its order; `bodies`: how many there are in all.
    std::vector<std::uint32_t> of(const HaloList& list, std::size_t bodies);

private:
    std::vector<std::uint32_t> of_body_; // the number of its halo; 0: it was in none
    std::uint32_t given_ = 0;
};

} // namespace orrery
