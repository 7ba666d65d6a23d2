// Code that is not of the sources, in place of the table that is cut from them: a picture of it
// stays as it is when an algorithm changes.

#include "app/code/code_excerpt.hpp"

namespace orrery {

static const CodePart parts[] = {{"cpu.simd_threads", "sim/solvers/direct/made_up.cpp", 42, R"code(
    for (std::size_t j = 0; j < sources.count; ++j) { // all of them
        const Real dx = sources.x[j] - target.x;
        // [lit]
        const Real inverse = Real(1) / std::sqrt(dx * dx + dy * dy + dz * dz + 1.5e-6F);
        // [/lit]
        sum.x += sources.mass[j] * inverse * inverse * inverse * dx;
    }
)code" + 1}};

std::span<const CodePart> code_parts() {
    return parts;
}

} // namespace orrery
