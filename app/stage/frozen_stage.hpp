#pragma once

#include "app/stage/stage_facts.hpp"
#include "app/state/app_state.hpp"

namespace orrery {

// What stood over the picture when it was frozen.
struct FrozenStage {
    StageFacts facts;
    Look look;
    Camera camera;
    std::vector<glm::dvec3> label_positions;
    std::uint64_t load = 0; // of the bodies that have them
};

// While it lives and the picture is frozen, camera, look and names are those of that moment; the
// layer is the present one.
class AsFrozen {
public:
    explicit AsFrozen(AppState& app);
    AsFrozen(const AsFrozen&) = delete;
    AsFrozen& operator=(const AsFrozen&) = delete;
    ~AsFrozen();

private:
    AppState& app_;
    Look look_;
    Camera camera_;
    std::vector<glm::dvec3> label_positions_;
};

// Those of the frozen picture, if it is, marked where no other window can tell the speaker so.
StageFacts facts_shown(const AppState& app);

} // namespace orrery
