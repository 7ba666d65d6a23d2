#pragma once

#include "app/stage/stage_facts.hpp"
#include "app/state/app_state.hpp"

namespace orrery {

// What stood over the picture when it was frozen.
struct FrozenStage {
    StageFacts facts;
    Look look;
    Camera camera;
    Catalogue catalogue;
    Units units;
    std::vector<glm::dvec3> label_positions;
};

// While it lives and the picture is frozen, camera, look, names and units are those of that moment;
// the layer is the present one.
class AsFrozen {
public:
    explicit AsFrozen(AppState& app);
    AsFrozen(const AsFrozen&) = delete;
    AsFrozen& operator=(const AsFrozen&) = delete;
    ~AsFrozen();

private:
    void change_places();

    AppState& app_;
};

// Those of the frozen picture, if it is, marked where no other window can tell the speaker so.
StageFacts facts_shown(const AppState& app);

} // namespace orrery
