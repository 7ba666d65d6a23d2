#include "app/window/simulation_link.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/followed.hpp"
#include "app/state/history.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/source_choice.hpp"
#include "app/window/user_files.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

// Once, when it comes to that.
bool begins_to_fix_adaptive_step(const SimulationStatus& before, const SimulationStatus& now) {
    const auto fixes = [](const SimulationStatus& status) {
        return status.loaded && fixes_adaptive_step(status.settings, status.suggested);
    };
    return fixes(now) && !(fixes(before) && before.load_serial == now.load_serial);
}

bool promises_accuracy(const SimulationStatus& status, const PeriodicBox& box) {
    return !status.loaded || !find_solver(status.settings.algorithm).info.periodic ||
           std::isfinite(promised_error(status.settings, box));
}

} // namespace

SimulationLink::SimulationLink(const Settings& settings, OpenChoice open)
    : open_(std::move(open)), sent_(settings) {
    open_.bodies = open_.bodies && is_scene(settings.source) && has_free_count(settings.source);
    resting_ = !open_.bodies && open_.algorithms.size() > 1;
    if (open_.algorithms.empty()) {
        open_.algorithms = {settings.algorithm};
    }
    if (open_.bodies || (resting_ && settings.bodies != 0)) {
        seek(settings, settings.bodies);
    }
}

// Beside the frames. No algorithm in the result: it cannot be told, and what there is is as good as
// anything.
void SimulationLink::seek(const Settings& settings, std::size_t bodies) {
    choosing_since_ = Clock::now();
    choice_.start([settings, open = open_, bodies](const std::stop_token& stop) {
        try {
            const Settings wishes = with_wish_of_scene(settings, open.algorithms);
            return open.bodies
                       ? choose_bodies(wishes, open.algorithms, open.memory, stop)
                       : choose_algorithm(wishes, open.algorithms, bodies, open.memory, stop);
        } catch (const Error&) {
            return MachineChoice{};
        }
    });
}

std::optional<Error> SimulationLink::look(AppState& app) {
    std::optional<Error> error;
    const SimulationStatus before = std::exchange(app.status, app.simulation.status());
    if (held_) {
        app.status.settings.running = racer_settings(app.race, 0, app.settings).running;
    }
    if (app.status.travel.jumps != before.travel.jumps) {
        app.paths.leap();
    }
    if (app.status.load_serial != before.load_serial) {
        take_bodies(app, before);
        app.paths.forget_trails();
        take_load(app);
    } else if (app.status.bodies_serial != before.bodies_serial) {
        take_bodies(app, before);
        take_replaced(app);
        app.history.clear_trust();
    } else if (app.status.travel.jumps != before.travel.jumps) {
        if (app.status.settings.running) { // who only looks back keeps the curves
            app.history.go_back_to(app.status.time, app.status.settings.reversed);
        }
        take_replaced(app);
    }
    if (before.verifying && !app.status.verifying && app.status.verified &&
        std::exchange(app.get<AskedForceError>().is_due, false)) {
        app.announce("verify", tr_format("Force error: 99 % of bodies below {}",
                                         error_text(app.status.verified->error.p99)));
    }
    if (const std::optional<std::string> words = move_notice(before, app.status)) {
        app.say(*words);
    }
    const bool promises = promises_accuracy(app.status, app.get<SceneSpace>().box);
    if (std::exchange(promises_, promises) && !promises) {
        app.say("These options promise no accuracy in this box: open cells by error, or choose "
                "another algorithm");
    }
    if (begins_to_fix_adaptive_step(before, app.status)) {
        app.say("The time step is fixed now; turn on Adaptive to undo");
    }
    if (std::exchange(seen_error_, app.status.error_serial) != app.status.error_serial) {
        // It has gone back to what works; so do the panels. Where nothing has worked yet, they go
        // on naming what was asked for.
        sent_ = app.status.loaded ? app.status.settings : app.settings;
        app.settings = settings_beside(app.race, sent_, app.settings);
        error = app.status.error;
        app.get<BodyEdits>().wanted.clear(); // they were meant for what does not come
        app.undo.rebase(app.settings, app.view);
    }
    if (std::exchange(seen_notice_, app.status.notice_serial) != app.status.notice_serial) {
        app.say(app.status.notice, true);
    }
    return error;
}

