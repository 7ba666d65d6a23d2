#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"
#include "app/state/followed.hpp"

#include <cstdint>
#include <optional>

namespace orrery {

// Keeps the camera with a body or with the densest core, and turns it slowly where that is wanted.
// What takes time is read and estimated on a thread of its own.
class Follow : public Feature {
public:
    void see_bodies(Frame& frame) override;

private:
    void look_at_load(AppState& app);
    void take_reading(AppState& app);
    void stay_with(const std::optional<glm::dvec3>& place, double share, Camera& camera);
    void refresh(AppState& app);

    struct Read {
        std::uint64_t load = 0;
        std::size_t body = 0;
        std::optional<FollowedFigures> figures = {};
        std::optional<glm::dvec3> core = {};
    };
    Job<Read> reading_; // waited for at the end: it uses the simulation
    double read_at_ = -1;
    double polled_at_ = 0;
    Following what_ = Following::nothing;
    std::size_t body_ = 0;
    std::uint64_t load_ = 0;
    Settings loaded_;                  // of which system bodies are followed
    std::optional<glm::dvec3> centre_; // where the camera has it
};

// A ring around the body that is followed, and a card with its figures.
void follow_overlay(const AppState& app);

} // namespace orrery
