// What the window can do. A feature is a file in a folder of its own, and a line here; the order of
// the lines is that in which they are asked in each frame.
#include "app/features/features.hpp"

#include "app/hand/hand.hpp"
#include "app/plot/plot_reader.hpp"
#include "app/race/race_run.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/default_actions.hpp"
#include "app/time/time_layer.hpp"
#include "app/tour/tour_director.hpp"

#include <algorithm>

namespace orrery {

static std::vector<FeatureEntry> entries() {
    std::vector<FeatureEntry> list;
    // clang-format off
    extern FeatureEntry machine_survey_feature(); list.push_back(machine_survey_feature());
    list.push_back(feature<TourDirector>());
    extern FeatureEntry ladder_run_feature();   list.push_back(ladder_run_feature());
    extern FeatureEntry scaling_run_feature();  list.push_back(scaling_run_feature());
    list.push_back(feature<RaceRun>());        // after tours, which start races
    list.push_back(feature<TimeKeeper>());
    extern FeatureEntry flying_feature();       list.push_back(flying_feature());
    extern FeatureEntry follow_feature();       list.push_back(follow_feature()); // after what moves the camera otherwise
    extern FeatureEntry path_ahead_feature();   list.push_back(path_ahead_feature());
    extern FeatureEntry tree_overlay_feature();  list.push_back(tree_overlay_feature());
    extern FeatureEntry plot_keeper_feature();  list.push_back(plot_keeper_feature());
    extern FeatureEntry density_overlay_feature(); list.push_back(density_overlay_feature());
    extern FeatureEntry files_feature();        list.push_back(files_feature());
    extern FeatureEntry autosave_feature();     list.push_back(autosave_feature());
    extern FeatureEntry sharing_feature();      list.push_back(sharing_feature());
    extern FeatureEntry measurement_feature();  list.push_back(measurement_feature());
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

bool Features::lack(const AppState& app) const {
    return std::ranges::any_of(features_, [&](const auto& each) { return each->lacks(app); });
}

} // namespace orrery
