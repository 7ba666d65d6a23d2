// What the window can do. A feature is a file in a folder of its own, and a line here; the order of
// the lines is that in which they are asked in each frame.
#include "app/features/features.hpp"

#include "app/features/race/race_run.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/default_actions.hpp"

namespace orrery {

static std::vector<FeatureEntry> entries() {
    std::vector<FeatureEntry> list;
    // clang-format off
    extern const FeatureEntry machine_survey_feature; list.push_back(machine_survey_feature);
    list.push_back(feature<TourDirector>());
    extern const FeatureEntry ladder_run_feature; list.push_back(ladder_run_feature);
    extern const FeatureEntry scaling_run_feature; list.push_back(scaling_run_feature);
    list.push_back(feature<RaceRun>()); // after tours, which start races
    extern const FeatureEntry time_keeper_feature; list.push_back(time_keeper_feature);
    extern const FeatureEntry flying_feature; list.push_back(flying_feature);
    extern const FeatureEntry haloes_feature; list.push_back(haloes_feature);
    extern const FeatureEntry web_flight_feature; list.push_back(web_flight_feature);
    extern const FeatureEntry follow_feature; list.push_back(follow_feature); // after what moves the camera otherwise
    extern const FeatureEntry keep_in_frame_feature; list.push_back(keep_in_frame_feature);
    extern const FeatureEntry physical_view_feature; list.push_back(physical_view_feature);
    extern const FeatureEntry path_ahead_feature; list.push_back(path_ahead_feature);
    extern const FeatureEntry tree_overlay_feature; list.push_back(tree_overlay_feature);
    extern const FeatureEntry plot_keeper_feature; list.push_back(plot_keeper_feature);
    extern const FeatureEntry keyframes_feature; list.push_back(keyframes_feature);
    extern const FeatureEntry code_feature; list.push_back(code_feature);
    extern const FeatureEntry density_overlay_feature; list.push_back(density_overlay_feature);
    extern const FeatureEntry files_feature; list.push_back(files_feature);
    extern const FeatureEntry autosave_feature; list.push_back(autosave_feature);
    extern const FeatureEntry sharing_feature; list.push_back(sharing_feature);
    extern const FeatureEntry share_feature; list.push_back(share_feature);
    extern const FeatureEntry lesson_run_feature; list.push_back(lesson_run_feature);
    extern const FeatureEntry measurement_feature; list.push_back(measurement_feature);
    list.push_back(feature<BodyEditing>());
    // clang-format on
    return list;
}

void declare_actions(AppState& app) {
    add_default_actions(app);
    for (const FeatureEntry& entry : entries()) {
        entry.declare(app);
    }
}

Features::Features(FeatureContext context) {
    context.declare = declare_actions;
    for (const FeatureEntry& entry : entries()) {
        features_.push_back(entry.make(context));
    }
}

} // namespace orrery
