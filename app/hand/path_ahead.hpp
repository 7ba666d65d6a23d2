#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"
#include "sim/simulation/predicted_path.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery {

// What is known of the body that a hand holds, and where a body will go that it pulls at, or that
// is picked: read from the simulation and integrated on a thread of its own, so that no frame
// waits.
class PathAhead : public Feature {
public:
    void update(Frame& frame) override;
    void see_bodies(Frame& frame) override;
    FrameDemand demand(const AppState& app) const override;

private:
    // What pulls, as it was a moment ago.
    struct Surroundings {
        PullingField field;
        double mass = 0, heaviest = 0; // of all, and of one
        std::uint64_t bodies_serial = 0;
        double read_at = 0;
        std::optional<BodyNumber> without;
    };
    struct Found {
        Surroundings surroundings;
        std::vector<Vector3> path;
        bool of_hand = false;
    };
    struct Wish;

    void take(AppState& app);
    std::optional<Wish> wish(const AppState& app) const;

    Job<Found> search_; // waited for at the end: it uses the simulation
    std::optional<Surroundings> known_;
    double asked_at_ = -1;
};

} // namespace orrery
