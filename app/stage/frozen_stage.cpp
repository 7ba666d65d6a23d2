#include "app/stage/frozen_stage.hpp"

#include "app/language/tr.hpp"

#include <memory>

namespace orrery {

AsFrozen::AsFrozen(AppState& app)
    : app_(app), look_(app.view), camera_(app.camera), label_positions_(app.label_positions) {
    if (!app.view.frozen) {
        app.frozen.reset();
        return;
    }
    if (!app.frozen) {
        app.frozen = std::make_shared<const FrozenStage>(FrozenStage{
            stage_facts(app), app.view, app.camera, app.label_positions, app.status.load_serial});
    }
    static_cast<Look&>(app.view) = app.frozen->look;
    app.view.layer = look_.layer;
    app.camera = app.frozen->camera;
    app.camera.open = camera_.open;
    app.label_positions = app.frozen->load == app.status.load_serial ? app.frozen->label_positions
                                                                     : std::vector<glm::dvec3>();
}

AsFrozen::~AsFrozen() {
    if (app_.frozen) {
        static_cast<Look&>(app_.view) = std::move(look_);
        app_.camera = std::move(camera_);
        app_.label_positions = std::move(label_positions_);
    }
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