// Who is picked or followed, and the ways that were drawn, stay with their bodies.
void SimulationLink::take_bodies(AppState& app, const SimulationStatus& before) {
    const Catalogue old = std::exchange(app.catalogue, app.simulation.catalogue());
    app.units = app.simulation.units();
    app.get<SceneSpace>() = {app.simulation.box(), app.simulation.cosmology()};
    app.label_positions.clear();
    const auto here_now = [&](std::size_t body) {
        return app.catalogue.numbers.find(old.numbers.at(body), app.status.count);
    };
    const bool same = before.loaded && same_system(before.settings, app.status.settings);
    if (!same) {
        app.paths.begin(app.catalogue, app.status.count, app.units, app.status.suggested.time_step);
        app.picked_body.reset();
        app.get<Followed>().lost.reset();
        return;
    }
    app.paths.change_bodies(app.catalogue, app.status.count, here_now);
    app.picked_body = app.picked_body ? here_now(*app.picked_body) : std::nullopt;
    Followed& followed = app.get<Followed>();
    if (followed.what == Following::body) {
        const auto body = here_now(followed.body);
        if (body) {
            followed.body = *body;
        } else {
            app.announce("follow", "The followed body is gone");
            followed = {.lost = old.numbers.at(followed.body)};
        }
    } else if (followed.lost) { // and may be brought back
        if (const auto body = app.catalogue.numbers.find(*followed.lost, app.status.count)) {
            followed = {.what = Following::body, .body = *body, .flies = true};
        }
    }
}

void SimulationLink::take_load(AppState& app) {
    app.history.clear_trust();
    take_replaced(app);
    take_suggestions(app);
    const std::string& source = app.status.settings.source;
    if (const auto begin = app.requests.take<BeginAt>()) {
        app.camera.jump_to(begin->pose);
        app.camera.fly_along(begin->path);
    } else if (source != seen_source_ || app.view.keep_in_frame) {
        // Other numbers of bodies are compared from one place; what is kept in frame has taken the
        // camera elsewhere.
        app.requests.add(GoHome{});
    }
    if (!is_scene(source) && app.status.all_bodies() < app.status.settings.bodies) {
        app.say(tr_format("There are only {} bodies, not {}",
                          with_thousands(app.status.all_bodies()),
                          with_thousands(app.status.settings.bodies)));
    }
    for (const std::string& remark : app.catalogue.remarks) {
        app.say(remark);
    }
    if (!app.catalogue.softening_is_told && !app.status.settings.softening) {
        app.say("The file gives no softening, so none is used");
    }
    if (app.status.settings.precision == Precision::fp32 &&
        rounding_matters(app.status.rounding, app.status.settings)) {
        app.say(tr_format("Single precision changes forces by {} %: choose double precision",
                          briefly(100 * app.status.rounding.p99)));
    }
    if (resting_ &&
        !choice_.under_way()) { // a file, of which it is known now how many bodies it has
        seek(app.settings, app.status.count);
    }
    if (std::exchange(seen_source_, source) != source && !is_scene(source)) {
        remember_file(app.recent_files, source);
    }
}

// What undo keeps of checkpoints, the timeline that goes on does without. Undo does not go back to
// what a race put aside: its end does.
void SimulationLink::take_replaced(AppState& app) {
    for (Replaced& replaced : app.simulation.take_replaced()) {
        if (replaced.by_load && std::exchange(app.race.gives_back, false)) {
            continue;
        }
        if (!replaced.by_load || !app.race.under_way) {
            app.undo.timeline_replaced(std::move(replaced));
        } else if (!app.race.replaced) {
            app.race.replaced = std::move(replaced.timeline);
        }
    }
    app.simulation.set_checkpoint_budget(checkpoint_budget() -
                                         std::min(app.undo.bytes(), checkpoint_budget() / 2));
}

