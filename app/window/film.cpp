// The window's frames off-screen, one after the other, into a film.

#include "app/features/race/race_run.hpp"
#include "app/features/tour/tour.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/state/scene_space.hpp"
#include "app/window/window_loop.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>
#include <utility>

namespace orrery {

namespace {

constexpr double usual_pace = 60; // steps a second where they would come as fast as they can

// How many steps the next frame takes. `rate`: steps a second of its own, where that is told; what
// is left of a step waits in `due`.
std::size_t steps_of_frame(const FilmPlan& plan, const Settings& settings,
                           std::optional<double> rate, double& due) {
    if (!settings.running || plan.steps_per_frame) {
        return settings.running ? *plan.steps_per_frame : 0;
    }
    const double pace = settings.steps_per_second;
    const double usual = rate.value_or(usual_pace);
    due += (pace <= 0 ? usual : rate ? std::min(*rate, pace) : pace) / plan.frames_per_second;
    const double whole = std::floor(due + 1e-9);
    due -= whole;
    return static_cast<std::size_t>(whole);
}

} // namespace

FilmResult WindowLoop::film(const FilmPlan& plan) {
    film_rate_ = plan.frames_per_second;
    link_->hold();
    RaceRun& race = features_.get<RaceRun>();
    race.go_by_steps();
    Tour tour = timed_tour(
        read_tour(tour_file(*request_.tour, request_.resources / "assets" / "tours"), app_.actions),
        plan.waiting_seconds);
    FilmResult result;
    result.wanted = static_cast<std::size_t>(std::lround(duration(tour) * plan.frames_per_second));
    result.wanted =
        std::max<std::size_t>(1, std::min(result.wanted, plan.frames.value_or(result.wanted)));
    result.renderer = surface_->renderer();
    features_.get<TourDirector>().start(app_, std::move(tour));

    FilmStrip strip(plan.open, surface_->framebuffer_size());
    double due = 0; // of a step
    while (result.frames < result.wanted && !strip.state().ended &&
           !request_.stop.stop_requested()) {
        look_at_simulation();
        take_input();
        link_->send_settings(app_, false);
        // The steps of the first racer, or of the simulation alone.
        const auto step = [&] {
            const std::vector<double>& rates = app_.race.rates;
            return step_and_wait(
                steps_of_frame(plan, racer_settings(app_.race, 0, app_.settings),
                               rates.empty() ? std::nullopt : std::optional(rates.front()), due));
        };
        if (!prepare_race(plan) || !step() ||
            !race.step_rivals(app_, 1 / plan.frames_per_second, request_.stop)) {
            imgui_.end_frame();
            break;
        }
        race.look(app_, {});
        lay_out_panels();
        begin_turn();
        publish_bodies();
        for (const Toast& toast : std::exchange(app_.toasts, {})) { // no part of a film
            if (toast.is_error) {
                plan.note(toast.text);
                ++result.refused;
            }
        }
        lay_out_stage();
        run_requests();
        draw_picture();
        strip.add(surface_->gl_framebuffer());
        turn_->end();
        ++result.frames;
        if (request_.progress) {
            request_.progress(static_cast<double>(result.frames) /
                                  static_cast<double>(result.wanted),
                              app_.status.time);
        }
    }
    if (result.frames > 0) {
        strip.close();
        strip.finish();
        const Recording::State state = strip.state();
        if (state.error) {
            throw Error(*state.error);
        }
        result.name = state.name;
        result.as_wanted = state.as_wanted;
    }
    finish();
    if (failure_) {
        throw Error(*failure_);
    }
    return result;
}

// Until all racers are there. False as below.
bool WindowLoop::prepare_race(const FilmPlan& plan) {
    RaceRun& race = features_.get<RaceRun>();
    while (race.is_preparing()) {
        link_->send_settings(app_, false);
        if (!step_and_wait(0)) {
            return false;
        }
        race.look(app_, {});
        constexpr std::chrono::milliseconds between_looks(2);
        std::this_thread::sleep_for(between_looks);
    }
    if (const std::optional<std::string> words = race.take_measured()) {
        plan.note(*words);
    }
    return true;
}

// False when the run is stopped, or the simulation has failed.
bool WindowLoop::step_and_wait(std::size_t steps) {
    for (std::size_t step = 0; step < steps; ++step) {
        simulation_->step_once(app_.settings.reversed);
    }
    if (!simulation_->wait_until_idle(request_.stop)) {
        return false;
    }
    if (const std::optional<Error> error = link_->look(app_)) {
        failure_ = error;
    }
    // These tell what steps are of; steps themselves are told next time.
    app_.history.add_steps({}, app_.status, opened_, app_.get<SceneSpace>().box.is_periodic());
    return !failure_;
}

FilmResult make_film(const FilmPlan& plan) {
    return WindowLoop(plan.window).film(plan);
}

} // namespace orrery
