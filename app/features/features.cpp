// What the window can do. A feature is a file in a folder of its own, and a line here; the order of
// the lines is that in which they are asked in each frame.
#include "app/features/features.hpp"

#include "app/hand/hand.hpp"
#include "app/plot/plot_keeper.hpp"
#include "app/race/race_run.hpp"
#include "app/stage/ladder_run.hpp"
#include "app/stage/scaling_run.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/default_actions.hpp"
#include "app/time/follow.hpp"
#include "app/time/time_layer.hpp"
#include "app/tour/tour_director.hpp"
#include "app/window/autosave.hpp"
#include "app/window/catch_up.hpp"
#include "app/window/cost_survey.hpp"
#include "app/window/density_overlay.hpp"
#include "app/window/flying.hpp"
#include "app/window/gpu_search.hpp"
#include "app/window/measurement.hpp"
#include "app/window/state_sharing.hpp"
#include "app/window/tree_overlay.hpp"

#include <algorithm>

namespace orrery {

static std::vector<FeatureEntry> entries() {
    std::vector<FeatureEntry> list;
    // clang-format off
    list.push_back(feature<GpuSearch>());
    list.push_back(feature<CostSurvey>());
    list.push_back(feature<TourDirector>());
    list.push_back(feature<LadderRun>());
    list.push_back(feature<ScalingRun>());
    list.push_back(feature<RaceRun>());        // after tours, which start races
    list.push_back(feature<TimeKeeper>());
    list.push_back(feature<Flying>());
    list.push_back(feature<Follow>());         // after what moves the camera otherwise
    list.push_back(feature<PathAhead>());
    list.push_back(feature<TreeOverlay>());
    list.push_back(feature<PlotKeeper>());
    list.push_back(feature<DensityOverlay>());
    list.push_back(feature<Autosave>());
    list.push_back(feature<CatchUp>());
    list.push_back(feature<StateSharing>());
    list.push_back(feature<Measurement>());
    list.push_back(feature<BodyEditing>());
    // clang-format on
    return list;
}

void declare_actions(AppState& app) {
    add_default_actions(app);
    for (const FeatureEntry& entry : entries()) {
        if (entry.declare != nullptr) {
            entry.declare(app);
        }
    }
}

Features::Features(FeatureContext context) {
    context.others = this;
    context.declare = declare_actions;
    for (const FeatureEntry& entry : entries()) {
        features_.push_back(entry.make(context));
    }
}

FrameDemand Features::demand(const AppState& app) const {
    FrameDemand most = FrameDemand::nothing;
    for (const auto& each : features_) {
        most = std::min(most, each->demand(app));
    }
    return most;
}

} // namespace orrery