// The error that a system wants is a setting like any other: seen in the deck, saved, changed. It
// goes with the system.
void SimulationLink::take_suggestions(AppState& app) {
    const double wanted = app.status.suggested.force_error;
    if (wanted == suggested_error_) {
        return;
    }
    suggested_error_ = wanted;
    const Settings before = app.settings;
    forget_errors(app.settings, taken_errors_);
    forget_errors(sent_, taken_errors_);
    std::vector<std::string> algorithms;
    for (const SolverEntry& entry : solvers()) {
        algorithms.emplace_back(entry.info.id);
    }
    taken_errors_ = suggested_errors(algorithms, wanted);
    take_errors(app.settings, taken_errors_);
    take_errors(sent_, taken_errors_);
    if (app.settings != before) {
        first_unsent_ = true;
        app.undo.rebase(app.settings, app.view);
    }
}

void SimulationLink::send_settings(AppState& app, bool opening) {
    app.settings.count_interactions = app.view.scalar == BodyScalar::interactions;
    if (chosen_by_user(racer_settings(app.race, 0, app.settings))) {
        choice_.cancel(); // without waiting for its end, which a driver that compiles puts off
        resting_ = false;
        meanwhile_ = false;
        open_ = {};
    } else {
        take_choice(app);
    }
    const bool at_last = first_unsent_ && !(choosing() && open_.bodies) && !opening;
    Settings first = racer_settings(app.race, 0, app.settings);
    if (first != sent_ || at_last) {
        sent_ = first;
        first.running = first.running && !resting_ && !held_;
        app.simulation.set(first);
        first_unsent_ = false;
    }
}

// While bodies move without the choice, what does not concern it may change.
bool SimulationLink::chosen_by_user(Settings wanted) const {
    if (meanwhile_) {
        wanted.running = sent_.running;
        wanted.reversed = sent_.reversed;
        wanted.steps_per_second = sent_.steps_per_second;
        wanted.measure_energy = sent_.measure_energy;
        wanted.count_interactions = sent_.count_interactions;
    }
    return wanted != sent_;
}

// Says what is waited for, as long as it is.
void SimulationLink::await_choice(AppState& app) {
    const bool of_gpu = std::ranges::any_of(open_.algorithms, [](const std::string& id) {
        return find_solver(id).info.space != Space::host;
    });
    if (Clock::now() - choosing_since_ < (of_gpu ? 1 : 3) * open_.patience) {
        return;
    }
    if (!std::exchange(meanwhile_, true)) {
        app.settings = settings_at_once(app.settings, open_.bodies);
        app.undo.rebase(app.settings, app.view);
        first_unsent_ = true;
        resting_ = false;
    }
    app.announce("choice", of_gpu
                               ? "The GPU gets ready: at a first start its driver may compile the "
                                 "kernels, for up to a minute"
                               : "What runs smoothly here is being measured");
}

void SimulationLink::take_choice(AppState& app) {
    const bool wanted = !open_.algorithms.empty();
    const std::optional<MachineChoice> choice = choice_.poll();
    if (!wanted) {
        return;
    }
    if (!choice) {
        if (choice_.under_way()) {
            await_choice(app);
        }
        return;
    }
    resting_ = false;
    meanwhile_ = false;
    first_unsent_ = true;
    if (!choice->algorithm.empty()) {
        app.settings.algorithm = choice->algorithm;
        if (choice->bodies != 0 && app.catalogue.edits.empty()) { // else these would be lost
            app.settings.bodies = choice->bodies;
        }
        app.undo.rebase(app.settings, app.view);
    }
    if (!choice->words.empty()) {
        app.announce("choice", choice->words);
    }
    if (!choice->complaint.empty()) {
        app.say(choice->complaint, true);
    }
}

} // namespace orrery
