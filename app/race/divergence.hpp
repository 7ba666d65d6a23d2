#pragma once

#include "sim/simulation/simulation_thread.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace orrery {

// The root mean square distance of the same bodies in two states, relative to that of the bodies
// from their common centre in the first.
double relative_distance(const VectorArray<double>& first, const VectorArray<double>& second);

// Looks a few times a second how far racers have come apart from the first, at the same simulated
// time, on a thread of its own. Of many bodies it looks at some, evenly spread over all.
class Divergence {
public:
    static constexpr std::size_t max_bodies_read = 1024;
    using Reader = std::function<BodyValues(const ReadRequest&)>;

    // By itself, on its thread, or when it is told to: for films, whose racers stand still then.
    enum class Looks { by_itself, when_told };

    // One reader for each racer, which may be asked from any thread; all have `count` bodies.
    Divergence(std::vector<Reader> racers, std::size_t count, Looks looks = Looks::by_itself);

    // From the first, one for each racer; none where no equal times were met of late.
    std::vector<std::optional<double>> newest() const;

    // Now, on this thread.
    void look(const std::stop_token& stop = {});

private:
    const std::vector<Reader> racers_;
    ReadRequest request_;
    mutable std::mutex mutex_;
    std::vector<std::optional<double>> newest_;
    std::jthread thread_; // last: it uses all of the above
};

} // namespace orrery
