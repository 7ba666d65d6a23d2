#pragma once

#include "sim/simulation/settings.hpp"

#include <cstddef>
#include <future>
#include <optional>
#include <stop_token>
#include <thread>

namespace orrery {

// Finds how many bodies this machine steps smoothly: it times the settings' algorithm on their
// scene, with more and more bodies, for half a second at most, on a thread of its own.
class SmoothCountSearch {
public:
    explicit SmoothCountSearch(const Settings& settings);
    // Once, when it is found; cancelled by destruction. 0 when it cannot be told (the algorithm is
    // unknown, say): then the scene's standard is as good as anything.
    std::optional<std::size_t> take_result();

private:
    std::future<std::size_t> result_;
    std::jthread thread_;
};

// The same, waiting for it.
std::size_t find_smooth_count(const Settings& settings, const std::stop_token& stop);

} // namespace orrery
