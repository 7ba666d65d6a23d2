#include "app/tour/rehearsal.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "sim/base/error.hpp"

#include <exception>
#include <utility>

namespace orrery {
namespace {

constexpr int steps_each = 3;
constexpr const char* subject = "rehearsal";

} // namespace

RehearsalResult rehearse(const Tour& tour, const std::stop_token& stop,
                         const std::function<void(const ReplayedStep&, const System&)>& after,
                         DeclareActions declare) {
    SimulationThread idle;
    AppState app{.simulation = idle, .settings = {}};
    declare(app);
    RehearsalResult result;
    replay_tour(tour, app, steps_each, stop, [&](const ReplayedStep& step, const System& system) {
        ++result.steps;
        result.refused.insert(result.refused.end(), step.refused.begin(), step.refused.end());
        if (after) {
            after(step, system);
        }
    });
    result.whole = result.steps == tour.steps.size() && result.refused.empty();
    return result;
}

void Rehearsal::start(Tour tour, DeclareActions declare) {
    if (under_way()) {
        return;
    }
    steps_ = tour.steps.size();
    done_ = 0;
    result_.start(
        [this, declare, tour = std::move(tour)](const std::stop_token& stop) {
            Outcome outcome;
            try {
                outcome.result = rehearse(
                    tour, stop, [this](const ReplayedStep&, const System&) { ++done_; }, declare);
            } catch (const std::exception& problem) {
                outcome.failure = problem.what();
            }
            return outcome;
        },
        Workers::Priority::background);
}

void Rehearsal::poll(AppState& app) {
    if (!under_way()) {
        return;
    }
    if (!result_.finished()) {
        app.announce(subject, tr_format("Rehearsing step {} of {}", done_.load() + 1, steps_));
        return;
    }
    const Outcome outcome = result_.take();
    for (const std::string& sentence : outcome.result.refused) {
        app.say(sentence, true);
    }
    if (!outcome.failure.empty()) {
        app.say(tr_format("Step {}: {}", outcome.result.steps + 1, outcome.failure), true);
    }
    app.announce(subject, outcome.result.whole ? tr_format("Every step runs here: {}",
                                                           counted(steps_, "step", "steps"))
                                               : tr("Some of the tour does not run here"));
}

} // namespace orrery
