#include "app/stage/stage_layer.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/step_words.hpp"
#include "app/state/app_state.hpp"
#include "app/state/body_units.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/tour_status.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <filesystem>
#include <optional>

namespace orrery {
namespace {

std::string badge_of(const AppState& app) {
    const Settings& settings = app.settings;
    if (app.view.frozen &&
        !app.get<SpeakerStatus>().open) { // no other window can tell the speaker so
        return tr("Frozen");
    }
    if (!app.status.loaded || app.status.loading) {
        return tr("Loading");
    }
    if (app.get<ScalingStatus>().under_way ||
        app.get<MeasurementStatus>().under_way) { // the simulation rests for it
        return tr("Measuring");
    }
    if (!settings.running) {
        return tr(settings.reversed ? tr_noop("Paused, time reversed") : tr_noop("Paused"));
    }
    if (const std::string words = step_words(app); !words.empty()) {
        return "S" + words.substr(1);
    }
    return settings.reversed ? tr("Time reversed") : "";
}

void add_title(const AppState& app, StageFacts& facts) {
    if (!app.get<StageWords>().title.empty()) {
        facts.title = app.get<StageWords>().title;
        facts.line = app.get<StageWords>().line;
        return;
    }
    const std::string& source = app.status.settings.source;
    if (is_scene(source)) {
        facts.title = tr(find_scene(source).title);
        facts.line = tr(find_scene(source).idea);
    } else {
        facts.title = app.catalogue.title.empty() ? std::filesystem::path(source).stem().string()
                                                  : tr(app.catalogue.title);
    }
}

std::string factor_words(const AppState& app, const std::string& algorithm) {
    const TimeRatio time = app.history.costs().compare(algorithm, app.view.reference);
    if (!time.is_known() || algorithm == app.view.reference) {
        return "";
    }
    const SolverInfo& reference = find_solver(app.view.reference).info;
    const std::string words = time.text() + " " + tr(reference.title);
    // Fewer terms show against what all of them would take, where one compares on purpose.
    return find_solver(algorithm).info.is_direct || reference.id == Look().reference
               ? words
               : words + " (" + time.reference.text() + ")";
}

// "force error 0.07 % (target 0.1 %, limit 0.2 %)"; "" where it is not known of these
// forces.
std::string error_words(const AppState& app, const SolverInfo& info) {
    const std::optional<VerifiedForces>& verified = app.status.verified;
    const Settings& now = app.status.settings;
    if (!app.view.measures_error || info.is_direct || !verified ||
        verified->settings.algorithm != now.algorithm ||
        options_of(verified->settings, now.algorithm) != options_of(now, now.algorithm)) {
        return "";
    }
    const std::string error = briefly(100 * verified->error.p99);
    const std::string limit = briefly(100 * verified->promised_error());
    const std::optional<double> wanted = wanted_error(verified->settings);
    return wanted ? tr_format("force error {} % (target {} %, limit {} %)", error,
                              briefly(100 * *wanted), limit)
                  : tr_format("force error {} % (limit {} %)", error, limit);
}

std::string time_words(const AppState& app) {
    std::string date = calendar_date(app.units, app.status.time);
    if (!date.empty() || !app.status.loaded) {
        return date;
    }
    return "t = " + spoken_time(app.status.time, app.units);
}

} // namespace

StageFacts stage_facts(const AppState& app) {
    StageFacts facts;
    add_title(app, facts);
    const std::string& algorithm = app.status.settings.algorithm;
    const StepCost cost = app.history.costs().of(algorithm);
    facts.algorithm = tr(find_solver(algorithm).info.title);
    facts.time = time_words(app);
    facts.figures.push_back(tr_format("{} bodies", with_thousands(app.status.count)));
    if (cost.is_measured()) {
        facts.figures.push_back(tr_format("{} a step", cost.text()));
        if (cost.interactions_per_second > 0) {
            facts.figures.push_back(
                with_prefix(cost.interactions_per_second, tr(" interactions/s")));
        }
    }
    if (const std::string factor = factor_words(app, algorithm); !factor.empty()) {
        facts.figures.push_back(factor);
    }
    if (const std::string error = error_words(app, find_solver(algorithm).info); !error.empty()) {
        facts.figures.push_back(error);
    }
    facts.badge = badge_of(app);
    facts.share = step_share(app);
    return facts;
}

} // namespace orrery
