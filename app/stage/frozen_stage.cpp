#include "app/stage/frozen_stage.hpp"

#include "app/language/tr.hpp"

#include <memory>
#include <utility>

namespace orrery {

AsFrozen::AsFrozen(AppState& app) : app_(app) {
    if (!app.view.frozen) {
        app.frozen.reset();
        return;
    }
    if (!app.frozen) {
        app.frozen = std::make_shared<FrozenStage>(FrozenStage{
            stage_facts(app), app.view, app.camera, app.catalogue, app.units, app.label_positions});
    }
    change_places();
}

AsFrozen::~AsFrozen() {
    if (app_.frozen) {
        change_places();
    }
}

// Both ways.
void AsFrozen::change_places() {
    FrozenStage& frozen = *app_.frozen;
    std::swap(static_cast<Look&>(app_.view), frozen.look);
    std::swap(app_.view.layer, frozen.look.layer);
    std::swap(app_.camera, frozen.camera);
    std::swap(app_.camera.open, frozen.camera.open);
    std::swap(app_.catalogue, frozen.catalogue);
    std::swap(app_.units, frozen.units);
    std::swap(app_.label_positions, frozen.label_positions);
}

StageFacts facts_shown(const AppState& app) {
    if (!app.frozen) {
        return stage_facts(app);
    }
    StageFacts facts = app.frozen->facts;
    if (!app.speaker.open) {
        facts.badge = tr("Frozen");
    }
    return facts;
}

} // namespace orrery
