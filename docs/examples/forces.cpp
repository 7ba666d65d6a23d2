// The pull of a hundred thousand bodies on each other, once, by the algorithm that suits them.

#include <orrery/orrery.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

int main() {
    constexpr std::size_t count = 100'000;
    std::mt19937_64 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> places(3 * count), masses(count, 1.0F / count);
    for (float& place : places) {
        place = normal(random);
    }

    const auto bodies = orrery::rows(places.data(), count); // x0 y0 z0 x1 …
    const auto pull = orrery::forces(bodies, masses.data(), {.error = 1e-4, .softening = 0.01});

    double strongest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        strongest = std::fmax(strongest, std::hypot(pull.x[i], pull.y[i], pull.z[i]));
    }
    std::printf("%s took %.0f ms and promises an error of %.1e; the strongest pull is %.3f\n",
                pull.facts.algorithm.c_str(), pull.facts.milliseconds, pull.facts.promised_error,
                strongest);
}
