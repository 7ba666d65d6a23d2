#pragma once

#include "sim/base/vector3.hpp"

#include <array>
#include <cstdint>

namespace orrery {

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11):
// a block cipher that turns (key, counter) into four random words. There is no state to carry, so
// every body has a stream of its own, whatever order or thread makes it.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

// The random numbers of one body of a scene, the same on every machine (std:: distributions are
// not). Body 17 draws the same numbers whether the scene has a hundred bodies or a million. C++
// leaves open which operand of an expression comes first: never draw twice in one.
class Random {
public:
    Random(std::uint64_t seed, std::uint64_t body);

    double uniform();    // strictly between 0 and 1
    double gaussian();   // mean 0, deviation 1
    Vector3 direction(); // of length 1, isotropic

private:
    std::array<std::uint32_t, 2> key_;
    std::array<std::uint32_t, 4> counter_;
    std::array<std::uint32_t, 4> words_{};
    unsigned used_ = 4; // of words_
    double spare_gaussian_ = 0;
    bool has_spare_ = false;
};

} // namespace orrery
